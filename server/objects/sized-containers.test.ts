import { describe, expect, it } from 'vitest';
import {
  nativeSidecars,
  sizedContainer,
  sizedContainers,
  sizedPlaces,
  sizedStatuses,
  withSizedContainers,
} from './sized-containers';
import type { Container, ContainerStatus, PodSpec } from './types';

const proxy: Container = { name: 'proxy', restartPolicy: 'Always' };
const setup: Container = { name: 'setup' };
const app: Container = { name: 'app' };
const spec: PodSpec = { initContainers: [setup, proxy], containers: [app] };
const status = (name: string): ContainerStatus => ({
  name,
  ready: true,
  restartCount: 0,
  image: '',
  imageID: '',
});

describe('the containers of a pod that a VPA sizes', () => {
  it('are the ordinary ones and then the native sidecars, without init containers that end', () => {
    expect(sizedContainers(spec)).toEqual([app, proxy]);
    expect(nativeSidecars(spec)).toEqual([proxy]);
    expect(sizedContainer(spec, 'proxy')).toBe(proxy);
    expect(sizedContainer(spec, 'setup')).toBeUndefined();
  });

  it('are the ordinary ones alone as the reference sees them', () => {
    expect(sizedContainers(spec, false)).toBe(spec.containers);
  });

  it('are the list itself without a sidecar', () => {
    const plain: PodSpec = { initContainers: [setup], containers: [app] };
    expect(sizedContainers(plain)).toBe(plain.containers);
  });

  it('have their places in the pod', () => {
    expect(sizedPlaces(spec)).toEqual([
      { container: app, list: 'containers', index: 0 },
      { container: proxy, list: 'initContainers', index: 1 },
    ]);
    expect(sizedPlaces(spec, false)).toHaveLength(1);
  });

  it('are changed where they are, and the others stay', () => {
    const changed = withSizedContainers(spec, (one) => ({ ...one, image: 'new' }));
    expect(changed.containers).toEqual([{ ...app, image: 'new' }]);
    expect(changed.initContainers).toEqual([setup, { ...proxy, image: 'new' }]);
  });

  it('have their states in two lists', () => {
    const pod = {
      spec,
      status: {
        containerStatuses: [status('app')],
        initContainerStatuses: [status('setup'), status('proxy')],
      },
    };
    expect(sizedStatuses(pod).map(({ name }) => name)).toEqual(['app', 'proxy']);
  });
});
