import { type CSSProperties, useRef } from 'react';
import type { AuditView } from '@/server/contract/audit';
import { countOf } from '@/server/words/counts';
import { csvLine } from '@/server/words/csv';
import { formatDuration } from '@/server/words/times';
import { AxisTicks } from '../charts/axis-ticks';
import type { DataColumn } from '../charts/bounds-columns';
import { Brushed } from '../charts/brushed';
import { ChartFiles } from '../charts/chart-files';
import { DataTable } from '../charts/data-table';
import { countTicks } from '../charts/linear-ticks';
import { percent } from '../charts/percent';
import { timeLabel, timeTicks } from '../charts/time-ticks';
import { useBrush } from '../charts/use-brush';
import { Card } from '../layout/card';
import { Tooltip } from '../layout/tooltip';
import { localAbsoluteTime } from '../times/times';
import classes from './actions-chart.module.css';
import { ACTIONS_DONE } from './entry-words';

type Actions = NonNullable<AuditView['actions']>;
type Step = Actions['steps'][number];

const KINDS = [
  { kind: 'evict', one: 'eviction', many: 'evictions', colour: 'var(--evict)' },
  { kind: 'resize', one: 'resize in place', many: 'resizes in place', colour: 'var(--resize)' },
  { kind: 'unboost', one: 'end of a boost', many: 'ends of boosts', colour: 'var(--usage)' },
  { kind: 'revert', one: 'revert', many: 'reverts', colour: 'var(--warning)' },
] as const;

interface ActionsChartProps {
  actions: Actions;
  /** Called with a range that was dragged over. */
  onZoom: (span: { fromMs: number; toMs: number }) => void;
}

/** Nearer to an end, a time does not fit below its tick; a share of the width. */
const EDGE = 0.08;

export function ActionsChart({ actions: { steps, stepMs, isCut }, onZoom }: ActionsChartProps) {
  const figure = useRef<HTMLElement>(null);
  const ticks = countTicks(Math.max(1, ...steps.map(totalOf)));
  const most = ticks.at(-1) ?? 1;
  const shown = KINDS.filter(({ kind }) => steps.some((step) => step[kind]));
  const fromMs = steps[0]?.atMs ?? 0;
  const toMs = (steps.at(-1)?.atMs ?? 0) + stepMs;
  const { brushed, handlers } = useBrush({ fromMs, toMs }, onZoom);
  const timeText = timeLabel(fromMs, toMs);
  const label = `Actions in steps of ${formatDuration(stepMs)}`;
  return (
    <div className={classes.place}>
      <Card
        title="Actions over time"
        aside={<span className={classes.soft}>in steps of {formatDuration(stepMs)}</span>}
      >
        <figure ref={figure}>
          <div className={classes.frame} data-drawn>
            <div className={classes.plot} aria-hidden="true" {...handlers}>
              {ticks.slice(1).map((tick) => (
                <span key={tick} className={classes.count} style={{ top: percent(1 - tick / most) }}>
                  {countOf(tick, 'action')}
                </span>
              ))}
              <Brushed range={brushed} />
              {steps.map((step) => (
                <Tooltip key={step.atMs} label={`${localAbsoluteTime(step.atMs)}: ${stepWords(step)}`}>
                  <div className={classes.step}>
                    {shown.map(({ kind, colour }) => (
                      <span
                        key={kind}
                        className={classes.bar}
                        style={{ '--share': (step[kind] ?? 0) / most, background: colour } as CSSProperties}
                      />
                    ))}
                  </div>
                </Tooltip>
              ))}
            </div>
            <div className={classes.axis}>
              <AxisTicks
                ticks={timeTicks(fromMs, toMs)
                  .map((ms) => ({ ms, at: (ms - fromMs) / (toMs - fromMs) }))
                  .filter(({ at }) => Math.abs(at - 0.5) < 0.5 - EDGE)
                  .map(({ ms, at }, index) => ({ at, text: timeText(ms, index) }))}
              />
            </div>
          </div>
          <figcaption className={classes.legend}>
            {shown.map(({ kind, colour }) => (
              <span
                key={kind}
                data-kind={kind}
                className={classes.key}
                style={{ '--key': colour } as CSSProperties}
              >
                {ACTIONS_DONE[kind]}
              </span>
            ))}
            <span className="no-print">Drag over it to see the entries of a time.</span>
            {isCut && <span>Only the newest 1,000 are counted.</span>}
          </figcaption>
          <ChartFiles label={label} chart={figure} csv={() => actionsFile(steps)} />
          <DataTable label={label} columns={COLUMNS} rows={steps.filter((step) => totalOf(step) > 0)} />
        </figure>
      </Card>
    </div>
  );
}

function totalOf(step: Step): number {
  return KINDS.reduce((sum, { kind }) => sum + (step[kind] ?? 0), 0);
}

/** `3 evictions, 1 resize in place`. */
function stepWords(step: Step): string {
  const words = KINDS.flatMap(({ kind, one, many }) => {
    const count = step[kind] ?? 0;
    return count === 0 ? [] : [countOf(count, one, many)];
  });
  return words.length > 0 ? words.join(', ') : 'nothing was done';
}

const COLUMNS: readonly DataColumn<Step>[] = [
  { label: 'From', words: ({ atMs }) => localAbsoluteTime(atMs) },
  ...KINDS.map(({ kind }) => ({
    label: ACTIONS_DONE[kind],
    words: (step: Step) => step[kind]?.toLocaleString('en-US'),
  })),
];

/** What the chart draws, as CSV: how many of each kind from a time on, in UTC, for the length of a step. */
function actionsFile(steps: readonly Step[]): string {
  const head = csvLine(['from', ...KINDS.map(({ many }) => many)]);
  return (
    head +
    steps
      .map((step) =>
        csvLine([new Date(step.atMs).toISOString(), ...KINDS.map(({ kind }) => step[kind] ?? 0)]),
      )
      .join('')
  );
}
