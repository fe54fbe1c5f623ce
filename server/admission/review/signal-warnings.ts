import {
  CONTROLLED_SIGNALS_ANNOTATION,
  controlledSignalsFaults,
} from '../../features/storage/controlled-signals';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';

/** What `kubectl apply` should say about signals that cannot be controlled. */
export function signalWarnings(vpa: VerticalPodAutoscaler): string[] {
  return controlledSignalsFaults(vpa).map(
    (fault) => `metadata.annotations[${CONTROLLED_SIGNALS_ANNOTATION}]: ${fault}.`,
  );
}
