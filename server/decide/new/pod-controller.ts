import type { OwnerRef } from '../../objects/owners';
import { isPodGroupRef } from '../../objects/plumbline-types';
import type { CompiledVpa } from '../pods/compiled-vpa';

/**
 * Which objects a VPA of this pod may target. `known`: the topmost controller. `likely`: an owner is so new
 * that no watch has shown it yet; its owner is guessed from its name, the likeliest first.
 */
export type PodController = (
  | { kind: 'none' }
  | { kind: 'known'; controller: OwnerRef }
  | { kind: 'likely'; controllers: OwnerRef[] }
) & {
  /** The PodGroups that select the pod, whatever owns it. */
  groups?: readonly OwnerRef[];
};

/** The workloads a VPA of the pod may target, likeliest first. */
export function targetsOf(controller: PodController): readonly OwnerRef[] {
  switch (controller.kind) {
    case 'none':
      return [];
    case 'known':
      return [controller.controller];
    case 'likely':
      return controller.controllers;
  }
}

/** The workload of a pod that a VPA controls: its target, unless that is a PodGroup. */
export function workloadOf({ target }: CompiledVpa, controller: PodController) {
  return target && !isPodGroupRef(target) ? target : targetsOf(controller)[0];
}
