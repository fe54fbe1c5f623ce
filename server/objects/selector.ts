import {
  byKey,
  type Labels,
  MATCHES_NOTHING,
  type Requirement,
  requirementHolds,
  type Selector,
  SelectorError,
} from './requirement';

export * from './requirement';
export { formatSelector, parseSelector } from './selector-text';

/** The object form; structurally the `LabelSelector` of Kubernetes. */
interface LabelSelectorLike {
  readonly matchLabels?: Labels | null;
  readonly matchExpressions?:
    | readonly {
        readonly key: string;
        readonly operator: string;
        readonly values?: readonly string[] | null;
      }[]
    | null;
}

const NO_LABELS: Labels = {};

/**
 * Whether `labels` match `selector` in either form. An absent object selects nothing and an empty one
 * everything, as in Kubernetes.
 * @throws SelectorError for an unknown operator in the object form
 */
export function selectorMatches(
  selector: Selector | LabelSelectorLike | null | undefined,
  labels: Labels | null | undefined,
): boolean {
  const requirements = isSelector(selector) ? selector : selectorFrom(selector);
  const given = labels ?? NO_LABELS;
  for (const requirement of requirements) if (!requirementHolds(requirement, given)) return false;
  return true;
}

function isSelector(selector: Selector | LabelSelectorLike | null | undefined): selector is Selector {
  return Array.isArray(selector);
}

/**
 * The requirements of the object form, sorted by key.
 * @throws SelectorError for what Kubernetes would reject
 */
export function selectorFrom(selector: LabelSelectorLike | null | undefined): Selector {
  if (!selector) return MATCHES_NOTHING;
  if (typeof selector !== 'object' || Array.isArray(selector))
    throw new SelectorError('A selector has matchLabels and matchExpressions, and is neither text nor list');
  const requirements: Requirement[] = [];
  for (const [key, value] of Object.entries(selector.matchLabels ?? {})) {
    if (typeof value !== 'string') throw new SelectorError(`Selector on "${key}": the label is not a text`);
    requirements.push({ key, operator: 'In', values: [value] });
  }
  for (const { key, operator, values } of selector.matchExpressions ?? [])
    requirements.push(requirementFrom(key, operator, values ?? []));
  return requirements.sort(byKey);
}

function requirementFrom(key: string, operator: string, values: readonly string[]): Requirement {
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values.length === 0)
        throw new SelectorError(`Selector on "${key}": operator ${operator} needs at least one value`);
      return { key, operator, values: [...values].sort() };
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0)
        throw new SelectorError(`Selector on "${key}": operator ${operator} takes no values`);
      return { key, operator, values: [] };
    default:
      throw new SelectorError(
        `Selector on "${key}": "${operator}" is not an operator; use In, NotIn, Exists or DoesNotExist`,
      );
  }
}
