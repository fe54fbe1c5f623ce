import type { HpaMetric, HpaRow } from '@/server/contract/hpas';
import { relativeTime } from '@/server/words/times';
import badges from '../layout/tone-badge.module.css';
import cards from '../lists/card-table.module.css';
import type { Column } from '../lists/list-table';
import Link from '../navigation/link';
import { hpaHref } from '../navigation/pages';
import type { HpaSort } from './hpa-list';
import classes from './hpa-table.module.css';
import { CLAIM_LABELS, HELD_LABELS, HPA_STATE_LABELS, HPA_STATE_TONES } from './hpa-words';
import { ReplicasCell } from './replicas-cell';

/** More are on the page of the HPA. */
const MOST_METRICS = 3;

/** The columns of the HPAs, at the cluster's time `nowMs`. */
export function hpaColumns(nowMs: number): readonly Column<HpaRow, never, HpaSort>[] {
  return [
    {
      key: 'name',
      label: 'HPA',
      sort: 'namespace',
      className: classes.name,
      isRowHeading: true,
      cell: ({ namespace, name, target }) => (
        <>
          <Link href={hpaHref(namespace, name)} className={cards.link}>
            {name}
          </Link>
          <span className={cards.under}>
            {namespace} · {target.kind} {target.name}
          </span>
        </>
      ),
    },
    {
      key: 'state',
      label: 'State',
      sort: 'state',
      className: classes.state,
      cell: (row) => <StateCell row={row} />,
    },
    {
      key: 'replicas',
      label: 'Replicas',
      sort: 'replicas',
      descendingFirst: true,
      className: classes.replicas,
      cell: (row) => <ReplicasCell {...row} />,
    },
    {
      key: 'metrics',
      label: 'Metrics, now of target',
      className: classes.metrics,
      cell: ({ metrics }) => <MetricLines metrics={metrics} />,
    },
    {
      key: 'held',
      label: 'What limits',
      className: classes.held,
      cell: ({ held }) =>
        held === 'nothing' ? <span className={classes.soft}>Nothing</span> : HELD_LABELS[held],
    },
    {
      key: 'claim',
      label: 'Who scales',
      className: classes.claim,
      cell: ({ claim, controller, differsSinceMs }) => (
        <>
          {CLAIM_LABELS[claim]}
          {differsSinceMs !== undefined && (
            <span className={classes.differs}>
              asks for {controller}, unlike Plumbline, {relativeTime(differsSinceMs, nowMs)}
            </span>
          )}
        </>
      ),
    },
  ];
}

function StateCell({ row: { state, why } }: { row: HpaRow }) {
  return (
    <>
      <span className={badges.badge} data-tone={HPA_STATE_TONES[state]}>
        {HPA_STATE_LABELS[state]}
      </span>
      {state === 'failing' && <span className={classes.why}>{why}</span>}
    </>
  );
}

function MetricLines({ metrics }: { metrics: readonly HpaMetric[] }) {
  const others = metrics.length - MOST_METRICS;
  return (
    <ul className={classes.lines}>
      {metrics.slice(0, MOST_METRICS).map((metric, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two metrics may have one name, and their order stays.
        <li key={place} data-winner={metric.isWinner || undefined}>
          <strong>{metric.current ?? '?'}</strong> <span className={classes.soft}>of {metric.target}</span>{' '}
          <span className={classes.label}>{metric.label}</span>
        </li>
      ))}
      {others > 0 && <li className={classes.soft}>and {others} more</li>}
    </ul>
  );
}
