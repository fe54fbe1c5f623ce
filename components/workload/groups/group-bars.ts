import type { ResourceView } from '@/server/contract/recommendations';

/** One bar: where it ends and where its bounds and the mean request lie, as shares 0…1 of the scale. */
export interface GroupBarShape {
  target: number;
  bounds?: { from: number; to: number };
  request?: { from: number; to: number };
}

/** Beyond this multiple of the largest target a bound says nothing in a picture. */
const CEILING = 1.25;

/** The end of the scale that the bars of all groups share; undefined without a target. */
export function scaleOf(views: readonly ResourceView[]): number | undefined {
  const targets = views.flatMap(({ target }) => target ?? []);
  const largest = Math.max(0, ...targets);
  return largest > 0 ? largest * CEILING : undefined;
}

export function groupBar(view: ResourceView, scale: number): GroupBarShape | undefined {
  const { target, lowerBound, upperBound, request } = view;
  if (target === undefined) return undefined;
  const at = (amount: number) => Math.min(1, Math.max(0, amount / scale));
  return {
    target: at(target),
    ...(lowerBound !== undefined &&
      upperBound !== undefined && { bounds: { from: at(lowerBound), to: at(upperBound) } }),
    ...(request && { request: { from: at(request.min), to: at(request.max) } }),
  };
}
