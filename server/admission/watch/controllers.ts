import type { PodController } from '../../decide/new/pod-controller';
import type { TargetResolver } from '../../kube/targets';
import { controllerOf, type OwnerRef } from '../../objects/owners';
import { objectOf, targetOf } from '../../objects/target-key';
import type { OwnerReference, Pod } from '../../objects/types';
import { workloadKindOf } from '../../objects/workload-kinds';

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
      // Looked up now, so that the next pod of this owner needs no guess.
      targets.topmostController(namespace, owners, 'reviews');
      return { kind: 'likely', controllers: likelyControllers(namespace, owner, pod) };
    case 'missing':
    case 'failed':
      return { kind: 'likely', controllers: likelyControllers(namespace, owner, pod) };
  }
}

/**
 * The name of a Deployment's ReplicaSet ends in the pod template hash, that of a CronJob's Job in the minute
 * it was due.
 */
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
