import type { AuditView } from '@/server/contract/audit';
import { parseQuantity, quantityToNumber } from '@/server/objects/quantity';

/** What an installation knows, as its API and its cluster tell. */
export interface Facts {
  /** By VPA and container, from the cluster. */
  checkpoints: Record<string, { since: string; samples: number }>;
  /** Cores and bytes by VPA and container, from the statuses of VPAs. */
  targets: Record<string, Record<string, number>>;
  /** Who holds each lease of a role. */
  leases: Record<string, string>;
  stops: unknown[];
  /** One text for each entry of the record. */
  record: string[];
  /** When the recommendations that are kept of a container begin, in milliseconds. */
  pastSinceMs: number | undefined;
}

const PAST = 'workloads/shop/search/past?container=app';

interface ListOf<T> {
  items: T[];
}
interface Named {
  metadata: { namespace: string; name: string };
}
type Checkpoint = Named & { status?: { firstSampleStart?: string; totalSamplesCount?: number } };
type Lease = Named & { spec?: { holderIdentity?: string } };
type Vpa = Named & {
  status?: { recommendation?: { containerRecommendations?: { containerName: string; target: Amounts }[] } };
};
type Amounts = Record<string, string>;

/** @param cluster answers the objects of a resource in all namespaces. @param ask a route below `/api` */
export async function readFacts(
  cluster: <T>(resource: string) => ListOf<T>,
  ask: <T>(route: string) => Promise<T>,
): Promise<Facts> {
  const keyOf = ({ metadata: { namespace, name } }: Named) => `${namespace}/${name}`;
  const entries: AuditView['entries'] = [];
  for (const run of ['this', 'earlier'])
    entries.push(...(await ask<AuditView>(`audit?limit=500&run=${run}`)).entries);
  const { stops } = await ask<{ stops: unknown[] }>('stop');
  const { points } = await ask<{ points: { atMs: number }[] }>(PAST);
  return {
    checkpoints: Object.fromEntries(
      cluster<Checkpoint>('verticalpodautoscalercheckpoints').items.map((one) => [
        keyOf(one),
        { since: one.status?.firstSampleStart ?? '', samples: one.status?.totalSamplesCount ?? 0 },
      ]),
    ),
    targets: Object.fromEntries(
      cluster<Vpa>('verticalpodautoscalers').items.flatMap((vpa) =>
        (vpa.status?.recommendation?.containerRecommendations ?? []).map(({ containerName, target }) => [
          `${keyOf(vpa)} ${containerName}`,
          Object.fromEntries(
            Object.entries(target).map(([name, text]) => [name, quantityToNumber(parseQuantity(text))]),
          ),
        ]),
      ),
    ),
    leases: Object.fromEntries(
      cluster<Lease>('leases')
        .items.filter(({ metadata }) => metadata.name.startsWith('plumbline-'))
        .map((one) => [keyOf(one), one.spec?.holderIdentity ?? '']),
    ),
    stops,
    record: entries.map(({ kind, atMs, id }) => `${kind} ${id} at ${new Date(atMs).toISOString()}`),
    pastSinceMs: points[0]?.atMs,
  };
}

/** A part by which a target may move while the same usage goes on. */
const SWAY = 0.25;

/** What was there before and is not there after, one sentence each. */
export function lostOf(before: Facts, after: Facts): string[] {
  const lost: string[] = [];
  for (const [key, { since, samples }] of Object.entries(before.checkpoints)) {
    const now = after.checkpoints[key];
    if (!now) lost.push(`checkpoint ${key} is gone`);
    else if (now.since !== since) lost.push(`checkpoint ${key} began anew at ${now.since}`);
    else if (now.samples < samples)
      lost.push(`checkpoint ${key} went from ${samples} to ${now.samples} samples`);
  }
  for (const [key, amounts] of Object.entries(before.targets))
    for (const [resource, amount] of Object.entries(amounts)) {
      const now = after.targets[key]?.[resource] ?? 0;
      if (Math.abs(now - amount) > SWAY * amount)
        lost.push(`the ${resource} target of ${key} went from ${amount} to ${now}`);
    }
  for (const [name, holder] of Object.entries(before.leases))
    if (!after.leases[name] || after.leases[name] === holder) lost.push(`nobody took over ${name}`);
  if (JSON.stringify(before.stops) !== JSON.stringify(after.stops))
    lost.push(`stops are ${JSON.stringify(after.stops)}, were ${JSON.stringify(before.stops)}`);
  if ((after.pastSinceMs ?? Number.POSITIVE_INFINITY) > (before.pastSinceMs ?? Number.NEGATIVE_INFINITY))
    lost.push('the past of recommendations begins later');
  return [...lost, ...lostOfRecord(before, after)];
}

/** The entries of the record that are gone, one sentence each. */
export function lostOfRecord(before: Facts, after: Facts): string[] {
  const known = new Set(after.record);
  return before.record.filter((entry) => !known.has(entry)).map((entry) => `the record lacks ${entry}`);
}
