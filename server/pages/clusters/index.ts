import { VisibleNamespaces } from '../../access';
import { CLUSTER_WORDS, type ClusterRow, type ClustersView } from '../../contract/clusters';
import { RESOURCES } from '../../objects/units';
import { naturalKey } from '../../words/natural-order';
import { URGENCY_ORDER } from '../../words/urgency';
import { countBy, hasWords, type ListSpec, listOf, type Tally } from '../list';
import { readListQuery } from '../list-query';
import { labelsOf } from './labels';

/** One page of the clusters. @throws AppError `bad-request` naming the invalid parameters */
export function clustersView(rows: readonly ClusterRow[], params: URLSearchParams): ClustersView {
  const {
    tallies,
    rows: listed,
    ...list
  } = listOf(
    rows,
    CLUSTER_LIST_SPEC,
    // Each member has judged already what the person may read there.
    readListQuery({ params, reach: VisibleNamespaces.all }, CLUSTER_WORDS),
  );
  const { label, ...sums } = tallies;
  return { ...list, rows: listed.map(({ row }) => row), tallies: { label }, sums: sums.sums };
}

type Sums = ClustersView['sums'];

/** The clusters of a hub. */
const CLUSTER_LIST_SPEC = {
  pageSize: 500,
  parts: (row: ClusterRow) => [row],
  namespaceOf: () => undefined,
  filters: {
    q: hasWords<ClusterRow, ClusterRow>(({ name, labels }) => `${name} ${labelsOf({ labels }).join(' ')}`),
    label: (label: string) => (row: ClusterRow) => (labelsOf(row).includes(label) ? row : undefined),
  },
  tallies: { label: countBy<ClusterRow, ClusterRow>(labelsOf), sums: sumsTally },
  sorts: {
    name: ({ name }) => naturalKey(name),
    vpas: ({ answer }) => answer?.vpas,
    ...Object.fromEntries(
      URGENCY_ORDER.map((urgency) => [urgency, ({ answer }: ClusterRow) => answer?.urgencies[urgency]]),
    ),
    cpu: ({ answer }) => answer?.totals.cpu.requested,
    memory: ({ answer }) => answer?.totals.memory.requested,
    seen: ({ seenMs }) => seenMs,
  },
} satisfies ListSpec<ClusterRow, ClusterRow, Record<string, () => Tally<ClusterRow, ClusterRow, unknown>>>;

/** Of what answered at all, also where the answer is old. */
function sumsTally(): Tally<ClusterRow, ClusterRow, Sums> {
  const nothing = () => ({ requested: 0, recommended: 0 });
  const sums: Sums = {
    vpas: 0,
    urgencies: { broken: 0, waits: 0, better: 0 },
    totals: { cpu: nothing(), memory: nothing() },
    answering: 0,
    stopped: 0,
  };
  return {
    add({ answer, fault }) {
      if (!answer) return;
      sums.vpas += answer.vpas;
      for (const urgency of URGENCY_ORDER) sums.urgencies[urgency] += answer.urgencies[urgency];
      for (const resource of RESOURCES)
        for (const part of ['requested', 'recommended'] as const)
          sums.totals[resource][part] += answer.totals[resource][part];
      if (!fault) sums.answering++;
      if (answer.isStopped) sums.stopped++;
    },
    result: () => sums,
  };
}
