import type { PodPlan, VpaPlan } from '@/server/decide/running/planned';

/** The plan of a pod that is left alone, unless `change` says otherwise. */
export function podPlan(name: string, change: Partial<PodPlan> = {}): PodPlan {
  return {
    name,
    uid: name,
    decision: 'leave',
    reasons: [{ code: 'mode-off' }],
    priority: { outsideRecommendedRange: false, scaleUp: false, resourceDiff: 0 },
    changes: [],
    awaits: [],
    ...change,
  };
}

/** The plan of a pod that waits: for a moment, or for what `change` says. */
export function waitingPod(name: string, notBeforeMs?: number, change: Partial<PodPlan> = {}): PodPlan {
  return podPlan(name, { decision: 'wait', reasons: [{ code: 'no-controller' }], notBeforeMs, ...change });
}

export function vpaPlan(name: string, pods: PodPlan[], namespace = 'shop'): VpaPlan {
  return { namespace, name, updateMode: 'Recreate', target: { kind: 'Deployment', name }, pods };
}
