/** How much of the time the CPU of the containers of one VPA was held back at their limits, at the last look. */
export interface CpuThrottling {
  /** Unix milliseconds from which on it was measured, up to the look. */
  readonly sinceMs: number;
  /** Share of the periods of its scheduler, 0 to 1, by pod and container; what is missing is unknown. */
  readonly shares: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** The highest of them. */
  readonly highest: number;
}

/** From this share on a container counts as throttled. */
const LEAST_SHARE = 0.1;

export function isThrottled(share: number | undefined): share is number {
  return share !== undefined && share >= LEAST_SHARE;
}

/** The share of a container; undefined if it is unknown, or was measured before `fromMs` as well. */
export function throttledShare(
  throttling: CpuThrottling | undefined,
  pod: string,
  container: string,
  fromMs: number,
): number | undefined {
  if (!throttling || throttling.sinceMs < fromMs) return undefined;
  return throttling.shares.get(pod)?.get(container);
}
