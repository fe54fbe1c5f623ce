import type { WorkloadSummary } from '../../recommender/views';
import { STANDINGS, type Standing, standingOf } from '../../recommender/views/verdict';
import { naturalKey } from '../../words/natural-order';
import { countsOf, isValue, type ListSpec } from './list';
import type { KnownValues } from './list-query';
import { spareOf } from './totals';
import type { WorkloadRow } from './views';
import { wordsMatch } from './words-match';

/** A workload with what the list works out of it, once for each version of its summary. */
export interface ListedWorkload {
  readonly row: WorkloadRow;
  readonly text: string;
  readonly namespaceKey: string;
  readonly nameKey: string;
  readonly spareCpu: number | undefined;
  readonly spareMemory: number | undefined;
  readonly confidence: number | undefined;
}

const known = new WeakMap<WorkloadSummary, ListedWorkload>();

export function listedWorkload(summary: WorkloadSummary): ListedWorkload {
  let listed = known.get(summary);
  if (!listed) {
    listed = make(summary);
    known.set(summary, listed);
  }
  return listed;
}

function make(summary: WorkloadSummary): ListedWorkload {
  const { conditions: _conditions, createdMs: _createdMs, ...row } = summary;
  const { namespace, name, target, containers } = row;
  const confidences = containers.map(({ confidence }) => confidence);
  return {
    row: { ...row, standing: standingOf(summary) },
    text: [`${namespace}/${name}`, target.kind, target.name, ...containers.map((one) => one.name)]
      .join(' ')
      .toLowerCase(),
    namespaceKey: naturalKey(namespace),
    nameKey: naturalKey(name),
    spareCpu: spareOf(summary, 'cpu'),
    spareMemory: spareOf(summary, 'memory'),
    confidence: confidences.length > 0 ? Math.min(...confidences) : undefined,
  };
}

/** Starved first, well fed last. */
const BY_GRAVITY: readonly Standing[] = ['short', 'unstated', 'over', 'none', 'within'];

export const KNOWN_OF_WORKLOADS: KnownValues = {
  state: (value) => STANDINGS.some((standing) => standing === value),
};

const modeOf = ({ row }: ListedWorkload) => row.updateMode;
const stateOf = ({ row }: ListedWorkload) => row.standing;

/** The list of workloads; its rows come in order of namespace and name. */
export const WORKLOAD_LIST = {
  pageSize: 25,
  parts: (row: ListedWorkload) => [row],
  filters: {
    q: (words) => {
      const matches = wordsMatch(words);
      return (part) => (matches(part.text) ? part : undefined);
    },
    namespace: isValue(({ row }) => row.namespace),
    mode: isValue(modeOf),
    state: isValue(stateOf),
  },
  tallies: { mode: countsOf(modeOf), state: countsOf(stateOf) },
  sorts: {
    workload: ({ nameKey }) => nameKey,
    namespace: ({ namespaceKey }) => namespaceKey,
    mode: ({ row }) => row.updateMode,
    cpu: ({ spareCpu }) => spareCpu,
    memory: ({ spareMemory }) => spareMemory,
    confidence: ({ confidence }) => confidence,
    state: ({ row }) => BY_GRAVITY.indexOf(row.standing),
  },
} satisfies ListSpec<
  ListedWorkload,
  ListedWorkload,
  Record<'mode' | 'state', ReturnType<typeof countsOf<ListedWorkload, ListedWorkload>>>
>;
