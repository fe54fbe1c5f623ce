'use client';

import { Flex, Stack, Text } from '@mantine/core';
import {
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { ReplayChartView } from '@/server/contract/replays';
import type { Resource } from '@/server/contract/resources';
import { formatAmount } from '@/server/words/amounts';
import type { DataColumn } from '../charts/bounds-columns';
import { DataTable } from '../charts/data-table';
import { dotsFor } from '../charts/lonely-dot';
import { POINTER, TICK, timeAxis } from '../charts/time-frame';
import { localAbsoluteTime, localShortTime } from '../times/times';
import { LANE_MARKS, markText } from './lane-marks';
import classes from './replay-chart.module.css';
import { chartLane, type ReplayChartRow, replaySeries } from './replay-series';
import { VariantMark, variantColour } from './variant-mark';

interface ReplayChartProps {
  chart: ReplayChartView;
  container: string;
  resource: Resource;
  shown: readonly number[];
  title: string;
}

const HEIGHT = 230;
/** Where the plot begins and ends, for the lanes below it. */
const AXIS = 84;
const MARGIN = 12;

/** Usage, and request and limit of each shown variant over time; below, what happened to its pods. */
export default function ReplayChart({ chart, container, resource, shown, title }: ReplayChartProps) {
  const series = replaySeries(chart, { container, resource, shown });
  if (!series)
    return (
      <Text py={32} c="dimmed" fz={13} ta="center">
        No usage of this is recorded.
      </Text>
    );
  const { rows, fromMs, valueTicks, cut } = series;
  const line = { dot: false, isAnimationActive: false, connectNulls: false, activeDot: false } as const;
  const amount = (value: number | undefined) =>
    value === undefined ? undefined : formatAmount(resource, value);
  return (
    <figure>
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <ComposedChart data={rows} aria-label={title} margin={{ top: 8, right: MARGIN, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...timeAxis(series)} />
          <YAxis
            domain={[0, valueTicks.at(-1) ?? 1]}
            ticks={valueTicks}
            tickFormatter={(value: number) => (value === 0 ? '0' : formatAmount(resource, value))}
            tickLine={false}
            axisLine={false}
            width={AXIS}
            allowDataOverflow
            tick={TICK}
          />
          <Tooltip
            {...POINTER}
            content={({ payload }) => (
              <Told row={payload[0]?.payload as ReplayChartRow | undefined} shown={shown} amount={amount} />
            )}
          />
          {chart.countsFromMs > fromMs && (
            <ReferenceArea x1={fromMs} x2={chart.countsFromMs} fill="var(--line-strong)" fillOpacity={0.18} />
          )}
          <Line
            {...line}
            type="linear"
            dataKey="usageMax"
            stroke="var(--usage)"
            strokeWidth={1}
            strokeOpacity={0.4}
          />
          <Line
            {...line}
            type="linear"
            dataKey="usage"
            dot={dotsFor(rows, 'usage')}
            stroke="var(--usage)"
            strokeWidth={1.5}
          />
          {shown.map((number) => (
            <Line
              key={`limit${number}`}
              {...line}
              type="stepAfter"
              dataKey={`limit${number}`}
              stroke={variantColour(number)}
              strokeWidth={1.5}
              strokeDasharray="3 4"
            />
          ))}
          {shown.map((number) => (
            <Line
              key={`request${number}`}
              {...line}
              type="stepAfter"
              dataKey={`request${number}`}
              stroke={variantColour(number)}
              strokeWidth={2}
            />
          ))}
        </ComposedChart>
      </ResponsiveContainer>
      <Lanes chart={chart} shown={shown} />
      {cut.length > 0 && (
        <Text mt={6} c="dimmed" fz={12}>
          {cut.length === 1 ? 'The limit' : 'The limits'} of{' '}
          {cut.map((number) => chart.variants[number - 1]?.name).join(', ')} {cut.length === 1 ? 'is' : 'are'}{' '}
          above this axis.
        </Text>
      )}
      <DataTable label={title} columns={columnsOf(chart, shown, amount)} rows={rows} />
    </figure>
  );
}

/** What happened to each variant, along the time of the plot above. */
function Lanes({ chart, shown }: { chart: ReplayChartView; shown: readonly number[] }) {
  return (
    <Stack gap={2} mt={6}>
      {shown.map((number) => {
        const marks = chartLane(chart, number);
        return (
          <Flex key={number} align="center" mih={20}>
            <Text span inherit flex="none" pr={8} ta="right" style={{ width: AXIS }}>
              <VariantMark number={number} />
            </Text>
            <span className={classes.track} style={{ marginRight: MARGIN }}>
              {marks.length === 0 && (
                <Text span inherit pl={6} c="dimmed" fz={11}>
                  nothing happened
                </Text>
              )}
              {marks.map((mark) => (
                <span
                  key={`${mark.kind} ${mark.atMs}`}
                  className={classes.sign}
                  title={markText(mark)}
                  style={{ left: `${mark.share * 100}%`, color: LANE_MARKS[mark.kind].colour }}
                >
                  <span aria-hidden="true">{LANE_MARKS[mark.kind].sign}</span>
                </span>
              ))}
            </span>
          </Flex>
        );
      })}
    </Stack>
  );
}

interface ToldProps {
  row: ReplayChartRow | undefined;
  shown: readonly number[];
  amount: (value: number | undefined) => string | undefined;
}

function Told({ row, shown, amount }: ToldProps) {
  if (!row) return null;
  return (
    <div className={classes.tooltip}>
      <p>{localShortTime(row.atMs)}</p>
      <dl>
        <dt>Usage</dt>
        <dd>
          {amount(row.usage) ?? '–'}, at most {amount(row.usageMax) ?? '–'}
        </dd>
        {shown.map((number) => (
          <div key={number}>
            <dt>
              <VariantMark number={number} />
            </dt>
            <dd>
              requests {amount(row[`request${number}`]) ?? 'nothing'}, limit{' '}
              {amount(row[`limit${number}`]) ?? 'none'}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function columnsOf(
  chart: ReplayChartView,
  shown: readonly number[],
  amount: (value: number | undefined) => string | undefined,
): DataColumn<ReplayChartRow>[] {
  const happened = (number: number, row: ReplayChartRow) =>
    (chart.variants[number - 1]?.marks ?? [])
      .filter(({ atMs }) => atMs >= row.atMs && atMs < row.atMs + chart.stepMs)
      .map((mark) => markText(mark))
      .join('; ') || undefined;
  return [
    { label: 'Time', words: ({ atMs }) => localAbsoluteTime(atMs) },
    { label: 'Usage, mean', words: ({ usage }) => amount(usage) },
    { label: 'Usage, maximum', words: ({ usageMax }) => amount(usageMax) },
    ...shown.flatMap((number): DataColumn<ReplayChartRow>[] => {
      const name = chart.variants[number - 1]?.name ?? '';
      return [
        { label: `${name}: request`, words: (row) => amount(row[`request${number}`]) },
        { label: `${name}: limit`, words: (row) => amount(row[`limit${number}`]) },
        { label: `${name}: what happened`, words: (row) => happened(number, row) },
      ];
    }),
  ];
}
