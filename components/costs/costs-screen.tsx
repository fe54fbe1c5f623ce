'use client';

import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { CostsView } from '@/server/contract/costs';
import { countOf } from '@/server/words/counts';
import { SUMS_WORDS } from '@/server/words/sums';
import { GuardedButton } from '../access/guarded-button';
import { apiAddress } from '../api/address';
import { useClusterTime } from '../api/queries';
import { IconAlertTriangle, IconCoins } from '../icons';
import { Callout } from '../layout/callout';
import { ListHeading } from '../lists/list-heading';
import { ListTable } from '../lists/list-table';
import { PagedList } from '../lists/paged-list';
import { useList } from '../lists/use-list';
import { onDemand } from '../on-demand/on-demand';
import { failureScreen } from '../screens/failure-screen';
import { Screen } from '../screens/screen';
import { costColumns } from './cost-columns';
import { COST_LIST, csvHref } from './cost-list';
import tableClasses from './cost-table.module.css';
import { CostTotals } from './cost-totals';
import classes from './costs.module.css';
import { RealisedCard } from './realised-card';
import { ShareBars } from './share-bars';

const PricesDialog = onDemand(() => import('./prices-dialog'));

/** Asks for prices, or changes them. */
function PricesButton({ view }: { view: CostsView }) {
  const [opened, setOpened] = useState(false);
  const { prices } = view;
  if (!prices) return null;
  return (
    <>
      <GuardedButton
        deed={{ to: 'set-prices' }}
        variant={prices.keptIn === 'assumed' ? 'filled' : 'default'}
        size="compact-sm"
        leftSection={<IconCoins size={15} stroke={1.7} />}
        onClick={() => setOpened(true)}
      >
        {prices.keptIn === 'assumed' ? 'Set prices…' : 'Change prices…'}
      </GuardedButton>
      {opened && <PricesDialog view={view} prices={prices} onClose={() => setOpened(false)} />}
    </>
  );
}

export function CostsScreen() {
  const list = useList(COST_LIST);
  const nowMs = useClusterTime();
  const { view, state, failure, isRefused } = list;
  if (!view && !isRefused) return failureScreen(failure);
  if (view?.all === 0)
    return (
      <Screen icon={IconCoins} title="No workload has a cost yet">
        Costs appear once a VPA targets a workload and the first pass has seen its pods.
      </Screen>
    );
  return (
    <>
      <ListHeading
        title="Savings"
        count={view && countOf(view.totals.workloads, 'workload')}
        about={
          <>
            What pods request and use, and what they would request at their targets. {SUMS_WORDS}{' '}
            {view && view.currency === undefined && (
              <>Say what a core and a GiB cost, and all of it is shown in money.</>
            )}
            {view?.prices?.assumedFrom && (
              <>
                <strong>Money is an assumption:</strong> nobody stated prices, so it is reckoned at{' '}
                {view.prices.assumedFrom}.
              </>
            )}
          </>
        }
        actions={view && <PricesButton view={view} />}
      >
        <a className={classes.export} href={apiAddress(csvHref(state))} download>
          Export CSV
        </a>
      </ListHeading>
      {view?.prices?.fault && (
        <Callout
          icon={IconAlertTriangle}
          tone="warning"
          title="The prices that are kept in the cluster do not count"
          detail={`${view.prices.place}: ${view.prices.fault}.`}
        />
      )}
      {view && (
        <Stack gap={16} mb={18}>
          <CostTotals view={view} nowMs={nowMs} />
          <ShareBars view={view} />
          <RealisedCard namespace={state.filter.namespace} policy={state.filter.policy} nowMs={nowMs} />
        </Stack>
      )}
      <PagedList definition={COST_LIST} list={list} one={view?.by ?? 'workload'}>
        {({ rows, by, currency }) => (
          <ListTable
            caption={`Costs by ${by}, ${currency === undefined ? 'in cores and GiB' : 'in money a month and in cores and GiB'}`}
            columns={costColumns(by, currency)}
            rows={rows}
            keyOf={({ namespace, name }) => `${namespace ?? ''}/${name}`}
            sort={state.sort}
            onSort={state.setSort}
            classes={tableClasses}
          />
        )}
      </PagedList>
    </>
  );
}
