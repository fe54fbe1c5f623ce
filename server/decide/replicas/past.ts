/** A proposal of the metrics before anything held it back. */
export interface PastRecommendation {
  readonly atMs: number;
  readonly replicas: number;
}

/** A change of the target that took place; `replicas` is its size, never negative. */
export interface Scaling {
  readonly atMs: number;
  readonly replicas: number;
}

/**
 * What an HPA must remember from one evaluation to the next. Nothing of it outlives its longest window (Kubernetes
 * 1.37, pkg/controller/podautoscaler, horizontal.go, `recordInitialRecommendation` and `storeScaleEvent`).
 */
export interface HpaPast {
  readonly recommendations: readonly PastRecommendation[];
  readonly added: readonly Scaling[];
  readonly removed: readonly Scaling[];
}

/** How far back an HPA looks. */
export interface PastReach {
  readonly recommendationsMs: number;
  readonly scalingsMs: number;
}

/** The past of an HPA that is evaluated for the first time: as if the present size had been recommended. */
export function firstPast(replicas: number, nowMs: number): HpaPast {
  return { recommendations: [{ atMs: nowMs, replicas }], added: [], removed: [] };
}

/** The past with a recommendation added and what is out of reach dropped. */
export function withRecommendation(
  past: HpaPast,
  replicas: number,
  nowMs: number,
  reach: PastReach,
): HpaPast {
  const since = nowMs - reach.recommendationsMs;
  return {
    ...past,
    recommendations: [...past.recommendations.filter(({ atMs }) => atMs >= since), { atMs: nowMs, replicas }],
  };
}

/** The past with a change of the target added and what is out of reach dropped. */
export function withScaling(
  past: HpaPast,
  change: { from: number; to: number },
  nowMs: number,
  reach: PastReach,
): HpaPast {
  const scaling = { atMs: nowMs, replicas: Math.abs(change.to - change.from) };
  const recent = (scalings: readonly Scaling[]) =>
    scalings.filter(({ atMs }) => atMs > nowMs - reach.scalingsMs);
  const [added, removed] = [recent(past.added), recent(past.removed)];
  return change.to > change.from
    ? { ...past, added: [...added, scaling], removed }
    : { ...past, added, removed: [...removed, scaling] };
}
