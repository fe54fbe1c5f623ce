import type { OwnerRef } from '../../kube/targets';

/**
 * Which objects a VPA of this pod may target. `known`: the topmost controller. `likely`: an owner was made so
 * recently that no watch has told of it yet; its name gives its own owner away, the likeliest first.
 */
export type PodController =
  | { kind: 'none' }
  | { kind: 'known'; controller: OwnerRef }
  | { kind: 'likely'; controllers: OwnerRef[] };

/** The objects a VPA of the pod may target, the likeliest first. */
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
