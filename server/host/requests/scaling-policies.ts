/** How policies for many workloads are read. */
export {
  draftedScalingPolicySchema,
  newScalingPolicySchema,
  type PolicyDeletion,
  policyDeletionSchema,
  scalingPolicyEditSchema,
} from '../../contract/requests/scaling-policy-edit-schema';
