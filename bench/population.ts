import { defaultConfig } from '@/server/config';
import { estimatorOf } from '@/server/decide/estimators';
import { ClusterState } from '@/server/model/cluster-state';
import type { ContainerRef } from '@/server/model/cluster-types';
import { selectorFrom } from '@/server/objects/selector';

export const CONTAINERS = 10_000;
export const LABEL_SETS = 2000;
const NAMESPACES = 20;
const PODS_EACH = 5;

/** The n-th workload's namespace, name and pod labels; label sets differ as those of Deployments do. */
export function workload(index: number) {
  const name = `service-${index}`;
  return {
    namespace: `team-${index % NAMESPACES}`,
    name,
    labels: {
      app: name,
      'app.kubernetes.io/managed-by': 'helm',
      'pod-template-hash': (index * 2_654_435_761).toString(16).slice(-10),
      tier: index % 3 === 0 ? 'frontend' : 'backend',
    },
  };
}

/** How many workloads so many containers are of: five pods each where they are many. */
export function workloadsOf(containers: number): number {
  return Math.max(LABEL_SETS, containers / PODS_EACH);
}

/** 10,000 containers, one per pod, with 2,000 label sets. */
export function populate(state: ClusterState): void {
  for (let index = 0; index < CONTAINERS; index++) {
    const { namespace, labels } = workload(index % LABEL_SETS);
    state.setPod({
      namespace,
      name: podName(index),
      labels,
      phase: 'Running',
      containers: [{ name: 'app', requests: {} }],
    });
  }
}

function podName(index: number, workloads = LABEL_SETS): string {
  const { name, labels } = workload(index % workloads);
  return `${name}-${labels['pod-template-hash']}-${Math.floor(index / workloads).toString(36)}x${index.toString(36)}`;
}

/** The containers by identity, as a metrics response names them: with new strings, not those of the model. */
export function containerRefs(count = CONTAINERS): ContainerRef[] {
  const workloads = workloadsOf(count);
  const text = JSON.stringify(
    Array.from({ length: count }, (_, index) => ({
      namespace: workload(index % workloads).namespace,
      pod: podName(index, workloads),
      container: 'app',
    })),
  );
  return JSON.parse(text) as ContainerRef[];
}

/** One VPA for each workload. */
export function addVpas(state: ClusterState): void {
  for (let index = 0; index < LABEL_SETS; index++) {
    const { namespace, name } = workload(index);
    const selector = selectorFrom({ matchLabels: { 'app.kubernetes.io/managed-by': 'helm', app: name } });
    state.setVpa({ namespace, name: `${name}-vpa`, selector });
  }
}

export function newState(): ClusterState {
  const config = defaultConfig();
  return new ClusterState(config, estimatorOf('percentile', config).learning);
}
