'use client';

import { Title } from '@mantine/core';
import type { OverviewView } from '@/server/process/pages/overview/views';
import { usePolled, useStatus } from '../api/queries';
import { EmptyScreen } from '../screens/cluster-screens';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import classes from './overview-screen.module.css';
import { StateCard } from './state-card';
import { TotalsCard } from './totals-card';

/** The state of the cluster at a glance. */
export function OverviewScreen() {
  const { data: view, failure } = usePolled<OverviewView>('/api/overview');
  const { nowMs = 0 } = useStatus();
  if (!view) return failureScreen(failure) ?? <LoadingScreen />;
  if (view.vpas === 0) return <EmptyScreen />;
  return (
    <>
      <Title order={1}>Overview</Title>
      <div className={classes.cards}>
        <TotalsCard resource="cpu" title="CPU" totals={view.totals.cpu} nowMs={nowMs} />
        <TotalsCard resource="memory" title="Memory" totals={view.totals.memory} nowMs={nowMs} />
        <StateCard counts={view.standings} />
      </div>
    </>
  );
}
