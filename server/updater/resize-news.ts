import { RAISES_NEXT_ANNOTATION, RESIZED_AT_ANNOTATION } from '../decide/pods/pod-annotations';
import type { Pod } from '../objects/types';

/** What a kubelet says of a resize, as `PodResizePending Deferred`. */
function wordOf({ status }: Pod): string {
  return (status?.conditions ?? [])
    .filter(({ type, status: holds }) => type.startsWith('PodResize') && holds === 'True')
    .map(({ type, reason = '' }) => `${type} ${reason}`)
    .join();
}

/**
 * Whether a kubelet says something new of a resize of ours that is answered within seconds: that it is deferred, which an
 * HPA may divide by; that it fails, while no CPU of the pod is changed; or that it is done, and its second half follows.
 */
export function cannotWait(former: Pod, pod: Pod): boolean {
  const { annotations } = pod.metadata;
  if (annotations?.[RESIZED_AT_ANNOTATION] === undefined || former.status === pod.status) return false;
  const word = wordOf(pod);
  if (word === wordOf(former)) return false;
  return /Deferred|Error/.test(word) || (word === '' && annotations[RAISES_NEXT_ANNOTATION] !== undefined);
}
