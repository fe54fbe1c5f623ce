import { resourceListFrom } from '../../objects/quantity';
import { withSizedContainers } from '../../objects/sized-containers';
import { WHOLE_POD } from '../../objects/whole-pod';
import { type PodDemand, podNeed } from '../places/pod-need';
import type { ContainerChange } from './planned';
import type { ProposedUpdate } from './policy';

/** What the pod, or its successor, takes of a node once it states what is planned. */
export function needAfter({ facts, changes }: Pick<ProposedUpdate, 'facts' | 'changes'>): PodDemand {
  const { pod } = facts;
  const spec = withSizedContainers(pod.spec, (container) => {
    const change = changes.find((one) => one.container === container.name);
    if (!change) return container;
    const requests = { ...container.resources?.requests, ...resourceListFrom(requested(change)) };
    return { ...container, resources: { ...container.resources, requests } };
  });
  const whole = changes.find(({ container }) => container === WHOLE_POD);
  const requests = { ...spec.resources?.requests, ...(whole && resourceListFrom(requested(whole))) };
  const sized = whole ? { ...spec, resources: { ...spec.resources, requests } } : spec;
  return podNeed({ ...pod, spec: sized, status: undefined });
}

function requested({ to: { cpu, memory } }: ContainerChange) {
  return { cpu, memory };
}
