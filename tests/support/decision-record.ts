import type { DecisionRecord } from '@/server/store';

/** The decision of the updater to let the pod of `vpa` wait. */
export function decisionRecord(atMs: number, vpa = 'web'): DecisionRecord {
  return {
    kind: 'decision',
    atMs,
    namespace: 'shop',
    vpa,
    pod: `${vpa}-0`,
    podUid: 'u',
    decision: 'wait',
    reasons: [],
  };
}
