import type { MatchedWorkload, RuleRow } from '@/server/contract/rules';
import shared from '../layout/shared.module.css';
import badges from '../layout/tone-badge.module.css';
import type { Column } from '../lists/list-table';
import { numberColumn } from '../lists/number-column';
import Link from '../navigation/link';
import { ruleHref, workloadHref } from '../navigation/pages';
import type { RuleSort, RuleWorkloadSort } from './rule-list';
import classes from './rule-table.module.css';
import {
  conflictWords,
  RULE_STATE_LABELS,
  RULE_STATE_TONES,
  selectionWords,
  WORKLOAD_LABELS,
} from './rule-words';

export const RULE_COLUMNS: readonly Column<RuleRow, never, RuleSort>[] = [
  {
    key: 'name',
    label: 'Rule',
    sort: 'name',
    className: classes.name,
    isRowHeading: true,
    cell: (row) => (
      <>
        <Link href={ruleHref(row.name)} className={shared.link}>
          {row.name}
        </Link>
        <span className={classes.under}>
          {row.builtIn ? 'by the labels of Goldilocks' : selectionWords(row)}
        </span>
      </>
    ),
  },
  {
    key: 'state',
    label: 'State',
    className: classes.state,
    cell: ({ state, why }) => (
      <>
        <span className={badges.badge} data-tone={RULE_STATE_TONES[state]}>
          {RULE_STATE_LABELS[state]}
        </span>
        {state !== 'ready' && state !== 'conflicts' && <span className={classes.under}>{why}</span>}
      </>
    ),
  },
  {
    key: 'mode',
    label: 'Mode',
    className: classes.mode,
    cell: ({ mode, parts }) => (
      <>
        {mode ?? <span className={shared.quiet}>varies</span>}
        {parts.length > 0 && <span className={classes.under}>{parts.join(', ')}</span>}
      </>
    ),
  },
  numberColumn('precedence', 'Precedence', ({ precedence }) => precedence),
  numberColumn('workloads', 'Workloads', ({ workloads }) => workloads),
  numberColumn('vpas', 'VPAs', ({ vpas }) => vpas),
  numberColumn('conflicts', 'Conflicts', ({ conflicts }) => conflicts),
  numberColumn('edited', 'Edited by hand', ({ edited }) => edited, true),
];

export const RULE_WORKLOAD_COLUMNS: readonly Column<MatchedWorkload, never, RuleWorkloadSort>[] = [
  {
    key: 'name',
    label: 'Workload',
    sort: 'namespace',
    className: classes.name,
    isRowHeading: true,
    cell: ({ namespace, name, kind, vpa }) => (
      <>
        {vpa === undefined ? (
          <span className={classes.plain}>{name}</span>
        ) : (
          <Link href={workloadHref(namespace, vpa)} className={shared.link}>
            {name}
          </Link>
        )}
        <span className={classes.under}>
          {namespace} · {kind}
        </span>
      </>
    ),
  },
  {
    key: 'state',
    label: 'State',
    sort: 'state',
    className: classes.state,
    cell: ({ state, conflict, edited }) => (
      <>
        <span
          className={badges.badge}
          data-tone={state === 'conflict' || state === 'edited' ? 'warning' : 'quiet'}
        >
          {WORKLOAD_LABELS[state]}
        </span>
        {conflict && <span className={classes.under}>{conflictWords(conflict)}</span>}
        {edited.length > 0 && <span className={classes.under}>left alone: {edited.join(', ')}</span>}
      </>
    ),
  },
  {
    key: 'vpa',
    label: 'VPA',
    className: classes.mode,
    cell: ({ vpa, mode }) => (
      <>
        {vpa ?? <span className={shared.quiet}>none</span>}
        {mode && <span className={classes.under}>{mode}</span>}
      </>
    ),
  },
];
