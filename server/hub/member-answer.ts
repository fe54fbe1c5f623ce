import * as z from 'zod';
import type { MemberAnswer } from '../contract/clusters';
import type { Member } from './clusters-file';
import { shortList } from './short-list';
import type { Asker } from './signing-on';

/** A member may lie: what is shown of it is bounded. */
const LONGEST = 100;
const text = z.string().max(LONGEST);
/** So that sums over all clusters are numbers. */
const MOST = 1e18;
const amount = z.number().gte(0).max(MOST);
const total = z.object({ requested: amount, recommended: amount });

const known = z.object({ user: z.string().max(512).optional() });
const digest = known.extend({
  version: text,
  cluster: z.object({ kind: text, version: text.optional() }),
  vpas: amount,
  urgencies: z.object({ broken: amount, waits: amount, better: amount }),
  totals: z.object({ cpu: total, memory: total }),
  stops: shortList(z.object({ scope: z.object({ kind: text }) }), 10_000),
  lists: z.unknown().optional(),
});

/** Whom a member answers, by its `GET /status`; undefined if it does not say. */
export function userOf(said: unknown): string | undefined {
  return known.safeParse(said).data?.user;
}

/** Whether a member answers this person. Who comes with a token is whom the token says. */
export function isForAsker({ name }: Asker, { signOn }: Member, user: string | undefined): boolean {
  return signOn.kind === 'token' || user === name;
}

export interface ToldOfItself {
  answer: MemberAnswer;
  /** Whom it is for. */
  user: string | undefined;
  /** As they came. */
  lists: unknown;
}

/** What `GET /digest` says; undefined if it says something else. */
export function memberAnswer(said: unknown): ToldOfItself | undefined {
  const read = digest.safeParse(said);
  if (!read.success) return undefined;
  const { version, cluster, vpas, urgencies, totals, stops, user, lists } = read.data;
  const kinds = stops.map(({ scope }) => scope.kind);
  const ofAll = kinds.filter((kind) => kind === 'all').length;
  return {
    user,
    lists,
    answer: {
      plumbline: version,
      ...(cluster.version && { kubernetes: cluster.version }),
      vpas,
      urgencies,
      totals,
      isStopped: ofAll > 0,
      otherStops: kinds.length - ofAll,
    },
  };
}
