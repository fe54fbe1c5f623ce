'use client';

import { Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import {
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatShare } from '@/server/words/counts';
import { formatDuration } from '@/server/words/times';
import { DataTable } from '../charts/data-table';
import { LineKey } from '../charts/line-key';
import { lonelyDot } from '../charts/lonely-dot';
import { RowTooltip } from '../charts/row-tooltip';
import timeClasses from '../charts/time-chart.module.css';
import { POINTER, pointer, TICK, timeAxis } from '../charts/time-frame';
import { TimeBands, TimeMarks } from '../charts/time-marks';
import { useIsPhone } from '../layout/use-is-phone';
import { HELD_KINDS, type HeldKind } from './hpa-words';
import { scalingColumns } from './scaling-columns';
import type { ScalingRow, ScalingSeries } from './scaling-series';

interface ScalingChartProps {
  series: ScalingSeries;
  /** Its name, for the label. */
  name: string;
  min: number;
  max: number;
}

const HEIGHTS = { replicas: 220, metrics: 150 };
const SYNC_ID = 'scaling';
const AXIS_WIDTH = 52;
const LINE = { dot: false, isAnimationActive: false, connectNulls: false } as const;
const STEP = { ...LINE, type: 'stepAfter' } as const;

const METRIC_COLOURS = ['var(--over)', 'var(--short)', 'var(--usage)', 'var(--warning)', 'var(--ink)'];
const DASHES = ['', '6 3', '2 2'];
/** Of the same in the legend. */
const LOOKS = [{}, { look: 'dashed' }, { look: 'dotted' }] as const;

const HELD_COLOURS: Record<HeldKind, string> = {
  stabilization: 'var(--over)',
  rate: 'var(--short)',
  bounds: 'var(--warning)',
  failing: 'var(--danger)',
};

/** Replicas with what each metric asks for, above each metric against its target, in one time. */
export default function ScalingChart({ series, name, min, max }: ScalingChartProps) {
  const isNarrow = useIsPhone();
  const [showsAll, setShowsAll] = useState(false);
  const { fromMs, toMs, rows, deciding, spans, marks, replicaTicks, ratioTicks, beyond } = series;
  const metrics = showsAll ? series.metrics : deciding;
  const label = `Scaling of ${name}, last ${formatDuration(toMs - fromMs)}`;
  const shared = { data: rows, syncId: SYNC_ID, margin: { top: 14, right: 12, bottom: 0, left: 0 } };
  const time = timeAxis(series);
  const value = { tickLine: false, axisLine: false, width: AXIS_WIDTH, allowDataOverflow: true, tick: TICK };
  const bands = <TimeBands bands={spans.map((span) => ({ ...span, colour: HELD_COLOURS[span.kind] }))} />;
  return (
    <figure className={timeClasses.figure}>
      <Text mt={6} c="dimmed" fz={12} fw={600}>
        Replicas, and what each metric asks for
      </Text>
      <ResponsiveContainer width="100%" height={HEIGHTS.replicas}>
        <ComposedChart {...shared} aria-label={`${label}: replicas`}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...time} tick={false} height={8} />
          <YAxis {...value} domain={[0, replicaTicks.at(-1) ?? 1]} ticks={replicaTicks} />
          {bands}
          <Tooltip
            {...pointer(isNarrow, HEIGHTS.replicas)}
            content={({ payload }) => (
              <RowTooltip
                row={payload[0]?.payload as ScalingRow | undefined}
                columns={scalingColumns(series, metrics)}
              />
            )}
          />
          {[...new Set([min, max])].map((bound) => (
            <ReferenceLine
              key={bound}
              y={bound}
              stroke="var(--ink-soft)"
              strokeDasharray="1 4"
              strokeOpacity={0.8}
            />
          ))}
          {metrics.map(({ label: metric, place }) => (
            <Line
              {...STEP}
              key={metric}
              name={metric}
              dataKey={(row: ScalingRow) => row.metrics[place]?.proposed}
              stroke={colourOf(place)}
              strokeDasharray={DASHES[Math.floor(place / METRIC_COLOURS.length)]}
              strokeWidth={1.25}
            />
          ))}
          <Line {...STEP} dataKey="replicas" stroke="var(--target)" strokeWidth={2.5} />
          <TimeMarks
            marks={marks.map(({ atMs, from, to }) => ({
              key: atMs,
              atMs,
              colour: 'var(--ink-soft)',
              sign: to > from ? '▲' : '▼',
              signColour: to > from ? 'var(--short)' : 'var(--over)',
            }))}
          />
        </ComposedChart>
      </ResponsiveContainer>
      <Text mt={6} c="dimmed" fz={12} fw={600}>
        Each metric, of its target
      </Text>
      <ResponsiveContainer width="100%" height={HEIGHTS.metrics}>
        <ComposedChart {...shared} aria-label={`${label}: metrics against their targets`}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...time} />
          <YAxis
            {...value}
            domain={[0, ratioTicks.at(-1) ?? 1]}
            ticks={ratioTicks}
            tickFormatter={(ratio: number) => formatShare(ratio)}
          />
          {bands}
          <Tooltip {...POINTER} content={() => null} />
          <ReferenceLine y={1} stroke="var(--target)" strokeWidth={1.25} strokeDasharray="4 3" />
          {metrics.map(({ label: metric, place }) => (
            <Line
              {...LINE}
              type="linear"
              key={metric}
              name={metric}
              dataKey={(row: ScalingRow) => row.metrics[place]?.ratio}
              dot={lonelyDot}
              stroke={colourOf(place)}
              strokeDasharray={DASHES[Math.floor(place / METRIC_COLOURS.length)]}
              strokeWidth={1.75}
            />
          ))}
        </ComposedChart>
      </ResponsiveContainer>
      <figcaption className={timeClasses.legend}>
        <LineKey colour="var(--target)">Replicas</LineKey>
        {metrics.map(({ label: metric, target, place }) => (
          <LineKey
            key={metric}
            colour={colourOf(place)}
            {...LOOKS[Math.floor(place / METRIC_COLOURS.length)]}
          >
            {metric}, target {target}
          </LineKey>
        ))}
        <LineKey colour="var(--ink-soft)" look="dotted">
          Minimum and maximum
        </LineKey>
        {heldKinds(series).map((kind) => (
          <LineKey key={kind} colour={HELD_COLOURS[kind]} look="area">
            {HELD_KINDS[kind]}
          </LineKey>
        ))}
        {deciding.length < series.metrics.length && (
          <UnstyledButton
            className={timeClasses.toggle}
            fz="inherit"
            onClick={() => setShowsAll((former) => !former)}
          >
            {showsAll ? 'Only metrics that decided' : `All ${series.metrics.length} metrics`}
          </UnstyledButton>
        )}
        {beyond.replicas && <span>Some of what metrics ask for is above the axis.</span>}
        {beyond.ratio && <span>Some metrics are above the axis.</span>}
      </figcaption>
      <DataTable label={label} columns={scalingColumns(series)} rows={rows.filter(isKnown)} />
    </figure>
  );
}

function colourOf(place: number): string {
  return METRIC_COLOURS[place % METRIC_COLOURS.length] ?? 'var(--ink)';
}

function isKnown({ replicas }: ScalingRow): boolean {
  return replicas !== undefined;
}

function heldKinds({ spans }: ScalingSeries): HeldKind[] {
  return [...new Set(spans.map(({ kind }) => kind))];
}
