'use client';

import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { HistoryPoint } from '@/server/recommender/views';
import { confidenceWords } from '@/server/words/counts';
import { durationTicks } from '@/server/words/duration-ticks';
import { absoluteTime, formatDuration } from '@/server/words/times';
import classes from './time-chart.module.css';
import { timeLabel, timeTicks } from './time-ticks';

const DAY_MS = 86_400_000;

/** Confidence over the container's recent past, in days of history. */
export default function ConfidenceChart({ history }: { history: readonly HistoryPoint[] }) {
  const fromMs = history[0]?.atMs ?? 0;
  const toMs = history.at(-1)?.atMs ?? 0;
  const most = Math.max(...history.map((point) => point.confidence));
  const ticks = durationTicks(most * DAY_MS).map((ms) => ms / DAY_MS);
  if (fromMs === toMs) return <p className={classes.waiting}>History appears here from now on.</p>;
  return (
    <figure className={classes.figure} aria-label="Confidence over time">
      <ResponsiveContainer width="100%" height={150}>
        <AreaChart data={[...history]} margin={{ top: 8, right: 12, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="atMs"
            type="number"
            domain={[fromMs, toMs]}
            ticks={timeTicks(fromMs, toMs)}
            tickFormatter={timeLabel(fromMs, toMs)}
            tickLine={false}
            stroke="var(--line-strong)"
            tick={{ fill: 'var(--ink-soft)', fontSize: 11 }}
            minTickGap={24}
          />
          <YAxis
            domain={[0, ticks.at(-1) ?? 1]}
            ticks={ticks}
            tickFormatter={(days: number) => (days === 0 ? '0' : formatDuration(days * DAY_MS))}
            tickLine={false}
            axisLine={false}
            width={48}
            tick={{ fill: 'var(--ink-soft)', fontSize: 11 }}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-strong)' }}
            content={({ payload }) => (
              <ConfidenceTooltip point={payload[0]?.payload as HistoryPoint | undefined} />
            )}
          />
          <Area
            type="linear"
            dataKey="confidence"
            stroke="var(--target)"
            strokeWidth={2}
            fill="var(--target)"
            fillOpacity={0.14}
            dot={false}
            isAnimationActive={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </figure>
  );
}

function ConfidenceTooltip({ point }: { point: HistoryPoint | undefined }) {
  if (!point) return null;
  return (
    <div className={classes.tooltip}>
      <p className={classes.tooltipTime}>{absoluteTime(point.atMs)}</p>
      {confidenceWords(point.confidence)}
    </div>
  );
}
