import type { Counts } from '@/server/contract/lists';
import type { FilterChoice, FilterControl } from './list-definition';

/** The values with their labels, in the same order. */
export function labelled(labels: Readonly<Record<string, string>>): FilterChoice[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

/** The choices with at least one match, each with its count; all of them until that is known. */
export function withCounts(
  choices: readonly FilterChoice[],
  counts: Counts | undefined,
): readonly FilterChoice[] {
  if (!counts) return choices;
  return choices.flatMap(({ value, label }) => {
    const count = counts[value];
    return count ? [{ value, label: `${label} (${count.toLocaleString('en-US')})` }] : [];
  });
}

/** The counted values themselves, each with its count; none until that is known. */
export function countedNames(
  counts: Counts | undefined,
  labelOf: (value: string) => string = (value) => value,
): readonly FilterChoice[] {
  return withCounts(
    Object.keys(counts ?? {}).map((value) => ({ value, label: labelOf(value) })),
    counts,
  );
}

/** The namespaces of what is listed, which need not have VPAs. */
export function namespaceChoice<View>(
  countsOf: (view: View) => Counts | undefined,
): FilterControl<'namespace', View> {
  return {
    kind: 'choice',
    name: 'namespace',
    label: 'Namespace',
    all: 'All namespaces',
    choices: (view) => countedNames(view && countsOf(view)),
  };
}

/** The states of what is listed. */
export function stateChoice<View>(
  labels: Readonly<Record<string, string>>,
  countsOf: (view: View) => Counts | undefined,
  label = 'State',
): FilterControl<'state', View> {
  return {
    kind: 'choice',
    name: 'state',
    label,
    all: 'All states',
    choices: (view) => withCounts(labelled(labels), view && countsOf(view)),
  };
}
