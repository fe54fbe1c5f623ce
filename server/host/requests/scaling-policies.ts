/** How policies for many workloads are read. */
export {
  draftedScalingPolicySchema,
  newScalingPolicySchema,
  type PolicyDeletion,
  policyDeletionSchema,
  scalingPolicyEditSchema,
} from '../../operations/scaling-policy/schema';
