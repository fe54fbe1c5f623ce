import { describe, expect, it } from 'vitest';
import { createRegistry } from '@/sandbox/api/create-registry';
import type { ObjectRegistry } from '@/sandbox/api/object-registry';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import type {
  KubeObject,
  LimitRange,
  Pod,
  ResourceQuota,
  ResourceRequirements,
} from '@/server/objects/types';

const settled = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

function cluster(): Promise<ObjectRegistry> {
  return createRegistry({ clock: new ManualClock(0), log: silentLogger });
}

function pod(name: string, resources: ResourceRequirements = {}, spec: Partial<Pod['spec']> = {}): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default' },
    spec: { containers: [{ name: 'app', image: 'img:1', resources }], ...spec },
  };
}

async function limit(
  registry: ObjectRegistry,
  ...limits: NonNullable<LimitRange['spec']['limits']>
): Promise<LimitRange> {
  return registry.create<LimitRange>('limitranges', {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'bounds', namespace: 'default' },
    spec: { limits },
  });
}

async function quota(
  registry: ObjectRegistry,
  hard: Record<string, string>,
  scopes?: string[],
): Promise<void> {
  await registry.create<ResourceQuota>('resourcequotas', {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'share', namespace: 'default' },
    spec: { hard, ...(scopes ? { scopes } : {}) },
  });
}

async function usedOf(registry: ObjectRegistry): Promise<unknown> {
  await settled();
  return registry.get<ResourceQuota>('resourcequotas', 'default', 'share')?.status?.used;
}

describe('limit ranges', () => {
  it('default their own fields: a maximum is the default limit, a default the default request', async () => {
    const { spec } = await limit(await cluster(), {
      type: 'Container',
      max: { cpu: '1' },
      min: { memory: '32Mi' },
    });
    expect(spec.limits?.[0]).toMatchObject({
      default: { cpu: '1' },
      defaultRequest: { cpu: '1', memory: '32Mi' },
    });
  });

  it('set what a container leaves open, and say so', async () => {
    const registry = await cluster();
    await limit(registry, {
      type: 'Container',
      default: { cpu: '500m' },
      defaultRequest: { cpu: '100m', memory: '64Mi' },
    });
    const created = await registry.create('pods', pod('web', { requests: { memory: '1Gi' } }));
    expect(created.spec.containers[0]?.resources).toEqual({
      requests: { memory: '1Gi', cpu: '100m' },
      limits: { cpu: '500m' },
    });
    expect(created.metadata.annotations?.['kubernetes.io/limit-ranger']).toBe(
      'LimitRanger plugin set: cpu request for container app; cpu limit for container app',
    );
  });

  it.each<[string, NonNullable<LimitRange['spec']['limits']>[number], ResourceRequirements, RegExp]>([
    [
      'a request below the minimum',
      { type: 'Container', min: { cpu: '200m' } },
      { requests: { cpu: '100m' } },
      /minimum cpu usage per Container is 200m, but request is 100m/,
    ],
    [
      'a pod that asks for too much',
      { type: 'Pod', max: { cpu: '1' } },
      { requests: { cpu: '2' }, limits: { cpu: '2' } },
      /maximum cpu usage per Pod is 1, but limit is 2/,
    ],
    [
      'a pod that sets no limit',
      { type: 'Pod', max: { cpu: '1' } },
      {},
      /maximum cpu usage per Pod is 1. {2}No limit is specified/,
    ],
    [
      'a ratio too high',
      { type: 'Container', maxLimitRequestRatio: { cpu: '2' } },
      { requests: { cpu: '100m' }, limits: { cpu: '300m' } },
      /cpu max limit to request ratio per Container is 2, but provided ratio is 3.000000/,
    ],
  ])('refuse %s', async (_what, bounds, resources, refusal) => {
    const registry = await cluster();
    await limit(registry, bounds);
    await expect(registry.create('pods', pod('web', resources))).rejects.toMatchObject({
      status: 403,
      message: expect.stringMatching(refusal),
    });
  });
});

