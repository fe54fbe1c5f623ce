import type { PastView } from '@/server/contract/past';

/** A gap of this share of the range is as good as none. */
const LITTLE = 0.05;

/** The past without the time before its first point, where that is much of it; at least a step remains. */
export function cutToData<View extends Pick<PastView, 'fromMs' | 'toMs' | 'stepMs' | 'points' | 'marks'>>(
  past: View,
): View {
  const { fromMs, toMs, stepMs, points, marks } = past;
  const firstMs = Math.min(points[0]?.atMs ?? fromMs, ...marks.map(({ atMs }) => atMs), toMs - stepMs);
  return firstMs - fromMs > (toMs - fromMs) * LITTLE ? { ...past, fromMs: firstMs } : past;
}
