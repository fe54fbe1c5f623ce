import type { Gauge } from './gauge';
import type { ScalingBehavior } from './rules';

/**
 * Use as a percentage of requests: the sums are divided, not each pod's. Percentages and averages are cut to
 * whole ones before they are compared (Kubernetes 1.37, pkg/controller/podautoscaler/metrics, utilization.go,
 * `GetResourceUtilizationRatio`).
 * @param target whole percent
 */
export function utilizationGauge(target: number, rules: ScalingBehavior): Gauge {
  const fillPercent = rules.missingUses === 'request' ? 100 : Math.max(100, target);
  return {
    read(uses) {
      let [used, requested, pods] = [0, 0, 0];
      for (const { milli, requestMilli } of uses) {
        if (requestMilli === undefined) continue;
        used += milli;
        requested += requestMilli;
        pods++;
      }
      if (requested === 0) return undefined;
      const averageUtilization = Math.trunc((used * 100) / requested);
      return {
        ratio: averageUtilization / target,
        current: { averageUtilization, averageValueMilli: Math.trunc(used / pods) },
      };
    },
    fillOnWayDown: (requestMilli = 0) => ({
      milli: Math.trunc((requestMilli * fillPercent) / 100),
      as: fillPercent > 100 ? 'target' : 'request',
    }),
  };
}
