import { GRADUATION_ANNOTATION, graduationFaults } from '../../features/graduation/rules';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';

/** What `kubectl apply` should say about rules that cannot be read. */
export function graduationWarnings(vpa: VerticalPodAutoscaler): string[] {
  return graduationFaults(vpa).map(
    (fault) =>
      `metadata.annotations[${GRADUATION_ANNOTATION}]: ${fault}; until it is corrected, the update mode stays.`,
  );
}
