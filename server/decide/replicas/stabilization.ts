import type { FullBehavior } from './behavior';
import type { PastRecommendation } from './past';

/** What the recommendations of the recent past made of a proposal. */
export interface Stabilized {
  readonly proposed: number;
  readonly replicas: number;
  /** The direction that was held back, and by which past recommendation. */
  readonly held?: { readonly direction: 'up' | 'down'; readonly by?: PastRecommendation };
}

/**
 * An HPA without behaviour: never below the highest recommendation of the window (Kubernetes 1.37,
 * pkg/controller/podautoscaler, horizontal.go, `stabilizeRecommendation`).
 */
export function stabilizedByDefault(
  proposed: number,
  past: readonly PastRecommendation[],
  windowMs: number,
  nowMs: number,
): Stabilized {
  const highest = past
    .filter(({ atMs }) => atMs >= nowMs - windowMs)
    .reduce<PastRecommendation | undefined>((best, each) => higher(best, each), undefined);
  if (!highest || highest.replicas <= proposed) return { proposed, replicas: proposed };
  return { proposed, replicas: highest.replicas, held: { direction: 'down', by: highest } };
}

/**
 * An HPA with behaviour: it grows to the lowest recommendation of the window for scaling up, and shrinks to the
 * highest of the window for scaling down; both count the present one. In between, the replicas stay (Kubernetes 1.37,
 * horizontal.go, `stabilizeRecommendationWithBehaviors`).
 */
export function stabilized(
  current: number,
  proposed: number,
  { up, down }: FullBehavior,
  past: readonly PastRecommendation[],
  nowMs: number,
): Stabilized {
  const now = { atMs: nowMs, replicas: proposed };
  let lowest: PastRecommendation = now;
  let highest: PastRecommendation = now;
  for (const each of past) {
    if (each.atMs > nowMs - up.windowMs && each.replicas < lowest.replicas) lowest = each;
    if (each.atMs > nowMs - down.windowMs) highest = higher(highest, each);
  }
  const replicas = Math.min(Math.max(current, lowest.replicas), highest.replicas);
  if (replicas === proposed) return { proposed, replicas };
  const direction = proposed >= current ? 'up' : 'down';
  const by = direction === 'up' ? lowest : highest;
  return { proposed, replicas, held: { direction, by: by === now ? undefined : by } };
}

function higher(a: PastRecommendation | undefined, b: PastRecommendation): PastRecommendation {
  return a && a.replicas >= b.replicas ? a : b;
}
