import type { Need } from '@/server/contract/problems';

/** The needs of one kind: each with its numbers and its remedy. */
export interface NeedGroup {
  code: Need['code'];
  /** When the first of them began. */
  sinceMs?: number;
  firstSeenMs?: number;
  /** When one was last seen. */
  lastMs?: number;
  needs: Need[];
}

/** The needs of a workload by kind, in the order given; needs that read alike count once. */
export function groupNeeds(needs: readonly Need[]): NeedGroup[] {
  const groups = new Map<Need['code'], NeedGroup>();
  for (const need of needs) {
    const known = groups.get(need.code);
    if (!known) {
      const { code, sinceMs, firstSeenMs, lastMs } = need;
      groups.set(code, {
        code,
        sinceMs,
        firstSeenMs,
        ...(lastMs !== undefined && { lastMs }),
        needs: [need],
      });
      continue;
    }
    known.sinceMs = earlier(known.sinceMs, need.sinceMs);
    known.firstSeenMs = earlier(known.firstSeenMs, need.firstSeenMs);
    const isTold = known.needs.some(({ detail, remedy }) => detail === need.detail && remedy === need.remedy);
    if (!isTold) known.needs.push(need);
  }
  return [...groups.values()];
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}
