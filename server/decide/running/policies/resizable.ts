import { sizedContainer, sizedContainers, sizedStatuses } from '../../../objects/sized-containers';
import type { Pod } from '../../../objects/types';
import { WHOLE_POD } from '../../../objects/whole-pod';
import type { Reason } from '../../../words/reasons';
import type { NodeTraits } from '../../places/node-traits';
import type { ContainerPlan } from '../../pods/container-plan';
import type { NamespaceLimits } from '../../pods/limit-bounds';
import { planFault } from '../../pods/plan-check';
import { statedOf } from '../../pods/pod-sum';
import { podQos, type QosClass } from '../../pods/qos-class';
import type { QuotaLeft } from '../../pods/quota-left';
import type { ContainerChange } from '../planned';
import { fixedInitContainers } from '../range-gains';
import { inWholeBytes } from '../whole-bytes';

/** What gets a resize refused, whatever it changes, or because of it; known before it is asked for. */
export const RESIZE_OBSTACLES = [
  'resize-not-on-windows',
  'resize-of-static-pod',
  'kubelet-cannot-resize',
  'node-cannot-resize-pod',
  'memory-limit-stays',
  'container-without-request',
  'init-container-stays',
  'resize-changes-qos',
  'resize-not-allowed',
] as const;

type Obstacle = Reason & { code: (typeof RESIZE_OBSTACLES)[number] };

/** The first version whose kubelet resizes without a gate, and the first that lowers memory limits in place. */
const RESIZES_FROM = 33;
const LOWERS_MEMORY_FROM = 34;

/** What the node of a pod must declare to resize what the pod states as a whole (KEP-5419). */
const OF_WHOLE_PODS = 'InPlacePodLevelResourcesVerticalScaling';

interface ResizeBounds {
  readonly limits: NamespaceLimits;
  /** Those that count the pod. */
  readonly quotas?: readonly QuotaLeft[];
  /** What the node of the pod tells of itself. */
  readonly node?: NodeTraits;
}

/**
 * Why the API server or the kubelet would refuse to resize a pod so; undefined if nothing is known to.
 * https://github.com/kubernetes/enhancements/tree/master/keps/sig-node/1287-in-place-update-pod-resources
 */
export function resizeObstacle(
  pod: Pod,
  planned: readonly ContainerChange[],
  { limits, quotas = [], node }: ResizeBounds,
): Obstacle | undefined {
  if (node?.isOfLinux === false || isOfWindows(pod)) return { code: 'resize-not-on-windows' };
  if (isStatic(pod)) return { code: 'resize-of-static-pod' };
  const unreported = oldKubelet(pod, node);
  if (unreported) return unreported;
  const ofNode = node && nodeObstacle(pod, planned, node);
  if (ofNode) return ofNode;
  const changed = inWholeBytes(pod, planned).map(({ container, to, limits: limited }) => ({
    name: container,
    requests: to,
    limits: limited,
  }));
  if (planned.some(({ container }) => container === WHOLE_POD) && !node?.features.includes(OF_WHOLE_PODS))
    return { code: 'node-cannot-resize-pod', feature: OF_WHOLE_PODS };
  const unstated = withoutRequest(pod, planned);
  if (unstated !== undefined) return { code: 'container-without-request', container: unstated };
  const fixed = fixedInitContainers(pod.spec, planned, node);
  const isBelow = (name: string) => fixed.some((one) => one.isBelow && one.container === name);
  const granted = changed.filter(({ name }) => !isBelow(name));
  const message = unclearDefault(pod, changed, limits) ?? planFault(pod, granted, limits, quotas);
  if (message !== undefined) return { code: 'resize-not-allowed', message };
  // What a node that is not known declares, the server tells.
  if (node && fixed[0])
    return { code: 'init-container-stays', container: fixed[0].container, why: fixed[0].why };
  const from = podQos(pod.spec);
  const to = qosAfter(pod, planned);
  return from === to ? undefined : { code: 'resize-changes-qos', from, to };
}

/**
 * The container that gets the lowest CPU weight for good at a resize of what the pod states as a whole, even of memory
 * alone: one that requests no CPU itself, and is given none (seen from a real kubelet 1.37.2: 49 became 1).
 */
function withoutRequest({ spec }: Pod, planned: readonly ContainerChange[]): string | undefined {
  if (!planned.some(({ container }) => container === WHOLE_POD)) return undefined;
  return sizedContainers(spec).find(
    (one) =>
      statedOf(one, 'requests', 'cpu') === undefined &&
      statedOf(one, 'limits', 'cpu') === undefined &&
      planned.find(({ container }) => container === one.name)?.to.cpu === undefined,
  )?.name;
}

/** At a resize LimitRanges give limits to containers without: of several that differ, nobody knows which. */
function unclearDefault(
  { spec }: Pod,
  changed: readonly Pick<ContainerPlan, 'name' | 'limits'>[],
  { container: { unclearDefaults = [] } = {} }: NamespaceLimits,
): string | undefined {
  for (const resource of unclearDefaults)
    for (const container of [...spec.containers, ...(spec.initContainers ?? [])]) {
      const planned = changed.find(({ name }) => name === container.name)?.limits[resource];
      if (planned === undefined && statedOf(container, 'limits', resource) === undefined)
        return `several LimitRanges have default limits of ${resource} that differ, so nobody knows which one container ${container.name} would get`;
    }
  return undefined;
}

function nodeObstacle(
  { spec }: Pod,
  planned: readonly ContainerChange[],
  { kubeletMinor = LOWERS_MEMORY_FROM }: NodeTraits,
): Obstacle | undefined {
  for (const { container: name, limits } of planned) {
    const container = sizedContainer(spec, name);
    if (!container || restartsForMemory(container)) continue;
    const limit = statedOf(container, 'limits', 'memory');
    if (kubeletMinor < LOWERS_MEMORY_FROM && limit !== undefined && (limits.memory ?? limit) < limit)
      return { code: 'memory-limit-stays', container: name, minor: kubeletMinor };
  }
  return undefined;
}

function restartsForMemory({ resizePolicy }: NonNullable<ReturnType<typeof sizedContainer>>): boolean {
  return (resizePolicy ?? []).some(
    ({ resourceName, restartPolicy }) => resourceName === 'memory' && restartPolicy === 'RestartContainer',
  );
}

function qosAfter({ spec }: Pod, planned: readonly ContainerChange[]): QosClass {
  const changes = new Map(planned.map((change) => [change.container, change]));
  return podQos(spec, (name, field, resource) => {
    const change = changes.get(name);
    return (field === 'requests' ? change?.to : change?.limits)?.[resource];
  });
}

/** Kubelets that resize report what each running container has; the API server refuses a resize without that. */
function oldKubelet(pod: Pod, node: NodeTraits | undefined): Obstacle | undefined {
  const running = sizedStatuses(pod).find(({ state }) => state?.running);
  if (!running || running.resources) return undefined;
  const { kubeletMinor: minor } = node ?? {};
  const isOld = minor !== undefined && minor < RESIZES_FROM;
  return { code: 'kubelet-cannot-resize', container: running.name, ...(isOld && { minor }) };
}

function isOfWindows({ spec }: Pod): boolean {
  return spec.os?.name === 'windows' || spec.nodeSelector?.['kubernetes.io/os'] === 'windows';
}

/** A kubelet runs it from a file; what the API server has is a mirror of it. */
function isStatic({ metadata }: Pod): boolean {
  return metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined;
}
