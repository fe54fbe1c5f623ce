import { describe, expect, it } from 'vitest';
import { createRegistry } from '@/sandbox/api/create-registry';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import type { Pod, ResourceRequirements } from '@/server/objects/types';

const BURSTABLE: ResourceRequirements = {
  requests: { cpu: '100m', memory: '64Mi' },
  limits: { cpu: '200m', memory: '128Mi' },
};
const GUARANTEED: ResourceRequirements = {
  requests: { cpu: '1', memory: '1Gi' },
  limits: { cpu: '1', memory: '1Gi' },
};

async function clusterWith(resources: ResourceRequirements, spec: Partial<Pod['spec']> = {}) {
  const registry = await createRegistry({ clock: new ManualClock(0), log: silentLogger });
  await registry.create<Pod>('pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'default' },
    spec: { containers: [{ name: 'app', image: 'img:1', resources }], ...spec },
  });
  const resize = (next: ResourceRequirements, also: (pod: Pod) => void = () => undefined) =>
    registry.mutate<Pod>(
      'pods',
      'default',
      'web',
      (draft) => {
        for (const container of draft.spec.containers) container.resources = next;
        also(draft);
      },
      { subresource: 'resize' },
    );
  return { registry, resize };
}

describe('the resize subresource', () => {
  it('changes requests and limits and raises the generation', async () => {
    const { resize } = await clusterWith(BURSTABLE);
    const pod = resize({
      requests: { cpu: '150m', memory: '96Mi' },
      limits: { cpu: '300m', memory: '128Mi' },
    });
    expect(pod.spec.containers[0]?.resources).toEqual({
      requests: { cpu: '150m', memory: '96Mi' },
      limits: { cpu: '300m', memory: '128Mi' },
    });
    expect(pod.metadata.generation).toBe(2);
  });

  it('changes nothing but resources', async () => {
    const { resize } = await clusterWith(BURSTABLE);
    const pod = resize({ ...BURSTABLE, requests: { cpu: '150m', memory: '64Mi' } }, (draft) => {
      draft.spec.nodeName = 'node-7';
      draft.metadata.labels = { sneaked: 'in' };
      for (const container of draft.spec.containers) container.image = 'other:1';
    });
    expect(pod.spec.nodeName).toBeUndefined();
    expect(pod.metadata.labels).toBeUndefined();
    expect(pod.spec.containers[0]?.image).toBe('img:1');
  });

  it.each<[string, ResourceRequirements, ResourceRequirements, RegExp]>([
    [
      'make a Guaranteed pod Burstable',
      GUARANTEED,
      { ...GUARANTEED, requests: { cpu: '500m', memory: '1Gi' } },
      /Pod QOS Class may not change/,
    ],
    [
      'make a Burstable pod Guaranteed',
      BURSTABLE,
      { requests: { cpu: '200m', memory: '128Mi' }, limits: { cpu: '200m', memory: '128Mi' } },
      /Pod QOS Class may not change/,
    ],
    [
      'request more than the limit',
      BURSTABLE,
      { ...BURSTABLE, requests: { cpu: '300m', memory: '64Mi' } },
      /must be less than or equal to cpu limit/,
    ],
    [
      'take a limit away',
      BURSTABLE,
      { requests: { cpu: '100m', memory: '64Mi' }, limits: { cpu: '200m' } },
      /resource limits cannot be removed/,
    ],
    [
      'change another resource',
      BURSTABLE,
      { ...BURSTABLE, requests: { ...BURSTABLE.requests, 'ephemeral-storage': '1Gi' } },
      /only cpu and memory resources are mutable/,
    ],
  ])('may not %s', async (_what, before, after, refusal) => {
    const { resize } = await clusterWith(before);
    expect(() => resize(after)).toThrow(
      expect.objectContaining({ status: 422, message: expect.stringMatching(refusal) }),
    );
  });

  it('is refused for a running container whose status shows no resources', async () => {
    const { registry, resize } = await clusterWith(BURSTABLE);
    const setStatus = (resources?: ResourceRequirements) =>
      registry.mutate<Pod>(
        'pods',
        'default',
        'web',
        (draft) => {
          draft.status = {
            ...draft.status,
            phase: 'Running',
            containerStatuses: [
              {
                name: 'app',
                ready: true,
                restartCount: 0,
                image: '',
                imageID: '',
                state: { running: {} },
                ...(resources ? { resources } : {}),
              },
            ],
          };
        },
        { subresource: 'status' },
      );
    setStatus();
    const wanted = { ...BURSTABLE, requests: { cpu: '150m', memory: '64Mi' } };
    expect(() => resize(wanted)).toThrow(/without support for resize/);
    setStatus(BURSTABLE);
    expect(resize(wanted).spec.containers[0]?.resources?.requests).toEqual({ cpu: '150m', memory: '64Mi' });
  });

  it.each(['Always', undefined])('resizes init containers, restartPolicy %s', async (restartPolicy) => {
    const initContainers = [
      { name: 'proxy', image: 'img:1', resources: BURSTABLE, ...(restartPolicy && { restartPolicy }) },
    ];
    const { registry } = await clusterWith(BURSTABLE, { initContainers });
    const grow = (name: string) =>
      registry.mutate<Pod>(
        'pods',
        'default',
        name,
        (draft) => {
          for (const each of draft.spec.initContainers ?? [])
            each.resources = { ...BURSTABLE, requests: { cpu: '120m', memory: '64Mi' } };
        },
        { subresource: 'resize' },
      );
    expect(grow('web').spec.initContainers?.[0]?.resources?.requests?.cpu).toBe('120m');
  });

  it('is the only way to change the resources of a pod', async () => {
    const { registry } = await clusterWith(BURSTABLE);
    expect(() =>
      registry.mutate<Pod>('pods', 'default', 'web', (draft) => {
        for (const container of draft.spec.containers) container.resources = GUARANTEED;
      }),
    ).toThrow(/pod updates may not change fields/);
  });

  it('counts against quotas and limit ranges', async () => {
    const { registry, resize } = await clusterWith(BURSTABLE);
    await registry.create('limitranges', {
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: 'bounds', namespace: 'default' },
      spec: { limits: [{ type: 'Container', max: { cpu: '500m' } }] },
    } as never);
    await registry.create('resourcequotas', {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'share', namespace: 'default' },
      spec: { hard: { 'requests.cpu': '200m' } },
    } as never);
    const wanted = (request: string, limit: string) => ({
      requests: { cpu: request, memory: '64Mi' },
      limits: { cpu: limit, memory: '128Mi' },
    });
    expect(() => resize(wanted('100m', '600m'))).toThrow(
      /maximum cpu usage per Container is 500m, but limit is 600m/,
    );
    expect(() => resize(wanted('300m', '400m'))).toThrow(
      /exceeded quota: share, requested: requests.cpu=200m/,
    );
    expect(resize(wanted('200m', '400m')).spec.containers[0]?.resources?.requests?.cpu).toBe('200m');
  });
});
