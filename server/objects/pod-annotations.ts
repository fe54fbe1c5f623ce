/** Annotations of pods with the reference's names. */

/** Followed by the name of a container with a boosted startup: what it stated before, as JSON. */
export const BOOST_ANNOTATION_PREFIX = 'vpaCpuStartupBoost/';
/** On every pod resized in place. */
export const IN_PLACE_ANNOTATION = 'vpaInPlaceUpdated';
