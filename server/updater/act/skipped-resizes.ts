import type { PodPlan, VpaPlan } from '../../decide/running/planned';
import type { EventRecorder } from '../../kube/events';
import { type ReasonCode, reasonsText } from '../../words/reasons';

/** What keeps a pod from being resized since its kubelet said that it never can be so. */
const IMPOSSIBLE: ReadonlySet<ReasonCode> = new Set(['resize-infeasible', 'resize-part-refused']);

/** Whether a pod waits, since what is recommended was found to be infeasible on its node. */
export function isSkippedResize({ decision, reasons }: Pick<PodPlan, 'decision' | 'reasons'>): boolean {
  return decision === 'wait' && reasons.some(({ code }) => IMPOSSIBLE.has(code));
}

/** Tells of a skipped resize by an event on the pod, under the name of VPA 1.8 (pkg/updater/logic, updater.go). */
export function tellSkipped(
  { namespace, name: vpa }: VpaPlan,
  pod: PodPlan,
  { events, atMs }: { events: Pick<EventRecorder, 'emit'>; atMs: number },
): void {
  if (!isSkippedResize(pod)) return;
  events.emit({
    object: { apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name: pod.name, uid: pod.uid } },
    type: 'Normal',
    reason: 'InPlaceResizeSkipped',
    message: `Pod is not resized by VPA ${vpa}. ${reasonsText(pod.reasons, atMs)}`,
  });
}
