import { ACROSS_WORDS, type AcrossFilter, type AcrossView, BY_CLUSTER } from '@/server/contract/across';
import type { ListView, ListWords } from '@/server/contract/lists';
import { countedNames, namespaceChoice } from '../lists/choices';
import type { FilterControl, ListDefinition } from '../lists/list-definition';
import { listParams, listQuery } from '../lists/list-params';

type Kind = keyof typeof ACROSS_WORDS;
type View = AcrossView<unknown>;
type Words<Name extends Kind> = (typeof ACROSS_WORDS)[Name];
export type FilterOf<Name extends Kind> =
  Words<Name> extends ListWords<infer Filter, string> ? Filter : never;
export type SortOf<Name extends Kind> = Words<Name> extends ListWords<string, infer Sort> ? Sort : never;

/** Filters of a list of one cluster, as far as they serve several; they look at tallies, which both have. */
type OfOne = Pick<ListDefinition<never, never, never>, 'label' | 'noMatch'> & {
  controls: readonly FilterControl<string, never>[];
  sortChoices?: Record<string, string>;
};

/** The list of one cluster over several: its filters, and those by cluster and label. */
export function acrossList<Shown extends ListView<unknown>, Name extends Kind>(
  list: Name,
  { label, noMatch, controls, sortChoices }: OfOne,
): ListDefinition<Shown, FilterOf<Name>, SortOf<Name>> {
  const words = ACROSS_WORDS[list] as unknown as ListWords<FilterOf<Name>, SortOf<Name>>;
  const offered = controls.flatMap((control): FilterControl<string, View>[] => {
    const { name, kind } = control as FilterControl<string, View>;
    if (!(words.filters as readonly string[]).includes(name)) return [];
    return kind === 'namespace' ? [namespaceChoice((view) => view.tallies.namespace)] : [control];
  });
  const [first, ...others] = offered;
  return {
    params: listParams(words),
    path: (asked) => `/api/clusters/${list}?${listQuery(asked, words)}`,
    label,
    noMatch,
    controls: [...(first ? [first] : []), ...CLUSTER_CONTROLS, ...others, GROUP_CONTROL] as FilterControl<
      FilterOf<Name>,
      Shown
    >[],
    ...(sortChoices && {
      sortChoices: { ...sortChoices, cluster: 'Cluster' } as Record<SortOf<Name>, string>,
    }),
  };
}

const CLUSTER_CONTROLS: readonly FilterControl<AcrossFilter, View>[] = [
  {
    kind: 'choice',
    name: 'cluster',
    label: 'Cluster',
    all: 'All clusters',
    choices: (view) => countedNames(view?.tallies.cluster),
  },
  {
    kind: 'choice',
    name: 'label',
    label: 'Label',
    all: 'All labels',
    isOffered: (view) => (view?.labels.length ?? 0) > 0,
    choices: (view) => countedNames(view?.tallies.label),
  },
];

const GROUP_CONTROL: FilterControl<AcrossFilter, View> = {
  kind: 'choice',
  name: 'group',
  label: 'Group',
  all: 'Not grouped',
  choices: (view) => [BY_CLUSTER, ...(view?.labels ?? [])].map((value) => ({ value, label: `By ${value}` })),
};
