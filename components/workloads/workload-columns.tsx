import type { ReactNode } from 'react';
import type { ContainerView } from '@/server/contract/recommendations';
import type { WorkloadRow } from '@/server/contract/workloads';
import { containerName } from '@/server/words/container-name';
import { countOf } from '@/server/words/counts';
import glyphClasses from '../charts/glyph.module.css';
import { GLYPH_TICKS } from '../charts/plumb-glyph';
import { HpaCell } from '../hpas/hpa-cell';
import shared from '../layout/shared.module.css';
import type { ColumnChoice } from '../lists/column-choice';
import type { Column, Spanning } from '../lists/list-table';
import { RowCheck } from '../lists/row-check';
import Link from '../navigation/link';
import { bareWorkloadHref, workloadHref } from '../navigation/pages';
import { RuleLink } from '../rules/rule-link';
import { ConfidenceCell } from './confidence-cell';
import { containerRemark } from './container-remark';
import { ModeBadge } from './mode-badge';
import { modeWords } from './mode-words';
import { OF_NEW_PODS } from './new-pod-words';
import { ResourceCell } from './resource-cell';
import { StateMark } from './state-mark';
import { WasteCell } from './waste-cell';
import type { WorkloadSort } from './workload-list';
import classes from './workload-table.module.css';
import { findingWords, reasonInWords, STANDING_WORDS } from './workload-words';

const USUAL_RECOMMENDER = 'default';
const SPARE_HINT = 'Sort by what pods request above the target';

type WorkloadColumn = Column<WorkloadRow, ContainerView, WorkloadSort>;

/** What the columns can be chosen from, in their order. */
export const WORKLOAD_COLUMN_CHOICES: readonly ColumnChoice[] = [
  { key: 'workload', label: 'Workload', isUsual: true, isFixed: true },
  { key: 'state', label: 'State', isUsual: true },
  { key: 'mode', label: 'Mode', isUsual: true },
  { key: 'recommender', label: 'Recommender', isUsual: true },
  { key: 'policy', label: 'Rule', isUsual: false },
  { key: 'pods', label: 'Pods', isUsual: false },
  { key: 'hpa', label: 'HPA', isUsual: false },
  { key: 'container', label: 'Container', isUsual: false },
  { key: 'cpu', label: 'CPU', isUsual: true },
  { key: 'memory', label: 'Memory', isUsual: true },
  { key: 'waste', label: 'Waste', isUsual: true },
  { key: 'confidence', label: 'Confidence', isUsual: true },
];

/** The columns to show where people ask for HPAs, unless they chose others. */
export const COLUMNS_WITH_HPA = ['workload', 'state', 'hpa', 'cpu', 'memory'];

/** How a row is chosen for a change of many. */
export interface Choosing {
  isWholePage: boolean;
  choosePage: (isOn: boolean) => void;
  has: (row: WorkloadRow) => boolean;
  toggle: (row: WorkloadRow, isRange: boolean) => void;
}

/** The columns to show; first the one to choose rows, where they can be. */
export function workloadColumns(
  shown: readonly string[],
  choosing: Choosing | undefined,
): readonly WorkloadColumn[] {
  const columns = columnsOf(shown).filter(({ key }) => shown.includes(key));
  return choosing ? [choosingColumn(choosing), ...columns] : columns;
}

function choosingColumn({ isWholePage, choosePage, has, toggle }: Choosing): WorkloadColumn {
  return {
    key: 'chosen',
    label: 'Choose',
    className: classes.chosenRow,
    below: (
      <RowCheck
        aria-label="Choose this page"
        checked={isWholePage}
        onChange={(event) => choosePage(event.currentTarget.checked)}
      />
    ),
    cell: (row) => (
      <RowCheck
        aria-label={`Choose ${row.namespace}/${row.name}`}
        checked={has(row)}
        readOnly
        onClick={(event) => toggle(row, event.shiftKey)}
      />
    ),
  };
}

/** What endangers the workload most, and below it the rest. */
function StateCell({ standing, findings }: Pick<WorkloadRow, 'standing' | 'findings'>) {
  const [gravest, ...others] = findings;
  return (
    <span className={classes.cell}>
      <StateMark state={standing} />
      <span>
        {gravest ? findingWords(gravest) : STANDING_WORDS[standing]}
        {others.map((finding) => (
          <span key={`${finding.container} ${findingWords(finding)}`} className={classes.other}>
            {findingWords(finding)}
          </span>
        ))}
      </span>
    </span>
  );
}

/** The scale of a column of glyphs: multiples of the target. */
function GlyphScale() {
  return (
    <span className={glyphClasses.scale} aria-hidden="true">
      {GLYPH_TICKS.map((tick) => (
        <span key={tick.label} style={{ left: `${tick.at * 100}%` }}>
          {tick.label}
        </span>
      ))}
    </span>
  );
}

/**
 * The columns of the workloads: a container has its own line, the workload's cells are beside all of them. What
 * stands in place of a container's numbers spans the columns of numbers that are shown.
 */
