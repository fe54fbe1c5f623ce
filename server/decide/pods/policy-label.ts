import type { ObjectMeta } from '../../objects/types';
import { ANNOTATIONS } from '../../words/annotations';

/** On a VPA: the VerticalScalingPolicy that keeps it. */
export const POLICY_LABEL = ANNOTATIONS.policy.name;

/** The name of the policy that a VPA says it is of. */
export function policyNameOf({ labels }: ObjectMeta): string | undefined {
  const name: unknown = labels?.[POLICY_LABEL];
  return typeof name === 'string' && name !== '' ? name : undefined;
}
