import type { NoRecommendationReason } from '@/server/words/no-recommendation';

/** What to do when the server names no remedy of its own. */
export const NO_RECOMMENDATION_REMEDIES: Record<NoRecommendationReason, string> = {
  'target-missing': 'Create the workload or correct spec.targetRef.',
  'target-unsupported': 'Point spec.targetRef at a workload or at a resource with a scale subresource.',
  'target-not-topmost': 'Point spec.targetRef at the topmost controller.',
  'pods-refused': 'Fix what the message names; the controller tries again by itself.',
  'scaled-to-zero': 'Scale the target up.',
  'no-pods-matched': 'Scale the target up, or check that its selector matches the labels of its pods.',
  'pods-pending': 'Give them room: a larger node, or smaller requests in the pod template.',
  'no-samples-yet': 'Wait a minute or two; if nothing comes, try kubectl top pods in this namespace.',
  'metrics-unavailable': 'Check that metrics-server runs and that kubectl top pods answers.',
  'all-containers-off': 'Set mode Auto for a container in spec.resourcePolicy.containerPolicies.',
  'other-recommender': 'Remove spec.recommenders, or run the recommender that it names.',
  'policy-invalid': 'Correct the field of the policy that the message names.',
  'waiting-for-first-pass': 'Nothing: it comes with the first pass.',
};
