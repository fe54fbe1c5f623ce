import type { LimitBounds } from './limit-bounds';

/** Kubelets round a CPU limit up to so many millicores (seen from a real kubelet 1.37.2, systemd driver). */
export const KUBELET_CPU_LIMIT_STEP = 10;

interface LimitBeside {
  readonly request: number;
  readonly stated: number | undefined;
  readonly range: LimitBounds | undefined;
  /** In millicores; absent for none, as the reference. */
  readonly step: number | undefined;
  /** Whether something caps it, so that it may not rise. */
  readonly isCapped: boolean;
}

/**
 * A CPU limit in whole steps, the nearest, so that its proportion to the request does not drift as a pod is resized again
 * and again. One that equals the request, or what is stated, stays, as both decide the QoS class; so does one between
 * bounds that hold no whole step.
 */
export function inCpuSteps(
  limit: number,
  { request, stated, range, step = 1, isCapped }: LimitBeside,
): number {
  if (step <= 1 || limit === request || limit === stated || limit % step === 0) return limit;
  const most = Math.min(
    range?.max?.cpu || Number.POSITIVE_INFINITY,
    request * (range?.maxRatio?.cpu || Number.POSITIVE_INFINITY),
    isCapped ? limit : Number.POSITIVE_INFINITY,
  );
  const least = Math.max(range?.min?.cpu ?? 0, request + 1);
  const below = Math.floor(limit / step) * step;
  const above = below + step;
  const [near, far] = limit - below < above - limit ? [below, above] : [above, below];
  return [near, far].find((one) => one >= least && one <= most) ?? limit;
}
