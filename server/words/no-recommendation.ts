/** Why a VPA has no recommendation. Unknown, zero and forbidden differ, so each has its own screen. */
export const NO_RECOMMENDATION_REASONS = {
  'target-missing': 'Its target does not exist.',
  'target-unsupported': 'Its target has no usable pod selector.',
  'target-not-topmost': 'Another controller owns its target; target that controller instead.',
  'pods-refused': 'The API server refuses its pods.',
  'scaled-to-zero': 'Its target is scaled to zero.',
  'no-pods-matched': 'No pod matches the selector of its target.',
  'pods-pending': 'Its pods are Pending; none runs yet.',
  'no-samples-yet': 'Its pods run, but there is no usage sample yet.',
  'metrics-unavailable': 'The metrics API gives no usage.',
  'all-containers-off': 'Its policy turns every container off.',
  'other-recommender': 'It asks for another recommender.',
  'policy-invalid': 'Its policy cannot be used.',
  'waiting-for-first-pass': 'The first pass has not finished yet.',
} as const;

export type NoRecommendationReason = keyof typeof NO_RECOMMENDATION_REASONS;
