import type { Registry } from '@/sandbox/api/registry';
import { type Clock, toKubeTime } from '@/server/lib/time/clock';
import type { Pod, PodMetrics } from '@/server/objects/types';
import { isReady } from './updating';

/** What a container uses by itself, and its part of a load that all ready pods share; millicores and MiB. */
export interface LoadUse {
  readonly own: { readonly cpu: number; readonly memory: number };
  readonly shared: { readonly cpu: number; readonly memory: number };
}

const WINDOW_MS = 15_000;

/**
 * Lets the metrics API of an embedded cluster answer as if the ready pods of each workload, by label `app`,
 * shared its load: the more pods, the less each uses.
 */
export function shareLoad(
  registry: Registry,
  clock: Clock,
  loads: Readonly<Record<string, Readonly<Record<string, LoadUse>>>>,
): void {
  const measured = (): PodMetrics[] => {
    const pods = [...registry.list<Pod>('pods')].filter(isReady);
    const timestamp = toKubeTime(Math.floor(clock.now() / WINDOW_MS) * WINDOW_MS);
    return pods.map(({ metadata, spec }): PodMetrics => {
      const app = metadata.labels?.app ?? '';
      const peers = pods.filter((pod) => pod.metadata.labels?.app === app).length;
      return {
        apiVersion: 'metrics.k8s.io/v1beta1',
        kind: 'PodMetrics',
        metadata: { name: metadata.name, namespace: metadata.namespace, labels: metadata.labels },
        timestamp,
        window: `${WINDOW_MS / 1000}s`,
        containers: spec.containers.map(({ name }) => {
          const { own, shared } = loads[app]?.[name] ?? NOTHING;
          const of = (resource: 'cpu' | 'memory') => Math.round(own[resource] + shared[resource] / peers);
          return { name, usage: { cpu: `${of('cpu')}m`, memory: `${of('memory')}Mi` } };
        }),
      };
    });
  };
  registry.addVirtual({
    group: 'metrics.k8s.io',
    version: 'v1beta1',
    plural: 'pods',
    singular: '',
    kind: 'PodMetrics',
    namespaced: true,
    list: (namespace) => measured().filter(({ metadata }) => !namespace || metadata.namespace === namespace),
    get: (namespace, name) =>
      measured().find(({ metadata }) => metadata.namespace === namespace && metadata.name === name),
  });
}

const NOTHING: LoadUse = { own: { cpu: 1, memory: 1 }, shared: { cpu: 0, memory: 0 } };
