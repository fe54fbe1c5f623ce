import { CONTAINER_FIELDS, type PolicyField, VPA_FIELDS } from '@/server/contract/policy-fields';
import { containerFields } from './container-values';
import type { PolicyFields } from './form-values';

/** What differs between two versions of a policy: `minAllowed.memory of app` from `50Mi` to `100Mi`. */
export interface PolicyDifference {
  field: string;
  from: string;
  to: string;
  /** The form's value, if it is a third one. */
  mine?: string;
}

/** What someone changed between two versions, and where the form has another value. */
export function policyDifferences(
  was: PolicyFields,
  is: PolicyFields,
  mine: PolicyFields = was,
): PolicyDifference[] {
  const of = (fields: PolicyFields, name: string) => ({
    ...(fields.containers.find(({ containerName }) => containerName === name) ??
      containerFields({ containerName: name })),
  });
  const containers = is.containers.flatMap(({ containerName: name }) =>
    differing(CONTAINER_FIELDS, of(was, name), of(is, name), of(mine, name), ` of ${name}`),
  );
  return [
    ...differing(VPA_FIELDS, { ...was }, { ...is }, { ...mine }, ''),
    ...differing(ANNOTATED, { ...was }, { ...is }, { ...mine }, ''),
    ...differing(
      parametersOf(was, is),
      was.parameters,
      is.parameters,
      mine.parameters,
      ' of the recommender',
    ),
    ...containers,
  ];
}

const ANNOTATED = (
  ['recommender', 'scope', 'memoryLimit', 'limits', 'memoryFollows', 'firstChangeAfter', 'calendar'] as const
).map((place) => ({
  path: place,
  place,
  kind: 'quantity' as const,
  label: '',
}));

function parametersOf(...all: readonly PolicyFields[]): PolicyField[] {
  const paths = new Set(all.flatMap(({ parameters }) => Object.keys(parameters)));
  return [...paths].map((path) => ({ path, place: path, kind: 'quantity', label: '' }));
}

type Values = Readonly<Record<string, unknown>>;

function differing(
  fields: readonly PolicyField[],
  was: Values,
  is: Values,
  mine: Values,
  whose: string,
): PolicyDifference[] {
  return fields.flatMap(({ path, place, kind }) => {
    if (kind === 'boost' || kind === 'requirements') return [];
    const [from, to, own] = [words(was[place]), words(is[place]), words(mine[place])];
    if (from === to) return [];
    const isThird = own !== from && own !== to;
    return [{ field: path + whose, from, to, ...(isThird && { mine: own }) }];
  });
}

function words(value: unknown): string {
  return String(value ?? '') || 'unset';
}
