import { ApiError } from '@/sandbox/api/api-error';
import type { ControlPlane, Running } from '@/sandbox/controllers/control-plane';
import { WorkQueue } from '@/sandbox/controllers/work-queue';
import type { Namespace } from '@/server/objects/types';

/** Creates the default service account of every namespace, as a real controller manager does. */
export function startNamespaceDefaults(plane: ControlPlane): Running {
  const { registry } = plane;
  const queue = new WorkQueue(plane.clock, plane.log, async (namespace) => {
    const found = registry.get<Namespace>('namespaces', undefined, namespace);
    if (!found || found.metadata.deletionTimestamp) return;
    if (registry.get('serviceaccounts', namespace, 'default')) return;
    try {
      const metadata = { name: 'default', namespace };
      await registry.create('serviceaccounts', { apiVersion: 'v1', kind: 'ServiceAccount', metadata });
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason !== 'AlreadyExists') throw error;
    }
  });
  const unwatch = registry.watch<Namespace>(
    'namespaces',
    (event) => {
      if (event.type === 'ADDED') queue.add(event.object.metadata.name);
    },
    { replay: true },
  );
  return {
    stop: () => {
      unwatch();
      queue.stop();
    },
    idle: () => queue.idle(),
  };
}