const columnsOf = (shown: readonly string[]): readonly WorkloadColumn[] => [
  {
    key: 'workload',
    label: 'Workload',
    sort: 'workload',
    className: classes.workload,
    isRowHeading: true,
    cell: (workload) => <NameCell workload={workload} />,
  },
  {
    key: 'state',
    label: 'State',
    sort: 'risk',
    hint: 'Sort by risk, then by waste',
    className: classes.state,
    cell: ({ standing, findings }) => <StateCell standing={standing} findings={findings} />,
  },
  {
    key: 'mode',
    label: 'Mode',
    sort: 'mode',
    className: classes.mode,
    cell: ({ updateMode, heldMode, recommender, hasNoVpa }) => (
      <>
        {hasNoVpa ? (
          <span className={shared.quiet}>No VPA</span>
        ) : (
          <ModeBadge updateMode={updateMode} heldMode={heldMode} />
        )}
        {recommender !== USUAL_RECOMMENDER && (
          <span className={`${shared.under} ${classes.chosen}`}>{recommender}</span>
        )}
      </>
    ),
  },
  {
    key: 'recommender',
    label: 'Recommender',
    sort: 'recommender',
    className: classes.recommender,
    cell: ({ recommender }) => <span data-usual={recommender === USUAL_RECOMMENDER}>{recommender}</span>,
  },
  {
    key: 'policy',
    label: 'Rule',
    className: classes.policy,
    cell: ({ keptBy }) =>
      keptBy === undefined ? <span className={shared.quiet}>–</span> : <RuleLink name={keptBy} />,
  },
  { key: 'pods', label: 'Pods', cell: ({ pods }) => pods },
  {
    key: 'hpa',
    label: 'HPA',
    sort: 'hpa',
    hint: 'Sort by how the HPA stands, the worst first',
    cell: ({ hpas }) => <HpaCell hpas={hpas} />,
  },
  {
    key: 'container',
    label: 'Container',
    className: classes.container,
    part: (container, workload) =>
      container ? containerName(container) : inTheirPlace(1 + numbersIn(shown), noContainer(workload)),
  },
  {
    key: 'cpu',
    label: 'CPU',
    sort: 'cpu',
    descendingFirst: true,
    hint: SPARE_HINT,
    below: <GlyphScale />,
    className: classes.cpu,
    part: (container, workload) => {
      if (!container)
        return shown.includes('container')
          ? undefined
          : inTheirPlace(numbersIn(shown), noContainer(workload));
      const label = !shown.includes('container') && workload.containers.length > 1 && (
        <span className={shared.under}>{containerName(container)}</span>
      );
      const remark = containerRemark(container, reasonInWords(workload));
      if (remark)
        return inTheirPlace(
          numbersIn(shown),
          <>
            {label}
            {remark}
          </>,
        );
      return (
        <>
          {label}
          <ResourceCell resource="cpu" view={container.cpu} confidence={container.confidence} />
        </>
      );
    },
  },
  {
    key: 'memory',
    label: 'Memory',
    sort: 'memory',
    descendingFirst: true,
    hint: SPARE_HINT,
    below: <GlyphScale />,
    className: classes.memory,
    part: (container, workload) => {
      const remark =
        container && !shown.includes('cpu') && containerRemark(container, reasonInWords(workload));
      if (remark) return inTheirPlace(1, remark);
      const isApart = shown.includes('cpu') && !shown.includes('container') && workload.containers.length > 1;
      return (
        container && (
          <>
            {isApart && <span className={shared.under}>&nbsp;</span>}
            <ResourceCell resource="memory" view={container.memory} confidence={container.confidence} />
          </>
        )
      );
    },
  },
  {
    key: 'waste',
    label: 'Waste',
    sort: 'waste',
    descendingFirst: true,
    hint: 'What all pods together reserve above the target; one core counts as much as 8 GiB',
    className: classes.waste,
    cell: ({ waste }) => <WasteCell waste={waste} />,
  },
  {
    key: 'confidence',
    label: 'Confidence',
    sort: 'confidence',
    hint: 'Days of history behind the numbers',
    className: classes.confidence,
    cell: ({ containers }) => <ConfidenceCell containers={containers} />,
  },
];

function numbersIn(shown: readonly string[]): number {
  return ['cpu', 'memory'].filter((key) => shown.includes(key)).length;
}

function noContainer(workload: WorkloadRow): string {
  return reasonInWords(workload) ?? 'There is no container yet.';
}

/** A sentence in place of this many cells. */
function inTheirPlace(span: number, content: ReactNode): Spanning {
  return { span, content, className: classes.reason };
}

function NameCell({ workload }: { workload: WorkloadRow }) {
  const { namespace, name, target, pods, isOfNewPods, recommender, hasNoVpa, containers } = workload;
  const [only] = containers.length === 1 ? containers : [];
  return (
    <>
      <Link
        href={hasNoVpa ? bareWorkloadHref(namespace, target.kind, name) : workloadHref(namespace, name)}
        className={classes.link}
      >
        {name}
      </Link>
      <span className={`${shared.under} ${classes.facts}`}>
        {`${namespace} · ${target.kind}${target.name === name ? '' : ` ${target.name}`}`}
        <span className={classes.separator}> · </span>
        <span className={classes.narrowOnly}>{hasNoVpa ? 'No VPA' : modeWords(workload)}</span>
        {recommender !== USUAL_RECOMMENDER && <span className={classes.narrowOnly}>{recommender}</span>}
        <span className={classes.pods}>{countOf(pods, 'pod')}</span>
        {only && (
          <>
            <span className={classes.separator}> · </span>
            <span className={classes.pods}>{containerName(only)}</span>
          </>
        )}
      </span>
      {workload.groups !== undefined && (
        <span className={shared.under}>{countOf(workload.groups, 'node group')}</span>
      )}
      {isOfNewPods && <span className={shared.under}>requests {OF_NEW_PODS}</span>}
    </>
  );
}
