import type { ClusterCaches } from '@/server/kube/caches';
import type { Labels } from '@/server/objects/selector';
import type { Workload } from '@/server/objects/types';
import { targetedKindOf, type WorkloadKind } from '@/server/objects/workload-kinds';
import type { KnownPods } from '@/server/usage/prometheus/pod-labels';

/** The kinds that create the controllers of pods, and name them after themselves. */
const MAKERS = { ReplicaSet: 'deployments', Job: 'cronJobs' } as const;
const TEMPLATE_HASH = 'pod-template-hash';

/** Where the labels of pods are known. */
interface LabelledPods {
  pod(namespace: string, name: string): { readonly labels: Labels } | undefined;
  labelNames(namespace: string): Iterable<string>;
}

/** What model and caches know of pods and their controllers. */
export function knownPods(state: LabelledPods, caches: Pick<ClusterCaches, WorkloadKind>): KnownPods {
  return {
    labelsOf: (namespace, pod) => state.pod(namespace, pod)?.labels,
    labelNames: (namespace) => state.labelNames(namespace),
    templateOf: (namespace, kind, name) => {
      const workloads = targetedKindOf(kind);
      const own = workloads && labelsOf(caches[workloads].get(namespace, name));
      if (own) return own;
      const maker = kind === 'ReplicaSet' || kind === 'Job' ? MAKERS[kind] : undefined;
      const dash = name.lastIndexOf('-');
      if (!maker || dash < 0) return undefined;
      const labels = labelsOf(caches[maker].get(namespace, name.slice(0, dash)));
      return labels && kind === 'ReplicaSet' ? { ...labels, [TEMPLATE_HASH]: name.slice(dash + 1) } : labels;
    },
  };
}

function labelsOf(workload: Workload | undefined): Labels | undefined {
  const { template, jobTemplate } = workload?.spec ?? {};
  return (template ?? jobTemplate?.spec.template)?.metadata?.labels;
}
