const FIRST_DELAY_MS = 10_000;
const LONGEST_DELAY_MS = 5 * 60_000;
const FORGET_AFTER_MS = 2 * LONGEST_DELAY_MS;

/** The delay before the next restart of a container, and when it was last raised. */
export interface CrashBackOff {
  readonly nextDelayMs: number;
  readonly raisedAtMs: number;
}

/**
 * The kubelet's rule: the first restart is immediate, then after 10 s doubling to 5 min; reset if a container ended
 * more than 10 min after its last restart (Kubernetes 1.37, pkg/kubelet, kubelet.go, `MaxCrashLoopBackOff`; client-go
 * v0.37, util/flowcontrol, backoff.go).
 */
export function backOffAfter(
  before: CrashBackOff | undefined,
  finishedAtMs: number,
): { delayMs: number; state: CrashBackOff } {
  const forgotten = !before || finishedAtMs - before.raisedAtMs > FORGET_AFTER_MS;
  const delayMs = forgotten ? 0 : before.nextDelayMs;
  const nextDelayMs = forgotten ? FIRST_DELAY_MS : Math.min(LONGEST_DELAY_MS, before.nextDelayMs * 2);
  return { delayMs, state: { nextDelayMs, raisedAtMs: finishedAtMs + delayMs } };
}
