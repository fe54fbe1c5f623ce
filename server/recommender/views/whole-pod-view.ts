import type { WholePodView } from '@/server/contract/whole-pod';
import { podLevelPolicy } from '@/server/decide/pods/pod-level/stated';
import { withAmount } from '@/server/decide/pods/proportions';
import type { ContainerUsage } from '@/server/model/usage-table';
import { amountsFrom } from '@/server/objects/quantity';
import { statesWhole } from '@/server/objects/sized-containers';
import type { Pod } from '@/server/objects/types';
import { type Amounts, RESOURCES } from '@/server/objects/units';
import type { RecommendedPodResources } from '@/server/objects/vpa-types';
import { WHOLE_POD } from '@/server/objects/whole-pod';
import type { ServedVpa } from '../vpas/served-vpa';

interface SeenWholePod {
  readonly served: Pick<ServedVpa, 'vpa' | 'wholePod'>;
  readonly pods: readonly Pod[];
  readonly recommendation: RecommendedPodResources | undefined;
  usageOf(pod: Pod, container: string): ContainerUsage | undefined;
}

/** What the pods of a workload state as a whole, judged by the first that does; undefined if none does. @throws QuantityError */
export function wholePodView({
  served,
  pods,
  recommendation,
  usageOf,
}: SeenWholePod): WholePodView | undefined {
  const pod = pods.find(({ spec }) => statesWhole(spec));
  if (!pod) return undefined;
  const { wholePod } = served;
  const usage = usageOf(pod, WHOLE_POD);
  const { target, lowerBound, upperBound } = wholePod?.recommendation ?? {};
  return {
    pod: pod.metadata.name,
    requests: amountsFrom(pod.spec.resources?.requests),
    limits: amountsFrom(pod.spec.resources?.limits),
    ...(usage && { usage: used(usage) }),
    isSized: podLevelPolicy(served.vpa) !== undefined,
    containers: together(recommendation),
    ...(wholePod && {
      target: amountsFrom(target),
      lowerBound: amountsFrom(lowerBound),
      upperBound: amountsFrom(upperBound),
      spanMs: wholePod.learned.spanMs,
      samples: wholePod.learned.samples,
    }),
  };
}

function used({ cpuMillicores: cpu, memoryBytes: memory }: ContainerUsage): Amounts {
  const ofCpu = cpu === undefined ? {} : withAmount({}, 'cpu', cpu);
  return memory === undefined ? ofCpu : withAmount(ofCpu, 'memory', memory);
}

function together(recommendation: RecommendedPodResources | undefined): Amounts {
  let sum: Amounts = {};
  for (const { target } of recommendation?.containerRecommendations ?? []) {
    const own = amountsFrom(target);
    for (const resource of RESOURCES)
      if (own[resource] !== undefined) sum = withAmount(sum, resource, (sum[resource] ?? 0) + own[resource]);
  }
  return sum;
}
