import type { ChosenEstimator } from '@/server/decide/estimators/estimator';
import { scopeOf } from '@/server/decide/features/node-scope/scope';
import { memoryLimitPolicy } from '@/server/decide/pods/memory-limit/stated';
import { podLevelPolicy } from '@/server/decide/pods/pod-level/stated';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';

type Estimating = Pick<ChosenEstimator, 'estimate' | 'explain'>;

/** Groups of nodes and pods as a whole are recommended for without memory limits of their own. */
export function mayLimitApart(vpa: VerticalPodAutoscaler): boolean {
  return memoryLimitPolicy(vpa).isApart && scopeOf(vpa) === undefined && !podLevelPolicy(vpa);
}

/** The same estimates with limits in proportion to requests, whatever the parameters say. */
export function withLimitsAsOne(estimator: Estimating): Estimating {
  return {
    estimate: (history) => {
      const { cpu, memory, memoryLimit } = estimator.estimate(history);
      return { cpu, memory: memoryLimit?.asOne ?? memory };
    },
    explain: (history) => estimator.explain(history),
  };
}
