import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { GRADUATION_ANNOTATION, graduationFaults } from '../../policy/graduation/rules';

/** Whether both state the same rules of graduation. */
export function sameGraduation(
  { metadata: a }: VerticalPodAutoscaler,
  { metadata: b }: VerticalPodAutoscaler,
) {
  return a.annotations?.[GRADUATION_ANNOTATION] === b.annotations?.[GRADUATION_ANNOTATION];
}

/** What `kubectl apply` should say about rules that cannot be read. */
export function graduationWarnings(vpa: VerticalPodAutoscaler): string[] {
  return graduationFaults(vpa).map(
    (fault) =>
      `metadata.annotations[${GRADUATION_ANNOTATION}]: ${fault}; until it is corrected, the update mode stays.`,
  );
}
