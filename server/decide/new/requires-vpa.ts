import type { Pod } from '../../objects/types';
import { ANNOTATIONS } from '../../words/annotations';
import { type PodController, targetsOf } from './pod-controller';
import type { AdmissionVerdict } from './review-types';

/** A pod with this annotation set to "true" may not be created while no VPA targets its controller. */
export const REQUIRES_VPA_ANNOTATION = ANNOTATIONS.requiresVpa.name;

export function requiresVpa(pod: Pod): boolean {
  return pod.metadata.annotations?.[REQUIRES_VPA_ANNOTATION] === 'true';
}

/**
 * Refuses a pod that requires a VPA and has none, and says what to create. One whose owner no watch has shown yet is
 * refused too: its controller tries again soon, and then the owner is known.
 */
export function requiresVpaRefusal(controller: PodController): AdmissionVerdict {
  return {
    allowed: false,
    denial: {
      code: 403,
      reason: 'Forbidden',
      message: `annotation ${REQUIRES_VPA_ANNOTATION} requires a VPA and there is none: ${remedy(controller)}`,
    },
  };
}

function remedy(controller: PodController): string {
  const [target] = targetsOf(controller);
  if (!target)
    return controller.kind === 'likely'
      ? 'its owner is too new to be known; try again'
      : 'this pod has no controller that a VPA could target; create it through a workload such as a Deployment, with a VerticalPodAutoscaler whose spec.targetRef names that';
  const { kind, name } = target;
  return `create a VerticalPodAutoscaler in its namespace whose spec.targetRef names ${kind} "${name}"`;
}
