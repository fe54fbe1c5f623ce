'use client';

import { Box, Button, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { CostsView } from '@/server/contract/costs';
import type { NamespaceView } from '@/server/contract/overview';
import { countOf } from '@/server/words/counts';
import { useNamespace, usePastTotals, usePolled, useStatus, useStops } from '../api/queries';
import { GlyphLegend } from '../charts/glyph-legend';
import { CostTotals } from '../costs/cost-totals';
import { ExportButton } from '../export/export-button';
import { GrafanaLink } from '../grafana/grafana-link';
import { WITH_HPA } from '../hpas/hpa-filter';
import { IconHandStop } from '../icons';
import { InboxSection } from '../inbox/inbox-section';
import columns from '../layout/columns.module.css';
import { ObjectHeading } from '../layout/object-heading';
import { PagedList } from '../lists/paged-list';
import { useList } from '../lists/use-list';
import Link from '../navigation/link';
import overview from '../overview/overview-screen.module.css';
import { PastSpanControl, usePastSpan } from '../overview/past-span';
import { RecentCard } from '../overview/recent-card';
import { SumCards } from '../overview/sum-cards';
import { WorstCards } from '../overview/worst-cards';
import { RuleLink } from '../rules/rule-link';
import { failureScreen } from '../screens/failure-screen';
import { NoSuch } from '../screens/not-found-screens';
import { useStopControls } from '../stop/stop-controls';
import { WORKLOAD_LIST } from '../workloads/workload-list';
import { WorkloadTable } from '../workloads/workload-table';
import classes from './namespace-screen.module.css';

/** The workloads of one namespace, as in the list of all. */
function NamespaceWorkloads({ name }: { name: string }) {
  const definition = useMemo(
    (): typeof WORKLOAD_LIST => ({
      ...WORKLOAD_LIST,
      path: ({ filter, ...asked }) =>
        WORKLOAD_LIST.path({ ...asked, filter: { ...filter, namespace: name } }),
      controls: WORKLOAD_LIST.controls.filter(({ name: filter }) => filter !== 'namespace'),
    }),
    [name],
  );
  const list = useList(definition);
  const { state } = list;
  return (
    <section aria-label="Workloads">
      <Title order={2} size="h3" mt={24} mb={12}>
        Workloads
      </Title>
      <PagedList definition={definition} list={list} one="workload" legend={<GlyphLegend />}>
        {({ rows }) => (
          <WorkloadTable
            caption={`Workloads of ${name} with their requests and recommendations, per container`}
            rows={rows}
            state={state}
          />
        )}
      </PagedList>
    </section>
  );
}

/** One namespace: what its VPAs come to, what is wrong, what happens next, what it costs, and its workloads. */
export function NamespaceScreen({ name }: { name: string }) {
  const chosen = usePastSpan();
  const { span } = chosen;
  const { data: view, failure } = useNamespace(name);
  const { data: past } = usePastTotals({ span, namespace: name });
  const { data: costs } = usePolled<CostsView>(
    `/api/costs?${new URLSearchParams({ by: 'namespace', namespace: name })}`,
  );
  const { nowMs = 0 } = useStatus();
  if (failure?.kind === 'refused' && failure.code === 'not-found')
    return (
      <NoSuch title={`No VPA in namespace ${name}`} href="/workloads?by=namespace" list="namespaces">
        It has no VPA, or does not exist. It appears here once a VPA is created in it.
      </NoSuch>
    );
  if (!view) return failureScreen(failure);
  return (
    <>
      <ObjectHeading
        crumbs={[{ href: '/workloads?by=namespace', label: 'Workloads by namespace' }]}
        title={name}
        actions={
          <>
            <PastSpanControl past={chosen} />
            <ExportButton query={new URLSearchParams({ namespace: name }).toString()} />
            <StopNamespace name={name} />
          </>
        }
      >
        <Facts view={view} />
      </ObjectHeading>
      <InboxSection view={view.inbox} nowMs={nowMs} namespace={name} />
      <SumCards view={view} next={view.next} chosen={chosen} past={past} nowMs={nowMs} namespace={name} />
      <div className={`${columns.wide} ${columns.top}`}>
        <div className={overview.column}>
          <WorstCards {...view} namespace={name} />
        </div>
        <RecentCard recent={view.recent} nowMs={nowMs} namespace={name} />
      </div>
      {costs && (
        <Box mt={16}>
          <CostTotals title="Cost now" view={costs} nowMs={nowMs} />
        </Box>
      )}
      <NamespaceWorkloads name={name} />
    </>
  );
}

function Facts({ view: { name, vpas, policies } }: { view: NamespaceView }) {
  const of = new URLSearchParams({ namespace: name });
  return (
    <>
      <span>{countOf(vpas, 'VPA')}</span>
      {policies.length > 0 && (
        <span>
          kept by {policies.length === 1 ? 'rule' : 'rules'}{' '}
          {policies.map(({ name: policy, vpas: kept }, index) => (
            <span key={policy}>
              {index > 0 && ', '}
              <RuleLink name={policy} className={classes.link} /> ({kept})
            </span>
          ))}
        </span>
      )}
      <span>
        <Link href={`/changes?${of}`} className={classes.link}>
          Plan
        </Link>
        ,{' '}
        <Link href={`${WITH_HPA}&${of}`} className={classes.link}>
          HPAs
        </Link>
        ,{' '}
        <Link href={`/savings?${of}`} className={classes.link}>
          costs
        </Link>
        ,{' '}
        <Link href={`/changes/approvals?${of}`} className={classes.link}>
          approvals
        </Link>
        ,{' '}
        <Link href={`/changes/audit?${of}`} className={classes.link}>
          audit
        </Link>
      </span>
      <GrafanaLink names={{ namespace: name }} />
    </>
  );
}

/** Stops the namespace, or resumes it. */
function StopNamespace({ name }: { name: string }) {
  const controls = useStopControls();
  const scopes = useStops()?.stops.map(({ scope }) => scope) ?? [];
  const own = scopes.find((scope) => scope.kind === 'namespace' && scope.namespace === name);
  const icon = <IconHandStop size={16} stroke={1.8} />;
  if (own)
    return (
      <Button variant="default" leftSection={icon} onClick={() => controls.resume(own)}>
        Resume {name}
      </Button>
    );
  return (
    <Button variant="default" leftSection={icon} onClick={() => controls.stopThis()}>
      Stop {name}
    </Button>
  );
}
