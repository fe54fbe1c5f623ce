/** In what share of the time something was so of the containers of one VPA, at the last look. */
export interface SharesOfTime {
  /** Unix milliseconds from which on it was measured, up to the look. */
  readonly sinceMs: number;
  /** Shares, 0 to 1, by pod and container; what is missing is unknown. */
  readonly shares: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly highest: number;
}

/** How much of the periods of its scheduler the CPU of containers was held back at their limits. */
export type CpuThrottling = SharesOfTime;

/** From this share on a container counts as throttled. */
const LEAST_SHARE = 0.1;

export function isThrottled(share: number | undefined): share is number {
  return share !== undefined && share >= LEAST_SHARE;
}

/** The share of a container; undefined if it is unknown, or was measured before `fromMs` as well. */
export function measuredShare(
  measured: SharesOfTime | undefined,
  pod: string,
  container: string,
  fromMs: number,
): number | undefined {
  if (!measured || measured.sinceMs < fromMs) return undefined;
  return measured.shares.get(pod)?.get(container);
}
