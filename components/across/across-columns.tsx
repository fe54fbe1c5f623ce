import type { AcrossRow } from '@/server/contract/across';
import shared from '../layout/shared.module.css';
import type { Column, Spanning } from '../lists/list-table';
import Link from '../navigation/link';
import { InCluster } from '../navigation/row-cluster';
import classes from './across.module.css';

/**
 * The columns of a list of one cluster for a list over several, with the cluster beside the name of a row.
 * @param columnsAt at a time of the cluster
 * @param compareHref where the same is shown in all clusters
 */
export function acrossColumns<Row, Part, Sort extends string>(
  columnsAt: (nowMs: number) => readonly Column<Row, Part, Sort>[],
  nowOf: (cluster: string) => number,
  compareHref?: (row: Row) => string,
): readonly Column<AcrossRow<Row>, Part, Sort | 'cluster'>[] {
  const made = new Map<number, readonly Column<Row, Part, Sort>[]>();
  const columnsOf = (cluster: string) => {
    const nowMs = nowOf(cluster);
    const known = made.get(nowMs) ?? columnsAt(nowMs);
    made.set(nowMs, known);
    return known;
  };
  const wrapped = columnsAt(0).map((column, place): Column<AcrossRow<Row>, Part, Sort | 'cluster'> => {
    if (!('part' in column))
      return {
        ...column,
        cell: ({ cluster, row }) => {
          const own = columnsOf(cluster)[place];
          return (
            <InCluster name={cluster}>{own && 'cell' in own && <Cell of={() => own.cell(row)} />}</InCluster>
          );
        },
      };
    return {
      ...column,
      part: (part, { cluster, row }) => {
        const found = column.part(part, row);
        const isSpanning =
          typeof found === 'object' && found !== null && 'span' in found && 'content' in found;
        if (isSpanning)
          return { ...(found as Spanning), content: <InCluster name={cluster}>{found.content}</InCluster> };
        return <InCluster name={cluster}>{found}</InCluster>;
      },
    };
  });
  const heading = wrapped.findIndex((column) => 'isRowHeading' in column && column.isRowHeading);
  return [...wrapped.slice(0, heading + 1), clusterColumn(compareHref), ...wrapped.slice(heading + 1)];
}

/** What its cluster told it wrong fails here, inside of `InCluster`. */
function Cell({ of }: { of: () => React.ReactNode }) {
  return of();
}

function clusterColumn<Row>(compareHref: ((row: Row) => string) | undefined) {
  return {
    key: 'cluster',
    label: 'Cluster',
    sort: 'cluster' as const,
    className: classes.cluster,
    cell: ({ cluster, row }: AcrossRow<Row>) => (
      <>
        <Link href={`/clusters/${cluster}`}>{cluster}</Link>
        {compareHref && (
          <Link href={compareHref(row)} className={shared.under}>
            compare
          </Link>
        )}
      </>
    ),
  };
}
