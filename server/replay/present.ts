import { podsOfGroup } from '@/server/cluster/group-pods';
import { effectiveAmounts } from '@/server/decide/pods/effective-amounts';
import type { FeatureGates } from '@/server/decide/pods/vpa-faults';
import type { ClusterContext } from '@/server/kube/role-context';
import { isPodGroupRef } from '@/server/objects/plumbline-types';
import { isFinished } from '@/server/objects/pod-phase';
import { podsOfRun, podTemplateOf } from '@/server/objects/pod-template';
import { type Selector, selectorMatches } from '@/server/objects/selector';
import { sizedContainers } from '@/server/objects/sized-containers';
import type { Pod, PodTemplateSpec, Workload } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import type { PresentWorkload } from './live/recorded-workload';

/** Replicas that are lived through one by one; more would only take longer. */
export const MOST_REPLICAS = 200;

/** A workload as it is now, and the labels of its pods. */
export interface PresentState {
  readonly labels: Readonly<Record<string, string>>;
  readonly workload: PresentWorkload;
}

/** The workload as it is now, or what is wrong with it. */
export async function presentOf(
  { caches, targets }: Pick<ClusterContext, 'caches' | 'targets'>,
  vpa: VerticalPodAutoscaler,
  gates: FeatureGates,
): Promise<PresentState | string> {
  const { namespace = '', name } = vpa.metadata;
  const targetRef = vpa.spec?.targetRef;
  if (!targetRef) return 'it names no target';
  const target = await targets.resolveTarget(namespace, targetRef);
  switch (target.kind) {
    case 'missing':
      return `its target ${targetRef.kind} ${targetRef.name} does not exist`;
    case 'unsupported':
      return `its target cannot be used: ${target.detail}`;
    case 'not-topmost':
      return `its target belongs to ${target.by.kind} ${target.by.name}`;
    case 'failed':
      return `its target cannot be read: ${target.error.message}`;
    case 'found': {
      const group = isPodGroupRef(target.topmost);
      const pods = group
        ? podsOfGroup({ caches, targets }, namespace, target.topmost.name, gates)
            .map(({ pod }) => pod)
            .filter(isLive)
        : podsOf(caches, namespace, target.selector);
      if (group && !areAlike(pods))
        return 'the pods of its group have different containers, and a replay needs pods that are alike';
      const template = (target.workload && podTemplateOf(target.workload)) ?? templateFrom(pods[0]);
      if (!template) return 'its target has no pods yet';
      const replicas = replicasOf(target.workload) ?? pods.length;
      return {
        labels: template.metadata?.labels ?? {},
        workload: {
          namespace,
          name,
          selector: target.selector,
          replicas: Math.min(MOST_REPLICAS, Math.max(1, replicas)),
          containers: sizedContainers(template.spec).map(effectiveAmounts),
        },
      };
    }
  }
}

function podsOf(caches: ClusterContext['caches'], namespace: string, selector: Selector): Pod[] {
  return [...caches.pods.list(namespace)].filter(
    (pod) => isLive(pod) && selectorMatches(selector, pod.metadata.labels ?? {}),
  );
}

function isLive({ status }: Pod): boolean {
  return !isFinished(status?.phase);
}

function areAlike(pods: readonly Pod[]): boolean {
  return (
    new Set(
      pods.map(({ spec }) =>
        sizedContainers(spec)
          .map(({ name }) => name)
          .join(' '),
      ),
    ).size <= 1
  );
}

function templateFrom(pod: Pod | undefined): PodTemplateSpec | undefined {
  return pod && { metadata: { labels: pod.metadata.labels }, spec: pod.spec };
}

/** Undefined for kinds without a number of their own. */
function replicasOf(workload: Workload | undefined): number | undefined {
  if (!workload) return undefined;
  if (workload.spec.jobTemplate) return podsOfRun(workload);
  return workload.spec.replicas ?? workload.spec.parallelism;
}
