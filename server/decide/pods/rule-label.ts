import type { ObjectMeta } from '../../objects/types';
import { ANNOTATIONS } from '../../words/annotations';

/** On a VPA: the VerticalScalingPolicy that keeps it. */
export const RULE_LABEL = ANNOTATIONS.policy.name;

export function ruleNameOf({ labels }: ObjectMeta): string | undefined {
  const name: unknown = labels?.[RULE_LABEL];
  return typeof name === 'string' && name !== '' ? name : undefined;
}
