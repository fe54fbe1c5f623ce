import { controllerOf } from '../../kube/owner-index';
import type { TargetResolver } from '../../kube/targets';
import type { Pod } from '../../kube/types';

/** An object a VPA may target. */
export interface ControllerName {
  kind: string;
  name: string;
}

/**
 * Which objects a VPA of this pod may target. `known`: the topmost controller. `likely`: an owner was made so
 * recently that no watch has told of it yet; its name gives its own owner away, the likeliest first.
 */
export type PodController =
  | { kind: 'none' }
  | { kind: 'known'; controller: ControllerName }
  | { kind: 'likely'; controllers: ControllerName[] };

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
      return { kind: 'likely', controllers: likelyControllers(owner, pod) };
    case 'missing':
    case 'failed':
      return { kind: 'likely', controllers: likelyControllers(owner, pod) };
  }
}

/** A ReplicaSet of a Deployment ends in the pod template's hash, a Job of a CronJob in the minute it was due. */
export function likelyControllers(owner: ControllerName, pod: Pod): ControllerName[] {
  const own = { kind: owner.kind, name: owner.name };
  if (owner.kind === 'ReplicaSet') {
    const hash = pod.metadata.labels?.['pod-template-hash'];
    if (hash && owner.name.endsWith(`-${hash}`))
      return [{ kind: 'Deployment', name: owner.name.slice(0, -hash.length - 1) }, own];
  }
  const cronJob = owner.kind === 'Job' ? /^(.+)-\d{8,}$/.exec(owner.name)?.[1] : undefined;
  return cronJob === undefined ? [own] : [{ kind: 'CronJob', name: cronJob }, own];
}
