import type { HorizontalPodAutoscaler, MetricSpec } from '../../objects/types';
import type { Evaluation } from './evaluation';
import type { PodUsage } from './input';
import { metricSpecs } from './metric-specs';
import type { ScaledPod } from './scaled-pod';

/**
 * A container that is full while its HPA, which looks at whole pods, stays where it is: the requests of the other
 * containers make its use small. Amounts in thousandths of the unit of the resource, of an average pod.
 */
export interface HiddenLoad {
  readonly resource: string;
  readonly container: string;
  readonly usedMilli: number;
  readonly requestMilli: number;
  /** Its limit, if it uses that up. */
  readonly limitMilli?: number;
  /** Of all its containers together, as the HPA measures it. */
  readonly pod: { readonly usedMilli: number; readonly requestMilli: number };
  /** Use in percent of the request: what the HPA wants, sees of the pod, and would see of the container. */
  readonly targetPercent: number;
  readonly podPercent: number;
  readonly containerPercent: number;
  readonly replicas: number;
  /** What the container would ask for, within the bounds. */
  readonly wanted: number;
  /** Sees the container; to be added to the metrics. */
  readonly metric: MetricSpec;
}

/** From this share of its request or limit on, a container is full. */
const FULL = 0.95;
/** How far above its target a use must be before an HPA acts: the default of Kubernetes. */
const TOLERANCE = 0.1;

/** The containers that an HPA does not see, by its last evaluation; none while it asks for more replicas. */
export function hiddenLoads(
  { spec }: Pick<HorizontalPodAutoscaler, 'spec'>,
  {
    course,
    currentReplicas,
    desiredReplicas,
    metrics,
  }: Pick<Evaluation, 'course' | 'currentReplicas' | 'desiredReplicas' | 'metrics'>,
  pods: readonly ScaledPod[],
  usages: ReadonlyMap<string, PodUsage>,
): HiddenLoad[] {
  const mayGrow = currentReplicas < spec.maxReplicas;
  if (course.kind !== 'metrics' || desiredReplicas > currentReplicas || !mayGrow) return [];
  return metrics.flatMap(({ spec: { resource }, outcome }) => {
    const targetPercent = resource?.target?.averageUtilization;
    if (!resource || outcome.kind !== 'proposed' || !isPercent(targetPercent)) return [];
    const { name } = resource;
    const sums = sumsOf(name, pods, usages);
    return sums.containers.flatMap((own) => {
      const percent = (own.used / own.requested) * 100;
      const isLimited = own.limited > 0 && own.used >= own.limited * FULL;
      const isFull = isLimited || own.used >= own.requested * FULL;
      const wanted = Math.min(spec.maxReplicas, Math.ceil((currentReplicas * percent) / targetPercent));
      const isSeen = isMeasured(spec, name, own.container);
      if (!isFull || isSeen || percent <= targetPercent * (1 + TOLERANCE) || wanted <= currentReplicas)
        return [];
      return {
        resource: name,
        container: own.container,
        usedMilli: own.used / own.pods,
        requestMilli: own.requested / own.pods,
        ...(isLimited && { limitMilli: own.limited / own.pods }),
        pod: { usedMilli: sums.used / sums.pods, requestMilli: sums.requested / sums.pods },
        targetPercent,
        podPercent: outcome.current.averageUtilization ?? (sums.used / sums.requested) * 100,
        containerPercent: percent,
        replicas: currentReplicas,
        wanted,
        metric: {
          type: 'ContainerResource',
          containerResource: { name, container: own.container, target: { ...resource.target } },
        } as MetricSpec,
      };
    });
  });
}

function isPercent(percent: number | undefined): percent is number {
  return percent !== undefined && percent > 0;
}

function isMeasured(spec: HorizontalPodAutoscaler['spec'], resource: string, container: string): boolean {
  return metricSpecs(spec).some(
    ({ containerResource: own }) => own?.name === resource && own.container === container,
  );
}

interface ContainerSum {
  readonly container: string;
  used: number;
  requested: number;
  /** 0 unless every one has a limit. */
  limited: number;
  pods: number;
}

/** Use, requests and limits of the running pods that were measured: together, and by container with a request. */
function sumsOf(resource: string, pods: readonly ScaledPod[], usages: ReadonlyMap<string, PodUsage>) {
  const byName = new Map<string, ContainerSum>();
  const whole = { used: 0, requested: 0, pods: 0 };
  for (const { name, isDeleting, phase, containers, initContainers } of pods) {
    const usage = usages.get(name);
    if (!usage || isDeleting || phase !== 'Running') continue;
    whole.pods++;
    for (const { name: container, requests, limits } of [
      ...containers,
      ...initContainers.filter(({ isSidecar }) => isSidecar),
    ]) {
      const used = usage.containers.find((one) => one.name === container)?.usage[resource] ?? 0;
      const requested = requests[resource] ?? 0;
      whole.used += used;
      whole.requested += requested;
      if (requested === 0) continue;
      const sum = byName.get(container) ?? { container, used: 0, requested: 0, limited: Number.NaN, pods: 0 };
      const limit = limits?.[resource] ?? 0;
      sum.limited = sum.pods === 0 ? limit : limit > 0 && sum.limited > 0 ? sum.limited + limit : 0;
      sum.used += used;
      sum.requested += requested;
      sum.pods++;
      byName.set(container, sum);
    }
  }
  return { ...whole, containers: [...byName.values()] };
}
