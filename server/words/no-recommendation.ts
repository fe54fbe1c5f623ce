import { SHARED_REMEDIES } from './shared-remedies';

/**
 * Why a VPA has no recommendation, and what to do if the server gives no remedy. Unknown, zero and forbidden
 * differ, so each has its own screen.
 */
export const NO_RECOMMENDATION_TABLE = {
  'target-missing': {
    sentence: 'Its target does not exist.',
    remedy: SHARED_REMEDIES['target-missing'],
  },
  'target-unsupported': {
    sentence: 'Its target has no usable pod selector.',
    remedy: SHARED_REMEDIES['target-unsupported'],
  },
  'target-not-topmost': {
    sentence: 'Another controller owns its target; target that controller instead.',
    remedy: SHARED_REMEDIES['target-not-topmost'],
  },
  'pods-refused': {
    sentence: 'The API server refuses its pods.',
    remedy: 'Fix what the message names; the controller tries again by itself.',
  },
  'scaled-to-zero': {
    sentence: 'Its target is scaled to zero.',
    remedy: 'Scale the target up.',
  },
  'no-pods-matched': {
    sentence: 'No pod matches the selector of its target.',
    remedy: 'Scale the target up, or check that its selector matches the labels of its pods.',
  },
  'pods-pending': {
    sentence: 'Its pods are Pending; none runs yet.',
    remedy: 'Give them room: a larger node, or smaller requests in the pod template.',
  },
  'no-samples-yet': {
    sentence: 'Its pods run, but there is no usage sample yet.',
    remedy:
      'Wait a minute or two. If nothing comes, see whether metrics-server lists its pods: `kubectl top pods -A`.',
  },
  'killed-before-measured': {
    sentence: 'It is killed for memory before its usage is measured.',
    remedy:
      'Find out how much it needs to start, and request that in the pod template: once it lives for a minute or two, it is measured.',
  },
  'not-learned': {
    sentence: 'Plumbline learns nothing about pods without a VPA while PLUMBLINE_MEMORY_SAVER is on.',
    remedy: 'Make a VPA in mode Off for it, or turn the memory saver off.',
  },
  'metrics-unavailable': {
    sentence: 'The metrics API gives no usage.',
    remedy: 'Check that metrics-server runs and answers: `kubectl top pods -A`.',
  },
  'all-containers-off': {
    sentence: 'Its policy turns every container off.',
    remedy: 'Set mode Auto for a container in spec.resourcePolicy.containerPolicies.',
  },
  'other-recommender': {
    sentence: 'It asks for another recommender.',
    remedy: 'Remove spec.recommenders, or run the recommender that it names.',
  },
  'recommender-gone': {
    sentence: 'It asks for a recommender that Plumbline no longer has.',
    remedy: 'Name adaptive in spec.recommenders, or remove the field for the default.',
  },
  'policy-invalid': {
    sentence: 'Its policy cannot be used.',
    remedy: 'Correct the field of the policy that the message names.',
  },
  'waiting-for-first-pass': {
    sentence: 'The first pass has not finished yet.',
    remedy: 'There is nothing to do: it comes with the first pass.',
  },
} as const;

export type NoRecommendationReason = keyof typeof NO_RECOMMENDATION_TABLE;
