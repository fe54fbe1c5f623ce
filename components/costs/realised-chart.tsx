'use client';

import type { CSSProperties } from 'react';
import { CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatMoney } from '@/server/words/money';
import { DataTable } from '../charts/data-table';
import { RowTooltip } from '../charts/row-tooltip';
import timeClasses from '../charts/time-chart.module.css';
import { timeLabel } from '../charts/time-ticks';
import { useIsPhone } from '../layout/use-is-phone';
import classes from './costs.module.css';
import { type RealisedRow, type RealisedSeries, realisedColumns } from './realised-series';

const HEIGHT = 220;
const TICK = { fill: 'var(--ink-soft)', fontSize: 11 };
const LINE = { dot: false, isAnimationActive: false, connectNulls: false, type: 'stepBefore' } as const;

interface RealisedChartProps {
  series: RealisedSeries;
  currency: string | undefined;
}

/** What smaller requests save and larger ones cost over time, against those at the date. */
export default function RealisedChart({ series, currency }: RealisedChartProps) {
  const isNarrow = useIsPhone();
  const { rows, fromMs, toMs } = series;
  const label = `Saved and grown since ${new Date(fromMs).toISOString().slice(0, 10)}`;
  const columns = realisedColumns(currency);
  const value = (amount: number) =>
    currency === undefined
      ? amount.toLocaleString('en-US', { maximumSignificantDigits: 3 })
      : formatMoney(currency, amount);
  return (
    <figure className={timeClasses.figure}>
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <ComposedChart
          data={rows}
          margin={{ top: 10, right: 12, bottom: 0, left: 0 }}
          aria-label={`${label}, ${currency === undefined ? 'in cores, 8 GiB as one' : 'in money a month'}`}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="atMs"
            type="number"
            domain={[fromMs, toMs]}
            ticks={series.timeTicks}
            tickFormatter={timeLabel(fromMs, toMs)}
            tickLine={false}
            stroke="var(--line-strong)"
            tick={TICK}
            minTickGap={24}
          />
          <YAxis
            tickLine={false}
            axisLine={false}
            width={64}
            domain={[0, 'auto']}
            tickFormatter={value}
            tick={TICK}
          />
          <Tooltip
            isAnimationActive={false}
            {...(isNarrow && { position: { x: 0, y: HEIGHT }, allowEscapeViewBox: { y: true } })}
            cursor={{ stroke: 'var(--line-strong)' }}
            wrapperStyle={{ zIndex: 3 }}
            content={({ payload }) => (
              <RowTooltip
                row={payload[0]?.payload as RealisedRow | undefined}
                columns={columns}
                none="not known"
              />
            )}
          />
          <Line {...LINE} dataKey="saved" stroke="var(--over)" strokeWidth={2.25} />
          <Line {...LINE} dataKey="grown" stroke="var(--short)" strokeWidth={2.25} strokeDasharray="5 3" />
        </ComposedChart>
      </ResponsiveContainer>
      <figcaption className={timeClasses.legend}>
        <span className={classes.key} style={{ '--key': 'var(--over)' } as CSSProperties}>
          Saved
        </span>
        <span className={classes.key} data-dashed style={{ '--key': 'var(--short)' } as CSSProperties}>
          Grown
        </span>
        <span>
          {currency === undefined ? 'in cores, 8 GiB drawn as one' : 'a month, at the pods of each step'}
        </span>
        {rows.some(({ step }) => !step) && <span>A gap means that nothing is known about that time.</span>}
      </figcaption>
      <DataTable label={label} columns={columns} rows={rows.filter(({ step }) => step)} />
    </figure>
  );
}
