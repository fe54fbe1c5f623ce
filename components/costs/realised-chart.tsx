'use client';

import { CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatMoney } from '@/server/words/money';
import { DataTable } from '../charts/data-table';
import { LineKey } from '../charts/line-key';
import { RowTooltip } from '../charts/row-tooltip';
import timeClasses from '../charts/time-chart.module.css';
import { pointer, TICK, timeAxis } from '../charts/time-frame';
import { useIsPhone } from '../layout/use-is-phone';
import { type RealisedRow, type RealisedSeries, realisedColumns } from './realised-series';

const HEIGHT = 220;
const LINE = { dot: false, isAnimationActive: false, connectNulls: false, type: 'stepBefore' } as const;

interface RealisedChartProps {
  series: RealisedSeries;
  currency: string | undefined;
}

/** What smaller requests save and larger ones cost over time, against those at the date. */
export default function RealisedChart({ series, currency }: RealisedChartProps) {
  const isNarrow = useIsPhone();
  const { rows, fromMs } = series;
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
          <XAxis {...timeAxis(series)} />
          <YAxis
            tickLine={false}
            axisLine={false}
            width={64}
            domain={[0, 'auto']}
            tickFormatter={value}
            tick={TICK}
          />
          <Tooltip
            {...pointer(isNarrow, HEIGHT)}
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
        <LineKey colour="var(--over)">Saved</LineKey>
        <LineKey colour="var(--short)" look="dashed">
          Grown
        </LineKey>
        <span>
          {currency === undefined ? 'in cores, 8 GiB drawn as one' : 'a month, at the pods of each step'}
        </span>
        {rows.some(({ step }) => !step) && <span>A gap means that nothing is known about that time.</span>}
      </figcaption>
      <DataTable label={label} columns={columns} rows={rows.filter(({ step }) => step)} />
    </figure>
  );
}
