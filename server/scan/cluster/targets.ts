import type { ClusterCaches } from '../../kube/caches';
import { LabelPostings } from '../../objects/label-index';
import { controllerOf, type OwnerRef } from '../../objects/owners';
import { isFinished } from '../../objects/pod-phase';
import { podsOfRun, podTemplateOf } from '../../objects/pod-template';
import type { Labels, Selector } from '../../objects/selector';
import { refOfWorkload } from '../../objects/target-key';
import type { Pod, PodTemplateSpec, Workload } from '../../objects/types';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import {
  LASTING_KINDS,
  selectorOfWorkload,
  type WorkloadKind,
  workloadKindOf,
} from '../../objects/workload-kinds';
import type { ScanReport } from '../report';

/** A workload to look at. */
export interface ScanTarget {
  readonly ref: OwnerRef;
  readonly workload: Workload;
  readonly template: PodTemplateSpec;
  readonly selector: Selector;
  /** Its pods that have not ended. */
  readonly pods: readonly Pod[];
  /** Those that have ended and are still there, such as pods of Jobs: what ended them is in their status. */
  readonly ended: readonly Pod[];
  /** How many pods it asks for. */
  readonly replicas: number;
  readonly vpa?: VerticalPodAutoscaler;
  /** What makes it, of a kind that is not known here: its template is changed there. */
  readonly madeBy?: string;
  /** Why what owns it is not known, in words. */
  readonly notFollowed?: string;
}

type Listed = Pick<ClusterCaches, (typeof LASTING_KINDS)[number] | 'pods' | 'vpasByTarget'>;

/** Every workload that is made by no other of these, and those that cannot be looked at. */
export function scanTargets(caches: Listed): { targets: ScanTarget[]; leftOut: ScanReport['leftOut'] } {
  const targets: ScanTarget[] = [];
  const leftOut: ScanReport['leftOut'] = [];
  const [running, ended] = [podsWhich(caches, (pod) => !hasEnded(pod)), podsWhich(caches, hasEnded)];
  for (const kind of LASTING_KINDS)
    for (const workload of caches[kind].list()) {
      const made = targetOfScan({ caches, running, ended }, kind, workload);
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
  { caches, running, ended }: { caches: Listed; running: PodsByLabel; ended: PodsByLabel },
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
  const podsIn = (all: PodsByLabel) =>
    (all.get(ref.namespace)?.matching(lookup.selector) ?? []).map(({ pod }) => pod);
  const pods = podsIn(running);
  const [vpa] = caches.vpasByTarget.targeting(ref);
  return {
    ref,
    workload,
    template,
    selector: lookup.selector,
    pods,
    ended: podsIn(ended),
    replicas: replicasOf(kind, workload, pods.length),
    ...(vpa && { vpa }),
    ...(owner && { madeBy: `${owner.kind} ${owner.name}` }),
  };
}

/** Pods by namespace and label. */
type PodsByLabel = ReadonlyMap<string, LabelPostings<{ readonly labels: Labels; readonly pod: Pod }>>;

const hasEnded = ({ status }: Pod) => isFinished(status?.phase);

function podsWhich({ pods }: Pick<Listed, 'pods'>, isOne: (pod: Pod) => boolean): PodsByLabel {
  const found = new Map<string, LabelPostings<{ readonly labels: Labels; readonly pod: Pod }>>();
  for (const pod of pods.list()) {
    if (!isOne(pod)) continue;
    const { namespace = '', labels = {} } = pod.metadata;
    const own = found.get(namespace) ?? new LabelPostings();
    own.add({ labels, pod });
    found.set(namespace, own);
  }
  return found;
}

function replicasOf(kind: WorkloadKind, workload: Workload, pods: number): number {
  if (kind === 'daemonSets') return workload.status?.desiredNumberScheduled ?? pods;
  return kind === 'cronJobs' ? podsOfRun(workload) : (workload.spec.replicas ?? 1);
}
