'use client';

import { UnstyledButton } from '@mantine/core';
import { useRef, useState } from 'react';
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { PastMark, PastView } from '@/server/contract/past';
import type { Resource } from '@/server/contract/resources';
import { formatAmount } from '@/server/words/amounts';
import { formatDuration } from '@/server/words/times';
import { useIsPhone } from '../layout/use-is-phone';
import { localAbsoluteTime } from '../times/times';
import { boundsColumns } from './bounds-columns';
import { boundsFile } from './bounds-file';
import { BOUNDS_KIND_NAMES, BOUNDS_KINDS, type BoundsKind } from './bounds-kinds';
import { type BoundsRow, type BoundsSeries, boundsSeries } from './bounds-series';
import { ChartFiles } from './chart-files';
import { MARK_SIGN } from './chart-picture';
import { DataTable } from './data-table';
import { dotsFor } from './lonely-dot';
import { MARK_COLOURS, markStyle } from './mark-colours';
import { markDetail, markKeys, markWords } from './mark-words';
import { RowTooltip } from './row-tooltip';
import classes from './time-chart.module.css';
import { POINTER, TICK, timeAxis } from './time-frame';
import { TimeMarks } from './time-marks';

interface BoundsChartProps {
  resource: Resource;
  past: PastView;
  /** What is measured: `CPU use of web, container app`. */
  subject: string;
  /** Called with the range that was dragged over. */
  onZoom(span: { fromMs: number; toMs: number }): void;
  hidden: readonly BoundsKind[];
  onToggle(kind: BoundsKind): void;
}

const HEIGHT = 114;
/** Both charts of a container show the same time under the mouse. */
const SYNC = 'past';
/** Where the tooltip has room on a phone. */
const BELOW = { position: { x: 0, y: HEIGHT }, allowEscapeViewBox: { y: true } };

const LINE = { type: 'linear', dot: false, isAnimationActive: false, connectNulls: false } as const;
/** What holds until it is changed. */
const STEP = { type: 'stepAfter' } as const;
const USAGE = { kind: 'usage', stroke: 'var(--usage)', strokeWidth: 1 } as const;

/** From the back to the front; limits are dashed over the request, so that both are seen where they are the same. */
const LINES = [
  { ...USAGE, dataKey: 'usageMax', strokeOpacity: 0.35 },
  { ...USAGE, dataKey: 'usageP95', strokeDasharray: '2 2' },
  { ...USAGE, dataKey: 'usage', strokeWidth: 1.5 },
  {
    ...STEP,
    kind: 'uncapped',
    dataKey: 'uncapped',
    stroke: 'var(--target)',
    strokeWidth: 1.5,
    strokeDasharray: '3 3',
  },
  { ...STEP, kind: 'target', dataKey: 'target', stroke: 'var(--target)', strokeWidth: 2 },
  {
    ...STEP,
    kind: 'request',
    dataKey: 'request',
    stroke: 'var(--request)',
    strokeWidth: 1.75,
  },
  {
    ...STEP,
    kind: 'limit',
    dataKey: 'limit',
    stroke: 'var(--danger)',
    strokeWidth: 1.75,
    strokeDasharray: '5 5',
  },
  {
    ...STEP,
    kind: 'limitTarget',
    dataKey: 'limitTarget',
    stroke: 'var(--danger)',
    strokeWidth: 1.5,
    strokeDasharray: '6 3',
  },
] as const;

interface BoundsLegendProps {
  series: BoundsSeries;
  marks: readonly PastMark[];
  hidden: readonly BoundsKind[];
  /** Hides what is shown, and shows what is hidden. */
  onToggle(kind: BoundsKind): void;
}

/** What is drawn how; each name hides what it is about. */
function BoundsLegend({ series, marks, hidden, onToggle }: BoundsLegendProps) {
  const isDrawn: Partial<Record<BoundsKind, boolean>> = {
    uncapped: series.hasCap,
    limit: series.hasLimit,
    limitTarget: series.hasLimitTarget,
  };
  return (
    <figcaption className={classes.legend}>
      {BOUNDS_KIND_NAMES.filter((kind) => isDrawn[kind] !== false).map((kind) => (
        <UnstyledButton
          key={kind}
          className={`${classes.key} ${classes.toggle}`}
          fz="inherit"
          data-kind={kind}
          aria-pressed={!hidden.includes(kind)}
          onClick={() => onToggle(kind)}
        >
          {BOUNDS_KINDS[kind]}
        </UnstyledButton>
      ))}
      {markKeys(marks).map(({ kind, words }) => (
        <span key={kind} className={classes.key} data-kind="mark" style={markStyle(kind)}>
          {words}
        </span>
      ))}
      {series.beyond === 'now' && <span>The upper bound is above the axis.</span>}
      {series.beyond === 'at-first' && <span>Upper bound began above the axis.</span>}
    </figcaption>
  );
}

