import { controllerOf } from '../../kube/owner-index';
import { objectOf, targetOf } from '../../kube/target-key';
import type { OwnerRef, TargetResolver } from '../../kube/targets';
import type { OwnerReference, Pod } from '../../kube/types';
import { workloadKindOf } from '../../kube/workload-kinds';
import type { PodController } from '../review/pod-controller';

const NONE: PodController = { kind: 'none' };

/** Finds the topmost controller of a pod, from memory. */
export function podController(targets: TargetResolver, namespace: string, pod: Pod): PodController {
  const owners = pod.metadata.ownerReferences;
  const owner = controllerOf(owners);
  if (!owner) return NONE;
  const top = targets.topmost(namespace, owners);
  switch (top.kind) {
    case 'controller':
      return { kind: 'known', controller: top.ref };
    case 'none':
      return NONE;
    case 'pending':
      // Asked for now, so that the next pod of this owner need not be guessed at.
      targets.topmostController(namespace, owners);
      return { kind: 'likely', controllers: likelyControllers(namespace, owner, pod) };
    case 'missing':
    case 'failed':
      return { kind: 'likely', controllers: likelyControllers(namespace, owner, pod) };
  }
}

/** A ReplicaSet of a Deployment ends in the pod template's hash, a Job of a CronJob in the minute it was due. */
export function likelyControllers(
  namespace: string,
  owner: Pick<OwnerReference, 'apiVersion' | 'kind' | 'name'>,
  pod: Pod,
): OwnerRef[] {
  const own = objectOf(namespace, owner);
  const { name } = own;
  switch (workloadKindOf(own.apiVersion, own.kind)) {
    case 'replicaSets': {
      const hash = pod.metadata.labels?.['pod-template-hash'];
      if (!hash || !name.endsWith(`-${hash}`)) return [own];
      return [targetOf(namespace, { kind: 'Deployment', name: name.slice(0, -hash.length - 1) }), own];
    }
    case 'jobs': {
      const cronJob = /^(.+)-\d{8,}$/.exec(name)?.[1];
      return cronJob === undefined ? [own] : [targetOf(namespace, { kind: 'CronJob', name: cronJob }), own];
    }
    default:
      return [own];
  }
}