describe('resource quotas', () => {
  it('count pods as they come, end and go', async () => {
    const registry = await cluster();
    await registry.create('pods', pod('before', { requests: { cpu: '100m' } }));
    await quota(registry, { pods: '10', 'requests.cpu': '1', 'limits.memory': '1Gi' });
    expect(await usedOf(registry)).toEqual({ pods: '1', 'requests.cpu': '100m', 'limits.memory': '0' });
    await registry.create('pods', pod('web', { requests: { cpu: '250m' }, limits: { memory: '64Mi' } }));
    expect(await usedOf(registry)).toEqual({ pods: '2', 'requests.cpu': '350m', 'limits.memory': '64Mi' });
    registry.mutate<Pod>(
      'pods',
      'default',
      'before',
      (draft) => {
        draft.status = { ...draft.status, phase: 'Succeeded' };
      },
      { subresource: 'status' },
    );
    registry.delete('pods', 'default', 'web', { gracePeriodSeconds: 0 });
    expect(await usedOf(registry)).toEqual({ pods: '0', 'requests.cpu': '0', 'limits.memory': '0' });
  });

  it('count the larger of what init containers and containers need, and sidecars with both', async () => {
    const registry = await cluster();
    await quota(registry, { 'requests.cpu': '10' });
    const asks = (cpu: string) => ({ requests: { cpu } });
    await registry.create(
      'pods',
      pod('web', asks('1'), {
        initContainers: [
          { name: 'proxy', image: 'i', restartPolicy: 'Always', resources: asks('200m') },
          { name: 'setup', image: 'i', resources: asks('2') },
        ],
      }),
    );
    expect(await usedOf(registry)).toEqual({ 'requests.cpu': '2200m' });
  });

  it('count the overhead in limits too, where there are any', async () => {
    const registry = await cluster();
    await quota(registry, { 'requests.cpu': '1', 'limits.cpu': '1', 'limits.memory': '1Gi' });
    const overhead = { cpu: '50m', memory: '10Mi' };
    await registry.create(
      'pods',
      pod('web', { requests: { cpu: '100m' }, limits: { cpu: '200m', memory: '0' } }, { overhead }),
    );
    expect(await usedOf(registry)).toEqual({
      'requests.cpu': '150m',
      'limits.cpu': '250m',
      'limits.memory': '0',
    });
  });

  it('count other objects by name', async () => {
    const registry = await cluster();
    await quota(registry, { 'count/configmaps': '1', configmaps: '5' });
    const map = (name: string): KubeObject => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: 'default' },
    });
    await registry.create('configmaps', map('a'));
    await expect(registry.create('configmaps', map('b'))).rejects.toMatchObject({
      message:
        'configmaps "b" is forbidden: exceeded quota: share, requested: count/configmaps=1, used: count/configmaps=1, limited: count/configmaps=1',
    });
  });

  it('with a scope count and refuse only objects in it', async () => {
    const registry = await cluster();
    await quota(registry, { pods: '1' }, ['BestEffort']);
    await registry.create('pods', pod('one'));
    await registry.create('pods', pod('burstable', { requests: { cpu: '1' } }));
    await expect(registry.create('pods', pod('two'))).rejects.toThrow(/exceeded quota/);
    expect(await usedOf(registry)).toEqual({ pods: '1' });
  });
});

describe('priority', () => {
  it('is that of the class a pod names, which must exist', async () => {
    const registry = await cluster();
    const important = {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'important' },
      value: 1000,
    };
    await registry.create<KubeObject>('priorityclasses.scheduling.k8s.io', important);
    expect(
      (await registry.create('pods', pod('a', {}, { priorityClassName: 'important' }))).spec.priority,
    ).toBe(1000);
    expect((await registry.create('pods', pod('b'))).spec.priority).toBe(0);
    await expect(registry.create('pods', pod('c', {}, { priorityClassName: 'none' }))).rejects.toMatchObject({
      status: 403,
      message: 'pods "c" is forbidden: no PriorityClass with name none was found',
    });
  });
});

describe('a pod with pod-level resources', () => {
  it('requests what its containers request together, or else its limit', async () => {
    const registry = await cluster();
    const resources: ResourceRequirements = { limits: { cpu: '2', memory: '1Gi' } };
    const created = await registry.create('pods', pod('a', { requests: { cpu: '300m' } }, { resources }));
    expect(created.spec.resources?.requests).toEqual({ cpu: '300m', memory: '1Gi' });
  });

  it.each<[string, ResourceRequirements, string]>([
    ['request more together', { requests: { cpu: '2' } }, 'aggregate container requests of 2'],
    ['are limited to more', { limits: { cpu: '2' }, requests: { cpu: '1m' } }, 'pod limits of 1'],
  ])('is refused when its containers %s', async (_case, resources, message) => {
    const registry = await cluster();
    const own: ResourceRequirements = { requests: { cpu: '1' }, limits: { cpu: '1' } };
    await expect(registry.create('pods', pod('a', resources, { resources: own }))).rejects.toThrow(message);
  });
});
