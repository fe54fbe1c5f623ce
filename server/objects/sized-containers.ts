import type { Container, ContainerStatus, Pod, PodSpec } from './types';

type Containers = Pick<PodSpec, 'containers' | 'initContainers'>;

/** Whether an init container keeps running beside the containers of its pod (Kubernetes 1.29 on). */
export function isNativeSidecar({ restartPolicy }: Pick<Container, 'restartPolicy'>): boolean {
  return restartPolicy === 'Always';
}

/** The init containers of a pod that keep running. */
export function nativeSidecars({ initContainers }: Pick<Containers, 'initContainers'>): readonly Container[] {
  return initContainers?.some(isNativeSidecar) ? initContainers.filter(isNativeSidecar) : NONE;
}

const NONE: readonly Container[] = [];

/**
 * The containers that a VPA sizes: the ordinary ones in their order, then the native sidecars in theirs. Init containers
 * that end are not among them.
 * @param withSidecars false leaves sidecars out, as the reference does
 */
export function sizedContainers(spec: Containers, withSidecars = true): readonly Container[] {
  const sidecars = withSidecars ? nativeSidecars(spec) : NONE;
  return sidecars.length === 0 ? spec.containers : [...spec.containers, ...sidecars];
}

/** A container and where it is in its pod. */
export interface SizedPlace {
  readonly container: Container;
  readonly list: 'containers' | 'initContainers';
  readonly index: number;
}

/** The same containers with their places in the pod. */
export function sizedPlaces(spec: Containers, withSidecars = true): readonly SizedPlace[] {
  const { containers, initContainers = NONE } = spec;
  const places: SizedPlace[] = [];
  for (let index = 0; index < containers.length; index++) {
    const container = containers[index];
    if (container) places.push({ container, list: 'containers', index });
  }
  for (let index = 0; withSidecars && index < initContainers.length; index++) {
    const container = initContainers[index];
    if (container && isNativeSidecar(container)) places.push({ container, list: 'initContainers', index });
  }
  return places;
}

export function sizedContainer(spec: Containers, name: string): Container | undefined {
  return (
    spec.containers.find((one) => one.name === name) ??
    spec.initContainers?.find((one) => one.name === name && isNativeSidecar(one))
  );
}

/** The pod with these containers changed, wherever they are in it; the others, and their lists, stay the same. */
export function withSizedContainers<T extends Containers>(
  spec: T,
  change: (container: Container) => Container,
): T {
  const { initContainers } = spec;
  const containers = spec.containers.map(change);
  return initContainers?.some(isNativeSidecar)
    ? {
        ...spec,
        containers,
        initContainers: initContainers.map((one) => (isNativeSidecar(one) ? change(one) : one)),
      }
    : { ...spec, containers };
}

/** What the kubelet says of the containers that a VPA sizes. */
export function sizedStatuses({ spec, status }: Pick<Pod, 'spec' | 'status'>): readonly ContainerStatus[] {
  const own = status?.containerStatuses ?? NO_STATUSES;
  const ofInit = status?.initContainerStatuses;
  if (!ofInit?.length) return own;
  const names = new Set(nativeSidecars(spec).map(({ name }) => name));
  return names.size === 0 ? own : [...own, ...ofInit.filter(({ name }) => names.has(name))];
}

const NO_STATUSES: readonly ContainerStatus[] = [];

export function statesWhole({ resources }: Pick<PodSpec, 'resources'>): boolean {
  if (!resources) return false;
  const { requests, limits } = resources;
  return [requests, limits].some((list) => list?.cpu !== undefined || list?.memory !== undefined);
}
