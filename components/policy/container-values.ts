import type { ContainerResourcePolicy } from '@/server/contract/kubernetes';
import { CONTAINER_FIELDS, type FieldValues } from '@/server/contract/policy-fields';
import { type BoostFields, boostFields, boostOf } from './boost-values';
import { countRare, valuesOf, written } from './field-values';

/** The policy of one container as form fields; an empty text means not set. */
export interface ContainerFields extends FieldValues<typeof CONTAINER_FIELDS> {
  containerName: string;
  boost: BoostFields;
  /** The original policy, so that fields the form does not show stay. */
  original: ContainerResourcePolicy;
}

/** The form fields of a container's policy; a new policy if only a name is given. */
export function containerFields(policy: ContainerResourcePolicy): ContainerFields {
  return {
    ...valuesOf(CONTAINER_FIELDS, policy),
    containerName: policy.containerName ?? '*',
    boost: boostFields(policy.startupBoost),
    original: policy,
  };
}

/** The policy of the form fields. */
export function containerPolicy(fields: ContainerFields): ContainerResourcePolicy {
  const { original, containerName, boost, ...values } = fields;
  const { startupBoost, ...policy } = written(CONTAINER_FIELDS, { ...original, containerName }, values);
  // A container that is off may not state that its limits follow.
  if (fields.mode === 'Off' && fields.limits === 'RequestsAndLimits') delete policy.controlledValues;
  const boosted = boostOf(boost, startupBoost);
  return { ...policy, ...(boosted && { startupBoost: boosted }) };
}

export function rareContainerFields({ boost, original: _original, ...values }: ContainerFields): number {
  return countRare(CONTAINER_FIELDS, { ...values }) + (boost.kind === 'none' ? 0 : 1);
}
