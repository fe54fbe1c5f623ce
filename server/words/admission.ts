/** Why a pod was admitted unchanged. The keys are a metric label; the sentences are for people. */
const UNCHANGED_REASONS = {
  'no-vpa': 'No VPA targets its controller.',
  'mode-off': 'The mode of its VPA is Off.',
  stopped: 'Its VPA is stopped.',
  'already-patched': 'It has this patch already.',
  'patch-withheld': 'The patch would make it invalid.',
  'not-ready': 'The VPAs of the cluster are not known yet.',
  unreadable: 'The object under review cannot be read.',
  'not-reviewed': 'Only new pods and new or changed VPAs are reviewed.',
  failed: 'Plumbline failed on it.',
} as const;

export type UnchangedReason = keyof typeof UNCHANGED_REASONS;

/** Why a pod was admitted unchanged, as a sentence. */
export function unchangedSentence(reason: UnchangedReason): string {
  return UNCHANGED_REASONS[reason];
}

/** Why a container keeps its own request for a resource, as a clause that follows "because". */
export const LEFT_REASONS = {
  'scaled-horizontally': 'a HorizontalPodAutoscaler scales on it',
  'container-off': 'the policy of its VPA turns it off',
  'not-controlled': 'its VPA does not control it',
  'mode-off': 'the mode of its VPA is Off',
  'nothing-recommended': 'it has no recommendation',
  'no-room': "the pod's resources or a quota leave no room for it",
} as const;

export type LeftReason = keyof typeof LEFT_REASONS;

/** Why an amount differs from the recommendation, or why there is no limit. */
const CAPS = {
  'min-allowed': 'raised to minAllowed of the policy',
  'max-allowed': 'lowered to maxAllowed of the policy',
  'container-range-min': 'raised to the minimum of a LimitRange',
  'container-range-max': 'lowered to the maximum of a LimitRange',
  'container-limit': "lowered to the container's own limit",
  'pod-resources': "lowered to what the pod's own resources leave",
  'pod-range': 'scaled to fit the LimitRange for pods',
  'boost-max': 'startup boost lowered to the largest allowed',
  'boost-container-limit': "startup boost lowered to the container's own limit",
  'no-original-limit': 'no limit is set, because the container states none',
  'no-recommended-request': 'no limit is set, because no request is recommended',
} as const;

/** A cap as a clause. */
export function capWords(cap: keyof typeof CAPS): string {
  return CAPS[cap];
}
