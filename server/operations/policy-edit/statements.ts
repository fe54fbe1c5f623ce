import { isDeepStrictEqual } from 'node:util';
import { EVERY_OTHER_CONTAINER } from '../../decide/pods/container-policy';
import { CONTAINER_FIELDS } from '../../decide/pods/fields/container-fields';
import type { About, PolicyField, UsualPolicy } from '../../decide/pods/fields/field';
import { VPA_FIELDS, type VpaPolicy } from '../../decide/pods/fields/vpa-fields';
import type { ContainerResourcePolicy, VerticalPodAutoscaler } from '../../objects/vpa-types';

/** The effect of the parts of a policy that no count of pods shows: a sentence for each that changes. */
export function policyStatements(
  before: VerticalPodAutoscaler,
  after: VerticalPodAutoscaler,
  usual: UsualPolicy,
): string[] {
  const { metadata } = after;
  const ofVpa = said<VpaPolicy>(VPA_FIELDS, vpaPolicyOf(before), {
    policy: vpaPolicyOf(after),
    name: metadata.name,
    usual,
  });
  const [was, is] = [policiesByName(before), policiesByName(after)];
  const ofContainers = [...new Set([...was.keys(), ...is.keys()])].flatMap((container) =>
    said<ContainerResourcePolicy>(CONTAINER_FIELDS, was.get(container) ?? {}, {
      policy: is.get(container) ?? {},
      name: container === EVERY_OTHER_CONTAINER ? 'every other container' : container,
      usual,
    }),
  );
  return [...ofVpa, ...ofContainers];
}

/** The sentences of the fields that differ, each once. */
function said<Policy extends object>(
  fields: readonly PolicyField<Policy>[],
  was: Policy,
  about: About<Policy>,
): string[] {
  const differing = fields.filter(
    ({ path }) => !isDeepStrictEqual(valueAt(was, path), valueAt(about.policy, path)),
  );
  const sayings = new Set(differing.flatMap(({ says }) => says ?? []));
  return [...sayings].map((says) => says(about));
}

function valueAt(policy: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], policy);
}

function vpaPolicyOf({ spec }: VerticalPodAutoscaler): VpaPolicy {
  return { ...spec.updatePolicy, startupBoost: spec.startupBoost };
}

function policiesByName({ spec }: VerticalPodAutoscaler): Map<string, ContainerResourcePolicy> {
  const policies = spec.resourcePolicy?.containerPolicies ?? [];
  return new Map(policies.map((policy) => [policy.containerName ?? '', policy]));
}
