import { z } from 'zod';
import type { MemberAnswer } from '../contract/clusters';
import type { Member } from './clusters-file';
import type { Asker } from './signing-on';

/** A member may lie: what is shown of it is bounded. */
const LONGEST = 100;
const text = z.string().max(LONGEST);
/** So that sums over all clusters are numbers. */
const MOST = 1e18;
const amount = z.number().gte(0).max(MOST);
const total = z.object({ requested: amount, recommended: amount });

const known = z.object({ user: z.string().max(512).optional() });
const status = known.extend({
  version: text,
  cluster: z.object({ kind: text, version: text.optional() }),
  urgencies: z.object({ broken: amount, waits: amount, better: amount }),
  stops: z.object({ stops: z.array(z.object({ scope: z.object({ kind: text }) })).max(10_000) }).optional(),
});

const overview = z.object({ vpas: amount, totals: z.object({ cpu: total, memory: total }) });

/** Whom a member answers, by its `GET /status`; undefined if it does not say. */
export function userOf(said: unknown): string | undefined {
  return known.safeParse(said).data?.user;
}

/** Whether a member answers this person. Who comes with a token is whom the token says. */
export function isForAsker({ name }: Asker, { signOn }: Member, user: string | undefined): boolean {
  return signOn.kind === 'token' || user === name;
}

/** What the hub keeps of `GET /status` and `GET /overview`, with whom it was for; undefined if these say something else. */
export function memberAnswer(said: {
  status: unknown;
  overview: unknown;
}): { answer: MemberAnswer; user: string | undefined } | undefined {
  const [state, sums] = [status.safeParse(said.status), overview.safeParse(said.overview)];
  if (!state.success || !sums.success) return undefined;
  const { version, cluster, urgencies, stops, user } = state.data;
  const kinds = stops?.stops.map(({ scope }) => scope.kind) ?? [];
  const ofAll = kinds.filter((kind) => kind === 'all').length;
  return {
    user,
    answer: {
      plumbline: version,
      ...(cluster.version && { kubernetes: cluster.version }),
      urgencies,
      ...sums.data,
      isStopped: ofAll > 0,
      otherStops: kinds.length - ofAll,
    },
  };
}
