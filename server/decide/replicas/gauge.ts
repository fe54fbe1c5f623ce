import type { CurrentValue, Filling } from './proposal';

/** What one pod uses and requests, thousandths. */
export interface PodUse {
  readonly milli: number;
  /** Absent for a pod that is not known, or if the gauge needs no requests. */
  readonly requestMilli?: number;
}

/** How the use of many pods compares with a target. */
export interface Gauge {
  /** The ratio to the target, and what was measured; nothing if the pods request nothing. */
  read(uses: readonly PodUse[]): { readonly ratio: number; readonly current: CurrentValue } | undefined;
  /** What a missing pod counts as while the others say to scale down. */
  fillOnWayDown(requestMilli: number | undefined): Filling;
}
