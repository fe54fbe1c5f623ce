import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { CONTROLLED_SIGNALS_ANNOTATION, controlledSignalsFaults } from '../../policy/controlled-signals';

/** Whether both ask for the same signals to be controlled. */
export function sameSignals({ metadata: a }: VerticalPodAutoscaler, { metadata: b }: VerticalPodAutoscaler) {
  return a.annotations?.[CONTROLLED_SIGNALS_ANNOTATION] === b.annotations?.[CONTROLLED_SIGNALS_ANNOTATION];
}

/** What `kubectl apply` should say about signals that cannot be controlled. */
export function signalWarnings(vpa: VerticalPodAutoscaler): string[] {
  return controlledSignalsFaults(vpa).map(
    (fault) => `metadata.annotations[${CONTROLLED_SIGNALS_ANNOTATION}]: ${fault}.`,
  );
}
