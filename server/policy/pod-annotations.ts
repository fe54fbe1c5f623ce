/** What admission says on a pod, in the reference's own annotations; the updater reads them. */

/** What was changed for which VPA. */
export const UPDATES_ANNOTATION = 'vpaUpdates';
/** The containers there were when the pod was patched. */
export const OBSERVED_ANNOTATION = 'vpaObservedContainers';
/** Before the name of a container whose start is boosted: what it stated before, as JSON. */
export const BOOST_ANNOTATION_PREFIX = 'vpaCpuStartupBoost/';
