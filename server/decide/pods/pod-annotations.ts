import { ANNOTATIONS } from '../../words/annotations';

/** The annotations of admission on a pod, with the reference's names; the updater reads them. */

export const UPDATES_ANNOTATION = 'vpaUpdates';
/** The containers at the time of the patch. */
export const OBSERVED_ANNOTATION = 'vpaObservedContainers';
/** When Plumbline last resized the pod in place; that answers an earlier OOM kill. */
export const RESIZED_AT_ANNOTATION = ANNOTATIONS.resizedAt.name;
/** What is still to be raised, as `app cpu, app memory`, after what lowers was asked for alone. */
export const RAISES_NEXT_ANNOTATION = ANNOTATIONS.raisesNext.name;
/** The requests that admission wrote, by container, as JSON in millicores and bytes; its replacement is judged by them. */
export const ADMITTED_ANNOTATION = ANNOTATIONS.admittedRequests.name;

/** Whether the requests of a pod came from a VPA: at its creation, or by a resize since. */
export function isGivenByUs(annotations: Readonly<Record<string, string>> | undefined): boolean {
  return (
    annotations?.[UPDATES_ANNOTATION] !== undefined || annotations?.[RESIZED_AT_ANNOTATION] !== undefined
  );
}
