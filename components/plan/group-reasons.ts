import { evidenceOf, type Reason, type ReasonCode } from '@/server/words/reasons';

/** Each reason once, with its numbers: one clause for each container and resource it is about. `nowMs` is the cluster's time. */
export function groupReasons(
  reasons: readonly Reason[],
  nowMs: number,
): { code: ReasonCode; evidence: string[] }[] {
  const groups = new Map<ReasonCode, Set<string>>();
  for (const reason of reasons) {
    const evidence = groups.get(reason.code) ?? new Set();
    groups.set(reason.code, evidence);
    const clause = evidenceOf(reason, nowMs);
    if (clause) evidence.add(clause);
  }
  return [...groups].map(([code, evidence]) => ({ code, evidence: [...evidence] }));
}
