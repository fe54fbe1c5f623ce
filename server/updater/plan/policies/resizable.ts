import type { ContainerChange } from '../../../contract/plan';
import { sizedStatuses } from '../../../kube/sized-containers';
import type { Pod } from '../../../kube/types';
import type { NamespaceLimits } from '../../../policy/limit-bounds';
import { planFault } from '../../../policy/plan-check';
import { podQos, type QosClass } from '../../../policy/qos-class';
import type { Reason } from '../../../words/reasons';

/** What gets a resize refused, whatever it changes, or because of it; known before it is asked for. */
export const RESIZE_OBSTACLES = [
  'resize-not-on-windows',
  'kubelet-cannot-resize',
  'resize-changes-qos',
  'resize-not-allowed',
] as const;

/**
 * Why the API server or the kubelet would refuse to resize a pod so; undefined if nothing is known to.
 * https://github.com/kubernetes/enhancements/tree/master/keps/sig-node/1287-in-place-update-pod-resources
 */
export function resizeObstacle(
  pod: Pod,
  planned: readonly ContainerChange[],
  limits: NamespaceLimits,
): (Reason & { code: (typeof RESIZE_OBSTACLES)[number] }) | undefined {
  if (isOfWindows(pod)) return { code: 'resize-not-on-windows' };
  const unreported = oldKubelet(pod);
  if (unreported !== undefined) return { code: 'kubelet-cannot-resize', container: unreported };
  const changed = planned.map(({ container, to, limits: limited }) => ({
    name: container,
    requests: to,
    limits: limited,
  }));
  const message = planFault(pod, changed, limits);
  if (message !== undefined) return { code: 'resize-not-allowed', message };
  const from = podQos(pod.spec);
  const to = qosAfter(pod, planned);
  return from === to ? undefined : { code: 'resize-changes-qos', from, to };
}

function qosAfter({ spec }: Pod, planned: readonly ContainerChange[]): QosClass {
  const changes = new Map(planned.map((change) => [change.container, change]));
  return podQos(spec, (name, field, resource) => {
    const change = changes.get(name);
    return (field === 'requests' ? change?.to : change?.limits)?.[resource];
  });
}

/** Kubelets that resize report what each running container has; the API server refuses a resize without that. */
function oldKubelet(pod: Pod): string | undefined {
  const running = sizedStatuses(pod).find(({ state }) => state?.running);
  return running && !running.resources ? running.name : undefined;
}

function isOfWindows({ spec }: Pod): boolean {
  return spec.nodeSelector?.['kubernetes.io/os'] === 'windows';
}
