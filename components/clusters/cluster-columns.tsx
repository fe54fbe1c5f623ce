import type { ClusterRow } from '@/server/contract/clusters';
import { RESOURCES } from '@/server/contract/resources';
import { formatAmount, resourceTitle } from '@/server/words/amounts';
import { orderWords } from '@/server/words/cluster-orders';
import { MEMBER_FAULTS } from '@/server/words/member-faults';
import { URGENCIES, URGENCY_ORDER } from '@/server/words/urgency';
import dots from '../layout/tone-dot.module.css';
import type { Column } from '../lists/list-table';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import type { ClusterSort } from './cluster-list';
import classes from './cluster-table.module.css';

/** An order that the cluster does not have. */
const NEEDS_AN_EYE: ReadonlySet<string> = new Set(['asked', 'away', 'forgotten']);

type ClusterColumn = Column<ClusterRow, never, ClusterSort>;

/** The columns of the clusters, at a time of the hub. */
export function clusterColumns(nowMs: number): readonly ClusterColumn[] {
  return [
    {
      key: 'name',
      label: 'Cluster',
      sort: 'name',
      className: classes.name,
      isRowHeading: true,
      cell: ({ name, labels }) => (
        <>
          <Link href={`/clusters/${name}`} className={classes.link}>
            {name}
          </Link>
          <span className={classes.line}>
            {Object.entries(labels)
              .map(([key, value]) => `${key}=${value}`)
              .join(', ')}
          </span>
        </>
      ),
    },
    { key: 'state', label: 'State', className: classes.state, cell: (row) => <State row={row} /> },
    {
      key: 'versions',
      label: 'Plumbline, Kubernetes',
      className: classes.versions,
      cell: ({ answer }) =>
        answer && (
          <>
            {answer.plumbline}
            <span className={classes.line}>{answer.kubernetes ?? 'not connected'}</span>
          </>
        ),
    },
    {
      key: 'vpas',
      label: 'VPAs',
      sort: 'vpas',
      descendingFirst: true,
      className: classes.vpas,
      cell: ({ answer }) => answer?.vpas.toLocaleString('en-US'),
    },
    ...URGENCY_ORDER.map(
      (urgency): ClusterColumn => ({
        key: urgency,
        label: URGENCIES[urgency],
        className: classes.urgency,
        sort: urgency,
        descendingFirst: true,
        cell: ({ answer }) => answer?.urgencies[urgency].toLocaleString('en-US'),
      }),
    ),
    ...RESOURCES.map(
      (resource): ClusterColumn => ({
        key: resource,
        label: resourceTitle(resource),
        hint: 'Requested; below it, what is recommended',
        sort: resource,
        descendingFirst: true,
        className: `${classes.resource} ${classes[resource]}`,
        cell: ({ answer }) =>
          answer && (
            <>
              {formatAmount(resource, answer.totals[resource].requested)}
              <span className={classes.line}>
                {formatAmount(resource, answer.totals[resource].recommended)}
              </span>
            </>
          ),
      }),
    ),
    {
      key: 'seen',
      label: 'Answered',
      sort: 'seen',
      descendingFirst: true,
      className: classes.seen,
      cell: ({ seenMs }) => (seenMs === undefined ? 'not yet' : <TimeAgo atMs={seenMs} nowMs={nowMs} />),
    },
  ];
}

function State({ row }: { row: ClusterRow }) {
  const needs = needsOf(row);
  return (
    <>
      <StateOf row={row} />
      {needs && <span className={`${classes.line} ${classes.narrowOnly}`}>{needs}</span>}
      {row.order && (
        <span className={classes.order} data-open={NEEDS_AN_EYE.has(row.order.state)}>
          {orderWords(row.order)}
        </span>
      )}
    </>
  );
}

/** `2 broken, 3 could be better`; empty where nothing needs anybody. */
function needsOf({ answer }: ClusterRow): string {
  return URGENCY_ORDER.flatMap((urgency) => {
    const count = answer?.urgencies[urgency] ?? 0;
    return count > 0 ? `${count.toLocaleString('en-US')} ${URGENCIES[urgency].toLowerCase()}` : [];
  }).join(', ');
}

function StateOf({ row: { answer, fault } }: { row: ClusterRow }) {
  if (fault)
    return (
      <>
        <span className={dots.dot} data-tone="bad">
          {MEMBER_FAULTS[fault].sentence}
        </span>
        <span className={classes.line}>{MEMBER_FAULTS[fault].remedy}</span>
      </>
    );
  if (!answer) return <span className={dots.dot}>Being asked</span>;
  if (answer.isStopped)
    return (
      <span className={dots.dot} data-tone="warning">
        Stopped
      </span>
    );
  const { otherStops } = answer;
  return (
    <span className={dots.dot} data-tone="good">
      {otherStops === 0 ? 'Runs' : `Runs, with ${otherStops === 1 ? 'a stop' : `${otherStops} stops`}`}
    </span>
  );
}
