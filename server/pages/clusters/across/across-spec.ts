import { BY_CLUSTER } from '../../../contract/across';
import type { ClusterRow } from '../../../contract/clusters';
import type { Counts } from '../../../contract/lists';
import { naturalKey } from '../../../words/natural-order';
import { countBy, type ListSpec, type Narrow, type Tallies, type Tally } from '../../list';
import { labelsOf } from '../labels';

/** A row of a list of one cluster, in a list over several. */
export interface OfCluster<Row> {
  readonly cluster: Pick<ClusterRow, 'name' | 'labels'>;
  readonly row: Row;
}

type AcrossTallies<Row, Part, Made extends Tallies<Row, Part>> = {
  [Name in keyof Made]: () => Tally<OfCluster<Row>, Part, ReturnType<ReturnType<Made[Name]>['result']>>;
} & Record<'cluster' | 'label' | 'namespace', () => Tally<OfCluster<Row>, Part, Counts>>;

/** What a cluster is in, grouped by cluster or by a label; undefined where it is in no group. */
export function groupOfCluster(
  { name, labels }: OfCluster<unknown>['cluster'],
  by: string,
): string | undefined {
  if (by === BY_CLUSTER) return name;
  return Object.hasOwn(labels, by) ? labels[by] : undefined;
}

/**
 * The list of one cluster over several: the same filters, counts and sorts, and those by cluster and label.
 * @param groups the groups in their order, the first of them first whatever the sort; empty without grouping
 */
export function acrossSpec<Row, Part, Made extends Tallies<Row, Part>>(
  spec: ListSpec<Row, Part, Made>,
  { by, groups, pageSize }: { by: string | undefined; groups: readonly string[]; pageSize?: number },
): ListSpec<OfCluster<Row>, Part, AcrossTallies<Row, Part, Made>> {
  const placeOf = new Map(groups.map((group, place) => [group, place]));
  const keepIf =
    (keeps: (cluster: OfCluster<Row>['cluster']) => boolean): Narrow<OfCluster<Row>, Part> =>
    (part, { cluster }) =>
      keeps(cluster) ? part : undefined;
  return {
    pageSize: pageSize ?? spec.pageSize,
    parts: ({ row }) => spec.parts(row),
    namespaceOf: (part, { row }) => spec.namespaceOf(part, row),
    filters: {
      namespace:
        (value) =>
        (part, { row }) =>
          spec.namespaceOf(part, row) === value ? part : undefined,
      ...mapped(spec.filters, (filter) => (value: string): Narrow<OfCluster<Row>, Part> => {
        const narrow = filter(value);
        return (part, { row }) => narrow(part, row);
      }),
      cluster: (value) => keepIf(({ name }) => name === value),
      label: (value) => keepIf((cluster) => labelsOf(cluster).includes(value)),
      group: () => (part) => part,
    },
    tallies: {
      namespace: countBy<OfCluster<Row>, Part>((part, { row }) => spec.namespaceOf(part, row)),
      ...mapped(spec.tallies, (make) => () => {
        const tally = make();
        return {
          add: (part: Part, { row }: OfCluster<Row>) => tally.add(part, row),
          result: () => tally.result(),
        };
      }),
      cluster: () => rowsBy<Row, Part>(({ name }) => [name]),
      label: () => rowsBy<Row, Part>(labelsOf),
    } as AcrossTallies<Row, Part, Made>,
    sorts: {
      ...mapped(
        spec.sorts,
        (sort) =>
          ({ row }: OfCluster<Row>, parts: readonly Part[]) =>
            sort(row, parts),
      ),
      cluster: ({ cluster }) => naturalKey(cluster.name),
    },
    ...(by !== undefined && {
      rank: ({ cluster }) => placeOf.get(groupOfCluster(cluster, by) ?? '') ?? groups.length,
    }),
  };
}

/** Counts rows, of however many parts each has. */
function rowsBy<Row, Part>(
  valuesOf: (cluster: OfCluster<Row>['cluster']) => readonly string[],
): Tally<OfCluster<Row>, Part, Counts> {
  const counted = new WeakSet<OfCluster<Row>>();
  const tally = countBy<OfCluster<Row>, Part>((_, { cluster }) => valuesOf(cluster))();
  return {
    add(part, row) {
      if (counted.has(row)) return;
      counted.add(row);
      tally.add(part, row);
    },
    result: () => tally.result(),
  };
}

function mapped<From, To>(table: Record<string, From>, to: (from: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(table).map(([name, from]) => [name, to(from)]));
}
