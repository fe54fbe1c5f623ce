'use client';

import type { SavingsAcross } from '@/server/contract/across';
import type { CostRow } from '@/server/contract/costs';
import { SUMS_WORDS } from '@/server/words/sums';
import { costColumns } from '../costs/cost-columns';
import { COST_LIST } from '../costs/cost-list';
import tableClasses from '../costs/cost-table.module.css';
import { acrossList, type FilterOf, type SortOf } from './across-list';
import { AcrossScreen } from './across-screen';
import { AcrossTable } from './across-table';

const classes = { ...tableClasses, table: `${tableClasses.table} ${tableClasses.across}` };
const SAVINGS_ACROSS = acrossList<SavingsAcross, 'savings'>('savings', COST_LIST);

export function SavingsAcrossScreen() {
  return (
    <AcrossScreen<CostRow, SavingsAcross, FilterOf<'savings'>, SortOf<'savings'>>
      title="Savings"
      one="workload"
      many="workloads"
      about={({ currency }) => (
        <>
          What pods request and use, and what they would request at their targets. {SUMS_WORDS}{' '}
          {currency === undefined && 'Money is shown where all clusters have prices in one currency.'}
        </>
      )}
      definition={SAVINGS_ACROSS}
    >
      {({ rows, view: { currency }, state, nowOf }) => (
        <AcrossTable
          caption={`Costs of all clusters, ${currency === undefined ? 'in cores and GiB' : 'in money a month and in cores and GiB'}`}
          rows={rows}
          columnsAt={() => costColumns('workload', currency)}
          keyOf={({ namespace, name }) => `${namespace ?? ''}/${name}`}
          nowOf={nowOf}
          state={state}
          classes={classes}
        />
      )}
    </AcrossScreen>
  );
}
