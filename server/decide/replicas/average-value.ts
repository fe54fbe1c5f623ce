import type { Gauge } from './gauge';

/**
 * The mean over the pods, cut to whole thousandths, compared with a target in thousandths (Kubernetes 1.37,
 * pkg/controller/podautoscaler/metrics, utilization.go, `GetMetricUsageRatio`).
 */
export function averageGauge(targetMilli: number): Gauge {
  return {
    read(uses) {
      const averageValueMilli = Math.trunc(uses.reduce((sum, { milli }) => sum + milli, 0) / uses.length);
      return { ratio: averageValueMilli / targetMilli, current: { averageValueMilli } };
    },
    fillOnWayDown: () => ({ milli: targetMilli, as: 'target' }),
  };
}