interface BoundsTooltipProps {
  resource: Resource;
  row: BoundsRow | undefined;
  /** What happened in the step of the row. */
  marks: readonly PastMark[];
}

function BoundsTooltip({ resource, row, marks }: BoundsTooltipProps) {
  return (
    <RowTooltip columns={boundsColumns(resource)} row={row}>
      {marks.map((mark) => (
        <p key={mark.kind} className={classes.tooltipMark} style={markStyle(mark.kind)}>
          {markWords(mark)} {markDetail(mark)}
        </p>
      ))}
    </RowTooltip>
  );
}

interface Span {
  fromMs: number;
  toMs: number;
}

/** What recharts reports about the pointer: the time it is over. */
interface OverChart {
  activeLabel?: string | number | undefined;
}

const SHORTEST_MS = 5 * 60_000;

/** A time range chosen by dragging over a chart; `span` is the range so far. */
function useDrag(chosen: (span: Span) => void) {
  const [ends, setEnds] = useState<{ first: number; last: number }>();
  const span = ends && { fromMs: Math.min(ends.first, ends.last), toMs: Math.max(ends.first, ends.last) };
  const over = ({ activeLabel }: OverChart) => (activeLabel === undefined ? undefined : Number(activeLabel));
  return {
    span,
    handlers: {
      onMouseDown: (state: OverChart) => {
        const at = over(state);
        if (at !== undefined) setEnds({ first: at, last: at });
      },
      onMouseMove: (state: OverChart) => {
        const at = over(state);
        if (ends && at !== undefined) setEnds({ ...ends, last: at });
      },
      onMouseUp: () => {
        if (span && span.toMs - span.fromMs >= SHORTEST_MS) chosen(span);
        setEnds(undefined);
      },
      onMouseLeave: () => setEnds(undefined),
    },
  };
}

/** Bounds as a band, and target, request and usage as lines, with marks for what was done to the workload. */
export default function BoundsChart({ resource, past, subject, onZoom, hidden, onToggle }: BoundsChartProps) {
  const chart = useRef<HTMLElement>(null);
  const drag = useDrag(onZoom);
  const isNarrow = useIsPhone();
  const series = boundsSeries(past, resource);
  if (!series)
    return <p className={classes.waiting}>There is no history of this time. It appears here from now on.</p>;
  const { fromMs, toMs } = past;
  const top = series.valueTicks.at(-1) ?? 1;
  const label = `${subject}, ${formatDuration(toMs - fromMs)} up to ${localAbsoluteTime(toMs)}`;
  return (
    <figure className={classes.low} ref={chart}>
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <ComposedChart
          data={series.rows}
          syncId={SYNC}
          aria-label={label}
          margin={{ top: 12, right: 12, bottom: -6, left: 0 }}
          {...drag.handlers}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...timeAxis(past)} />
          <YAxis
            domain={[0, top]}
            ticks={series.valueTicks}
            tickFormatter={(value: number) => (value === 0 ? '0' : formatAmount(resource, value))}
            tickLine={false}
            axisLine={false}
            width={84}
            allowDataOverflow
            tick={TICK}
          />
          <Tooltip
            {...POINTER}
            {...(isNarrow && BELOW)}
            content={({ payload }) => {
              const row = payload[0]?.payload as BoundsRow | undefined;
              return drag.span ? null : (
                <BoundsTooltip resource={resource} row={row} marks={marksAt(past, row)} />
              );
            }}
          />
          <Area
            {...LINE}
            {...STEP}
            hide={hidden.includes('band')}
            dataKey="band"
            stroke="none"
            fill="var(--target)"
            fillOpacity={0.16}
            activeDot={false}
          />
          {LINES.map(({ kind, ...drawn }) => (
            <Line
              key={drawn.dataKey}
              {...LINE}
              {...drawn}
              dot={dotsFor(series.rows, drawn.dataKey)}
              hide={hidden.includes(kind)}
            />
          ))}
          <TimeMarks
            marks={past.marks.map(({ kind, atMs }) => ({
              key: `${kind} ${atMs}`,
              atMs,
              colour: MARK_COLOURS[kind],
              sign: MARK_SIGN,
            }))}
          />
          {drag.span && (
            <ReferenceArea
              x1={drag.span.fromMs}
              x2={drag.span.toMs}
              fill="var(--line-strong)"
              fillOpacity={0.3}
            />
          )}
        </ComposedChart>
      </ResponsiveContainer>
      <BoundsLegend series={series} marks={past.marks} hidden={hidden} onToggle={onToggle} />
      <ChartFiles label={label} chart={chart} csv={() => boundsFile(resource, series.rows)} />
      <DataTable label={label} columns={boundsColumns(resource)} rows={series.rows} />
    </figure>
  );
}

function marksAt({ marks, stepMs }: PastView, row: BoundsRow | undefined): PastMark[] {
  return row ? marks.filter(({ atMs, lastMs }) => lastMs >= row.atMs && atMs < row.atMs + stepMs) : [];
}
