import type { ClusterCaches } from '../../kube/caches';
import { controllerOf } from '../../kube/owner-index';
import { podsOfRun, podTemplateOf } from '../../kube/pod-template';
import { refOfWorkload } from '../../kube/target-key';
import type { OwnerRef } from '../../kube/targets';
import type { Pod, PodTemplateSpec, Workload } from '../../kube/types';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import {
  LASTING_KINDS,
  selectorOfWorkload,
  type WorkloadKind,
  workloadKindOf,
} from '../../kube/workload-kinds';
import { isFinished } from '../../model/pod-phase';
import { type Selector, selectorMatches } from '../../model/selector';
import type { ScanReport } from '../report';

/** A workload to look at. */
export interface ScanTarget {
  readonly ref: OwnerRef;
  readonly workload: Workload;
  readonly template: PodTemplateSpec;
  readonly selector: Selector;
  /** Its pods that have not ended. */
  readonly pods: readonly Pod[];
  /** How many pods it asks for. */
  readonly replicas: number;
  readonly vpa?: VerticalPodAutoscaler;
  /** What makes it, of a kind that is not known here: its template is changed there. */
  readonly madeBy?: string;
}

type Listed = Pick<ClusterCaches, (typeof LASTING_KINDS)[number] | 'pods' | 'vpasByTarget'>;

/** Every workload that is made by no other of these, and those that cannot be looked at. */
export function scanTargets(caches: Listed): { targets: ScanTarget[]; leftOut: ScanReport['leftOut'] } {
  const targets: ScanTarget[] = [];
  const leftOut: ScanReport['leftOut'] = [];
  for (const kind of LASTING_KINDS)
    for (const workload of caches[kind].list()) {
      const made = targetOfScan(caches, kind, workload);
      if (!made) continue;
      if (typeof made !== 'string') targets.push(made);
      else {
        const { namespace, kind: kindName, name } = refOfWorkload(kind, workload);
        leftOut.push({ namespace, kind: kindName, name, why: made });
      }
    }
  return { targets, leftOut };
}

/** Undefined for one that belongs to another workload; a text says why it cannot be looked at. */
function targetOfScan(
  caches: Listed,
  kind: WorkloadKind,
  workload: Workload,
): ScanTarget | string | undefined {
  const { deletionTimestamp, ownerReferences } = workload.metadata;
  const owner = controllerOf(ownerReferences);
  if (deletionTimestamp !== undefined || (owner && workloadKindOf(owner.apiVersion, owner.kind)))
    return undefined;
  const template = podTemplateOf(workload);
  if (!Array.isArray(template?.spec?.containers)) return 'it has no template of pods';
  const lookup = selectorOfWorkload(kind, workload);
  if (lookup.kind !== 'selector') return lookup.detail;
  const ref = refOfWorkload(kind, workload);
  const pods = [...caches.pods.list(ref.namespace)].filter(
    ({ metadata, status }) =>
      !isFinished(status?.phase) && selectorMatches(lookup.selector, metadata.labels ?? {}),
  );
  const [vpa] = caches.vpasByTarget.targeting(ref);
  return {
    ref,
    workload,
    template,
    selector: lookup.selector,
    pods,
    replicas: replicasOf(kind, workload, pods.length),
    ...(vpa && { vpa }),
    ...(owner && { madeBy: `${owner.kind} ${owner.name}` }),
  };
}

function replicasOf(kind: WorkloadKind, workload: Workload, pods: number): number {
  if (kind === 'daemonSets') return workload.status?.desiredNumberScheduled ?? pods;
  return kind === 'cronJobs' ? podsOfRun(workload) : (workload.spec.replicas ?? 1);
}
