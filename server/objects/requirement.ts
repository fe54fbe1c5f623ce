/**
 * Label selectors: the object form of workloads and policies (`matchLabels`, `matchExpressions`) and the text
 * form of API queries (`app in (a,b),!canary`), both converted to one list of requirements that must all
 * match.
 */
type SelectorOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'GreaterThan' | 'LessThan';

export interface Requirement {
  readonly key: string;
  readonly operator: SelectorOperator;
  readonly values: readonly string[];
}

/** All requirements must match; an empty list matches everything. */
export type Selector = readonly Requirement[];

export type Labels = Readonly<Record<string, string>>;

export function sameLabels(a: Labels, b: Labels): boolean {
  if (a === b) return true;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

/** A selector that cannot be parsed; the message names the text and the position. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
}

/** Matches no label set: an empty set has no value. */
export const MATCHES_NOTHING: Selector = [{ key: '', operator: 'In', values: [] }];

export function requirementHolds(requirement: Requirement, labels: Labels): boolean {
  const value = Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined;
  switch (requirement.operator) {
    case 'In':
      return value !== undefined && requirement.values.includes(value);
    case 'NotIn':
      return value === undefined || !requirement.values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'GreaterThan':
      return isInteger(value) && Number(value) > Number(requirement.values[0]);
    case 'LessThan':
      return isInteger(value) && Number(value) < Number(requirement.values[0]);
  }
}

function isInteger(text: string | undefined): text is string {
  return text !== undefined && /^[+-]?\d+$/.test(text);
}

/** Orders requirements by key, as Kubernetes does. */
export function byKey(a: Requirement, b: Requirement): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}
