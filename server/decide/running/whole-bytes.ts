import { sizedContainers } from '../../objects/sized-containers';
import type { Pod } from '../../objects/types';
import { WHOLE_POD } from '../../objects/whole-pod';
import { wholeBytes } from '../pods/whole-bytes';
import type { ContainerChange } from './planned';

/**
 * The changes of a resize, with all memory that the pod states with a part of a byte in whole ones, rounded up: a kubelet
 * never ends a resize of a pod that states parts of one, also where it is only carried along (seen from a real kubelet
 * 1.37.2).
 */
export function inWholeBytes({ spec }: Pod, changes: readonly ContainerChange[]): readonly ContainerChange[] {
  const all = [...changes];
  for (const { name, resources } of [
    ...sizedContainers(spec),
    { name: WHOLE_POD, resources: spec.resources },
  ]) {
    const { requests: to, limits } = wholeBytes(resources);
    if (Object.keys(to).length + Object.keys(limits).length === 0) continue;
    const at = all.findIndex(({ container }) => container === name);
    const own = all[at] ?? { container: name, from: {}, to: {}, limits: {} };
    all.splice(at < 0 ? all.length : at, 1, {
      ...own,
      to: { ...to, ...own.to },
      limits: { ...limits, ...own.limits },
    });
  }
  return all;
}
