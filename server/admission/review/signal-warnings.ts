import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { CONTROLLED_SIGNALS_ANNOTATION, controlledSignalsFaults } from '../../policy/controlled-signals';

/** What `kubectl apply` should say about signals that cannot be controlled. */
export function signalWarnings(vpa: VerticalPodAutoscaler): string[] {
  return controlledSignalsFaults(vpa).map(
    (fault) => `metadata.annotations[${CONTROLLED_SIGNALS_ANNOTATION}]: ${fault}.`,
  );
}
