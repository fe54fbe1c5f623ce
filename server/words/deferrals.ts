/** Why a kubelet defers a resize, and what helps. */
export const DEFERRALS = {
  room: { why: 'its node has no room for it', remedy: 'it passes once other pods there request less or go' },
  resource: {
    why: 'its node no longer has what the pod was placed for',
    remedy: 'look at the device plugin of the node, or move the pod',
  },
  labels: {
    why: 'its node no longer has a label that the pod selects',
    remedy: 'give the node its label back, or correct the selector of the pod',
  },
  pressure: {
    why: 'its node is under pressure, and then defers every resize, one that lowers too',
    remedy: 'free disk or processes of the node',
  },
  shutdown: { why: 'its node shuts down', remedy: 'the pod moves with it' },
  taint: {
    why: 'its node has a taint that the pod does not tolerate',
    remedy: 'remove the taint, or move the pod',
  },
  preemption: {
    why: 'the kubelet could not make room for a critical pod',
    remedy: 'move pods off the node by hand',
  },
  unknown: { why: 'the kubelet names no known cause', remedy: 'read its message' },
} as const;

export type DeferralCause = keyof typeof DEFERRALS;

export interface Deferral {
  readonly cause: DeferralCause;
  /** What is missing, or the condition. */
  readonly what?: string;
}

/** Why, and what helps. */
export function deferralWords({ cause, what }: Deferral): string {
  const { why, remedy } = DEFERRALS[cause];
  return `${why}${what === undefined ? '' : ` (${what})`}; ${remedy}`;
}
