import { describe, expect, it } from 'vitest';
import { createRegistry } from '@/sandbox/api/create-registry';
import type { RegistryEvent } from '@/sandbox/api/registry';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import type { KubeObject, Pod, Workload } from '@/server/objects/types';

const START_MS = Date.parse('2025-01-01T00:00:00Z');

function cluster() {
  return createRegistry({ clock: new ManualClock(START_MS), log: silentLogger });
}

function pod(name: string, extra: Partial<Pod['metadata']> = {}): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', ...extra },
    spec: { containers: [{ name: 'app', image: 'img:1' }] },
  };
}

function configMap(name: string, extra: Partial<KubeObject['metadata']> = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default', ...extra } };
}

const settled = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

describe('the in-process registry', () => {
  it('gives a new object its identity', async () => {
    const registry = await cluster();
    const created = await registry.create('pods', pod('web'));
    expect(created.metadata).toMatchObject({
      name: 'web',
      namespace: 'default',
      creationTimestamp: '2025-01-01T00:00:00Z',
      generation: 1,
    });
    expect(created.metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
    expect(Number(created.metadata.resourceVersion)).toBeGreaterThan(0);
    expect(created.status).toEqual({ phase: 'Pending', qosClass: 'BestEffort' });
  });

  it('names an object from its generateName', async () => {
    const registry = await cluster();
    const created = await registry.create('pods', pod('', { generateName: 'web-' }));
    expect(created.metadata.name).toMatch(/^web-[a-z0-9]{5}$/);
  });

  it('refuses a second object of the same name with 409', async () => {
    const registry = await cluster();
    await registry.create('pods', pod('web'));
    await expect(registry.create('pods', pod('web'))).rejects.toMatchObject({
      status: 409,
      reason: 'AlreadyExists',
    });
  });

  it('refuses objects in a namespace that does not exist', async () => {
    const registry = await cluster();
    await expect(registry.create('pods', pod('web', { namespace: 'nowhere' }))).rejects.toMatchObject({
      status: 404,
    });
  });

  it('keeps the resourceVersion if nothing changes', async () => {
    const registry = await cluster();
    const created = await registry.create('configmaps', configMap('a'));
    expect(registry.mutate('configmaps', 'default', 'a', () => undefined)).toBe(created);
  });

  it('raises the generation with the spec and not with the status', async () => {
    const registry = await cluster();
    await registry.create<Workload>('deployments.apps', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: 'default' },
      spec: {
        selector: { matchLabels: { app: 'web' } },
        template: { metadata: { labels: { app: 'web' } }, spec: pod('x').spec },
      },
    });
    const status = registry.mutate<Workload>(
      'deployments.apps',
      'default',
      'web',
      (draft) => {
        draft.status = { replicas: 1 };
        draft.spec.replicas = 9;
      },
      { subresource: 'status' },
    );
    expect(status).toMatchObject({
      metadata: { generation: 1 },
      spec: { replicas: 1 },
      status: { replicas: 1 },
    });
    const scaled = registry.mutate<Workload>('deployments.apps', 'default', 'web', (draft) => {
      draft.spec.replicas = 3;
      draft.status = { replicas: 7 };
    });
    expect(scaled).toMatchObject({
      metadata: { generation: 2 },
      spec: { replicas: 3 },
      status: { replicas: 1 },
    });
  });

  it('refuses a write over a version that is no longer current', async () => {
    const registry = await cluster();
    const first = await registry.create('configmaps', configMap('a'));
    registry.mutate('configmaps', 'default', 'a', (draft) => {
      draft.metadata.labels = { a: 'b' };
    });
    expect(() =>
      registry.update('configmaps', { ...first, metadata: { ...first.metadata, labels: {} } }),
    ).toThrow(/the object has been modified/);
  });

  it('keeps a running pod until its kubelet confirms', async () => {
    const registry = await cluster();
    await registry.create('pods', pod('web'));
    registry.mutate<Pod>(
      'pods',
      'default',
      'web',
      (draft) => {
        draft.spec.nodeName = 'node-0';
      },
      { subresource: 'binding' },
    );
    registry.delete('pods', 'default', 'web');
    expect(registry.get<Pod>('pods', 'default', 'web')?.metadata).toMatchObject({
      deletionTimestamp: '2025-01-01T00:00:30Z',
      deletionGracePeriodSeconds: 30,
    });
    registry.delete('pods', 'default', 'web', { gracePeriodSeconds: 0 });
    expect(registry.get('pods', 'default', 'web')).toBeUndefined();
  });

  it('removes a pod that no node runs at once', async () => {
    const registry = await cluster();
    await registry.create('pods', pod('web'));
    registry.delete('pods', 'default', 'web');
    expect(registry.get('pods', 'default', 'web')).toBeUndefined();
  });

  it('keeps an object until its finalizers are removed', async () => {
    const registry = await cluster();
    await registry.create('configmaps', configMap('a', { finalizers: ['example.com/hold'] }));
    registry.delete('configmaps', 'default', 'a');
    expect(registry.get('configmaps', 'default', 'a')?.metadata.deletionTimestamp).toBeDefined();
    registry.mutate('configmaps', 'default', 'a', (draft) => {
      draft.metadata.finalizers = [];
    });
    expect(registry.get('configmaps', 'default', 'a')).toBeUndefined();
  });

  it.each([
    ['Background', undefined],
    ['Foreground', undefined],
    ['Orphan', 'child'],
  ] as const)('propagates a %s deletion', async (propagationPolicy, survivor) => {
    const registry = await cluster();
    const owner = await registry.create('configmaps', configMap('owner'));
    const reference = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name: 'owner',
      uid: owner.metadata.uid ?? '',
      blockOwnerDeletion: true,
    };
    await registry.create('configmaps', configMap('child', { ownerReferences: [reference] }));
    expect([...registry.ownedBy('configmaps', owner.metadata.uid ?? '')]).toHaveLength(1);
    registry.delete('configmaps', 'default', 'owner', { propagationPolicy });
    await settled();
    await settled();
    expect(registry.get('configmaps', 'default', 'owner')).toBeUndefined();
    expect(registry.get('configmaps', 'default', 'child')?.metadata.name).toBe(survivor);
  });

  it('empties a namespace before it goes', async () => {
    const registry = await cluster();
    await registry.create('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } });
    await registry.create('configmaps', configMap('a', { namespace: 'team' }));
    registry.delete('namespaces', undefined, 'team');
    expect(registry.get('namespaces', undefined, 'team')).toMatchObject({ status: { phase: 'Terminating' } });
    await settled();
    await settled();
    expect(registry.get('configmaps', 'team', 'a')).toBeUndefined();
    expect(registry.get('namespaces', undefined, 'team')).toBeUndefined();
  });

  it('reports changes in the order they were made, including those made by a listener', async () => {
    const registry = await cluster();
    const seen: string[] = [];
    registry.watch('configmaps', (event) => {
      if (event.type !== 'ADDED' || event.object.metadata.name !== 'a') return;
      registry.mutate('configmaps', 'default', 'a', (draft) => {
        draft.metadata.labels = { seen: 'yes' };
      });
    });
    registry.watch('configmaps', (event: RegistryEvent) => {
      seen.push(
        `${event.type} ${event.object.metadata.name} ${event.object.metadata.labels?.seen ?? ''}`.trim(),
      );
    });
    await registry.create('configmaps', configMap('a'));
    registry.delete('configmaps', 'default', 'a');
    expect(seen).toEqual(['ADDED a', 'MODIFIED a yes', 'DELETED a yes']);
  });
});
