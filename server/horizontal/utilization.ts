import type { Gauge } from './gauge';
import type { Rules } from './rules';

/**
 * Use as a percentage of requests: the sums are divided, not each pod's. Percentages and averages are cut to
 * whole ones before they are compared, as in Kubernetes.
 * @param target whole percent
 */
export function utilizationGauge(target: number, rules: Rules): Gauge {
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
      const averageUtilization = wholePercent(used, requested);
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

/** 100·part/whole without its fraction; exact also where doubles are not (100 GB are 1e14 thousandths). */
function wholePercent(part: number, whole: number): number {
  const hundredfold = part * 100;
  if (hundredfold <= Number.MAX_SAFE_INTEGER) return Math.trunc(hundredfold / whole);
  return Number((BigInt(part) * 100n) / BigInt(whole));
}
