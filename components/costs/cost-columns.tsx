import { type CostGroup, type CostPart, type CostRow, WITHOUT_POLICY } from '@/server/contract/costs';
import { RESOURCES } from '@/server/contract/resources';
import { amountInColumn } from '@/server/words/amounts';
import { countOf } from '@/server/words/counts';
import shared from '../layout/shared.module.css';
import type { Column } from '../lists/list-table';
import { LiveValue } from '../live/live-value';
import Link from '../navigation/link';
import { workloadHref } from '../navigation/pages';
import type { CostSort } from './cost-list';
import classes from './cost-table.module.css';
import { costSum, monthText, PART_NAMES } from './cost-words';

const HEADINGS: Readonly<Record<CostGroup, string>> = {
  workload: 'Workload',
  namespace: 'Namespace',
  policy: 'Rule',
};

const HINTS: Readonly<Record<CostPart, string>> = {
  requests: 'What pods reserve now',
  use: 'By the newest sample of each container',
  target: 'What pods would request with their recommendation',
  saving: 'Where requests are above targets; never netted with what is to add',
  growth: 'Where requests are below targets; never netted with what is to free',
};

/** The columns of the costs: a month in money where there are prices, and amounts. */
export function costColumns(
  by: CostGroup,
  currency: string | undefined,
): readonly Column<CostRow, never, CostSort>[] {
  const partColumn = (part: CostPart): Column<CostRow, never, CostSort> => ({
    key: part,
    label: PART_NAMES[part],
    sort: part,
    descendingFirst: true,
    hint: HINTS[part],
    className: `${classes[part]} ${classes.figure}`,
    cell: ({ cost }) => <AmountCell cost={cost} part={part} currency={currency} />,
  });
  return [
    {
      key: 'name',
      label: HEADINGS[by],
      sort: 'name',
      className: classes.name,
      isRowHeading: true,
      cell: (row) => <NameCell row={row} by={by} />,
    },
    partColumn('requests'),
    partColumn('use'),
    partColumn('target'),
    partColumn('saving'),
    partColumn('growth'),
    {
      key: 'pods',
      label: 'Pods',
      sort: 'pods',
      descendingFirst: true,
      className: classes.pods,
      cell: ({ cost: { pods, money } }) => (
        <>
          {countOf(pods.counted, 'pod')}
          {money && pods.notPriced > 0 && <span className={classes.under}>{pods.notPriced} not priced</span>}
          {pods.waiting > 0 && <span className={classes.under}>{pods.waiting} waiting</span>}
        </>
      ),
    },
  ];
}

interface AmountCellProps {
  cost: CostRow['cost'];
  part: CostPart;
  currency: string | undefined;
}

function AmountCell({ cost: { amounts, money, pods }, part, currency }: AmountCellProps) {
  const amount = amounts[part];
  if (costSum(amount) === 0) return <span className={classes.none}>none</span>;
  const isMoney = money !== undefined && currency !== undefined;
  const isPriced = pods.notPriced < pods.counted;
  return (
    <>
      {isMoney && (
        <span className={classes.money}>
          {isPriced ? <LiveValue text={monthText(currency, costSum(money[part]))} /> : 'not priced'}
        </span>
      )}
      {RESOURCES.map((resource) => (
        <span key={resource} className={isMoney ? classes.under : classes.amount}>
          <LiveValue text={amountInColumn(resource, amount[resource])} />
        </span>
      ))}
    </>
  );
}

function NameCell({ row, by }: { row: CostRow; by: CostGroup }) {
  const { name, namespace, policy, updateMode, workloads } = row;
  if (by === 'workload' && namespace !== undefined)
    return (
      <>
        <Link href={workloadHref(namespace, name)} className={shared.link}>
          {name}
        </Link>
        <span className={classes.under}>
          {namespace} · {updateMode}
          {policy !== undefined && ` · ${policy}`}
        </span>
      </>
    );
  const filter = new URLSearchParams([[by, by === 'policy' ? name || WITHOUT_POLICY : name]]);
  return (
    <>
      <Link href={`/savings?${filter}`} className={shared.link}>
        {name || 'No rule'}
      </Link>
      <span className={classes.under}>{countOf(workloads, 'workload')}</span>
    </>
  );
}
