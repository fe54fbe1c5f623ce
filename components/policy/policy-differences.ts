import { CONTAINER_FIELDS } from '@/server/policy/fields/container-fields';
import type { PolicyField } from '@/server/policy/fields/field';
import { VPA_FIELDS } from '@/server/policy/fields/vpa-fields';
import { containerFields } from './container-values';
import type { PolicyFields } from './form-values';

/** What differs between two versions of a policy, each as `minAllowed.memory of app to 100Mi`. */
export function policyDifferences(was: PolicyFields, is: PolicyFields): string[] {
  const former = new Map(was.containers.map((one) => [one.containerName, one]));
  const containers = is.containers.flatMap((one) =>
    differing(
      CONTAINER_FIELDS,
      { ...(former.get(one.containerName) ?? containerFields({ containerName: one.containerName })) },
      { ...one },
      ` of ${one.containerName}`,
    ),
  );
  return [...differing(VPA_FIELDS, { ...was }, { ...is }, ''), ...containers];
}

type Values = Readonly<Record<string, unknown>>;

function differing(fields: readonly PolicyField[], was: Values, is: Values, whose: string): string[] {
  return fields.flatMap(({ path, place, kind }) => {
    const value = is[place];
    if (kind === 'boost' || kind === 'requirements' || (was[place] ?? '') === value) return [];
    return [`${path}${whose} to ${value === '' ? 'nothing' : String(value)}`];
  });
}
