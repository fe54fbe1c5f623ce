import { Text } from '@mantine/core';
import { type CostsView, HOURS_PER_MONTH } from '@/server/contract/costs';
import { Card } from '../layout/card';
import { Fold } from '../layout/fold';
import { TimeAgo } from '../live/time-ago';
import { CostFigure, CostNotes } from './cost-figure';
import { type SumLine, sumLines, targetLines } from './cost-sum';
import { leftOutWords } from './cost-words';
import classes from './costs.module.css';

interface CostTotalsProps {
  view: CostsView;
  /** The cluster's time. */
  nowMs: number;
  title?: string;
}

/** What everything that passes the filter costs now, and what targets would free and add, apart. */
export function CostTotals({ view, nowMs, title = 'Now' }: CostTotalsProps) {
  const { totals, currency, leftOut, usedMs } = view;
  return (
    <Card
      title={title}
      aside={
        <span className={classes.soft}>
          {currency === undefined
            ? `no prices are set; a month has ${HOURS_PER_MONTH} h`
            : `a month = ${HOURS_PER_MONTH} h at ${view.prices?.assumedFrom ? 'assumed' : "today's"} prices`}
        </span>
      }
    >
      <dl className={classes.figures}>
        <CostFigure cost={totals} currency={currency} part="requests" />
        <CostFigure
          cost={totals}
          currency={currency}
          part="use"
          note={usedMs === undefined ? 'not measured' : <TimeAgo atMs={usedMs} nowMs={nowMs} />}
        />
        <CostFigure cost={totals} currency={currency} part="target" note="if all were applied" />
        <CostFigure cost={totals} currency={currency} part="saving" note="by smaller requests" />
        <CostFigure cost={totals} currency={currency} part="growth" note="by larger requests" />
      </dl>
      <CostNotes notes={leftOutWords(totals, leftOut)} />
      <Fold label="How it adds up" note="requests to targets">
        <SumTable caption="From requests to targets" lines={sumLines(totals)} />
        <SumTable caption="From what kubectl get vpa shows to targets" lines={targetLines(totals)} />
        <Text c="dimmed" fz={12} my={12}>
          A target here is what one of its pods would request as a new one: what <code>kubectl get vpa</code>{' '}
          shows, within LimitRanges, limits and what an HPA keeps, times its pods on nodes. What a quota has
          no room for is told as held.
        </Text>
      </Fold>
    </Card>
  );
}

function SumTable({ caption, lines }: { caption: string; lines: readonly SumLine[] }) {
  if (lines.length === 0) return null;
  return (
    <table className={classes.sum}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">CPU</th>
          <th scope="col">Memory</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, cpu, memory, isTotal }) => (
          <tr key={label} data-total={isTotal}>
            <th scope="row">{label}</th>
            <td>{cpu}</td>
            <td>{memory}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
