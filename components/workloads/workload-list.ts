import { WORKLOAD_WORDS, type WorkloadsView } from '@/server/contract/workloads';
import { HPA_CHOICES } from '../hpas/hpa-filter';
import { countedNames, stateChoice, withCounts } from '../lists/choices';
import type { FilterChoice, ListDefinition } from '../lists/list-definition';
import { listParams, listQuery } from '../lists/list-params';
import { MODES } from './mode-words';
import { STANDING_WORDS } from './workload-words';

export type WorkloadFilter = (typeof WORKLOAD_WORDS.filters)[number];
export type WorkloadSort = (typeof WORKLOAD_WORDS.sorts)[number];

/** The filters of the workloads. Its columns are in `workload-columns.tsx`. */
export const WORKLOAD_LIST: ListDefinition<WorkloadsView, WorkloadFilter, WorkloadSort> = {
  params: listParams<WorkloadFilter, WorkloadSort>(WORKLOAD_WORDS),
  path: (asked) => `/api/workloads?${listQuery(asked, WORKLOAD_WORDS)}`,
  label: 'Filter workloads',
  controls: [
    {
      kind: 'words',
      name: 'q',
      label: 'Filter by name',
      placeholder: 'Filter by name or target',
    },
    {
      kind: 'one',
      name: 'vpa',
      label: 'Workloads',
      choices: (view) => coverageChoices(view?.coverage),
      clears: [],
    },
    { kind: 'namespace', name: 'namespace' },
    {
      kind: 'choice',
      name: 'mode',
      label: 'Update mode',
      all: 'All modes',
      isOffered: hasVpas,
      choices: (view) =>
        withCounts(
          MODES.map((mode) => ({ value: mode, label: mode })),
          view?.tallies.mode,
        ),
    },
    {
      kind: 'choice',
      name: 'recommender',
      label: 'Recommender',
      all: 'All recommenders',
      isOffered: hasVpas,
      choices: (view) => countedNames(view?.tallies.recommender).filter(({ value }) => value !== ''),
    },
    {
      kind: 'choice',
      name: 'policy',
      label: 'Rule',
      all: 'All rules',
      isOffered: (view) => Object.keys(view?.tallies.policy ?? {}).length > 0,
      choices: (view) => countedNames(view?.tallies.policy),
    },
    {
      kind: 'choice',
      name: 'hpa',
      label: 'HPA',
      all: 'Any HPA or none',
      isOffered: (view) => view?.hasHpas === true,
      choices: () => HPA_CHOICES,
    },
    stateChoice(STANDING_WORDS, ({ tallies }) => tallies.state),
  ],
  noMatch: { sentence: 'No workload matches this filter.', all: 'Show all workloads' },
};

function hasVpas(_: WorkloadsView | undefined, { vpa }: Record<WorkloadFilter, string>): boolean {
  return vpa !== 'without';
}

/** The same list, with the HPAs of each workload. */
export const WITH_HPAS: typeof WORKLOAD_LIST = {
  ...WORKLOAD_LIST,
  path: (asked) => `/api/workloads?${listQuery(asked, WORKLOAD_WORDS)}&hpas=true`,
};

export type AbsentThing = 'workload' | 'vpa' | 'without-vpa';

/** What the cluster has none of, if the list is empty for that, whatever the other filters. */
export function absentIn(
  { all, coverage }: Pick<WorkloadsView, 'all' | 'coverage'>,
  vpa: string,
): AbsentThing | undefined {
  if (all > 0) return undefined;
  if (coverage.with + coverage.without === 0) return 'workload';
  if (vpa === '' && coverage.with === 0) return 'vpa';
  return vpa === 'without' && coverage.without === 0 ? 'without-vpa' : undefined;
}

/** The query that exports every workload of the same filter as patches. */
export function exportQuery({ filter }: Pick<Parameters<typeof WORKLOAD_LIST.path>[0], 'filter'>): string {
  return listQuery({ filter, sort: WORKLOAD_WORDS.usual, page: 1 }, WORKLOAD_WORDS).toString();
}

/** Those with a VPA, those without, or both, each with their number. */
function coverageChoices(coverage: WorkloadsView['coverage'] | undefined): FilterChoice[] {
  const counted = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} (${count.toLocaleString('en-US')})`;
  return [
    { value: '', label: counted('With a VPA', coverage?.with) },
    { value: 'without', label: counted('Without', coverage?.without) },
    { value: 'all', label: 'All' },
  ];
}

/** The query of what is shown, on all pages. */
export function matchingQuery(asked: Parameters<typeof WORKLOAD_LIST.path>[0]): URLSearchParams {
  return listQuery({ ...asked, page: 1 }, WORKLOAD_WORDS);
}
