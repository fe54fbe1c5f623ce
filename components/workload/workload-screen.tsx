'use client';

import { Text } from '@mantine/core';
import { useSearchParams } from 'next/navigation';
import { parseAsString, useQueryState } from 'nuqs';
import type { ContainerDetail, WorkloadDetail } from '@/server/contract/recommendations';
import { type Standing, standingOf } from '@/server/contract/verdict';
import type { GitSources, WorkloadAnswer } from '@/server/contract/workloads';
import { gitSourceText } from '@/server/words/git-source';
import { UNFOLLOWED } from '@/server/words/signals';
import { useClusterTime, usePlanOf, useWorkload } from '../api/queries';
import { CalendarCard } from '../calendar/calendar-card';
import { WorkloadCostCard } from '../costs/workload-cost';
import { EditButton } from '../edit/edit-button';
import { ExportButton } from '../export/export-button';
import { GraduationCard } from '../graduation/graduation-card';
import { WorkloadHpas } from '../hpas/workload-hpas';
import { IconBrandGit } from '../icons';
import { DismissingProvider } from '../inbox/dismissing';
import inboxClasses from '../inbox/inbox.module.css';
import { OneItem } from '../inbox/one-item';
import { Callout } from '../layout/callout';
import { Card } from '../layout/card';
import { Fold } from '../layout/fold';
import { TimeAgo } from '../live/time-ago';
import { PastPanel } from '../past/past-panel';
import { useOpened } from '../plan/use-opened';
import { PolicyDialog } from '../policy/policy-dialog';
import { WhatIfCard } from '../replay/what-if-card';
import { failureScreen } from '../screens/failure-screen';
import { NoSuchWorkloadScreen } from '../screens/not-found-screens';
import { ContainerNow } from './container-now';
import { ContainerTabs } from './container-tabs';
import { ContainerWhy } from './container-why';
import { NodeGroups } from './groups/node-groups';
import { HeapCard } from './heap/heap-card';
import { NextCard } from './next-card';
import { NoRecommendation } from './no-recommendation';
import otherSignalsClasses from './signals/other-signals.module.css';
import { newestSampleMs, signalRows, signalsSummary } from './signals/signal-rows';
import { SignalTable } from './signals/signal-table';
import { strainLines } from './signals/strain-lines';
import { WholePodCard } from './whole-pod/whole-pod-card';
import { PodsAndEvents, PolicyAndConditions } from './workload-facts';
import { WorkloadHeading } from './workload-heading';
import { WorkloadTabs } from './workload-tabs';

interface OtherSignalsProps {
  signals: WorkloadDetail['signals'];
  container: string;
  /** The cluster's time. */
  nowMs: number;
}

/** What a container does besides using CPU and memory: disk, network, storage, files and threads. */
function OtherSignals({ signals, container, nowMs }: OtherSignalsProps) {
  if (!signals) return null;
  if (signals.kind !== 'followed')
    return (
      <Card title="Other signals" at="signals">
        <p className={otherSignalsClasses.line}>{NOT_FOLLOWED[signals.kind]}</p>
      </Card>
    );
  const rows = signalRows(signals, container);
  const unfollowed = signals.containers.find(({ name }) => name === container)?.unfollowed;
  const newestMs = newestSampleMs(signals, container);
  return (
    <Card title="Other signals" at="signals">
      <p className={otherSignalsClasses.line}>
        {signalsSummary(rows)}
        {newestMs !== undefined && (
          <>
            {' '}
            Newest sample <TimeAgo atMs={newestMs} nowMs={nowMs} />.
          </>
        )}
      </p>
      {unfollowed && <p className={otherSignalsClasses.line}>{UNFOLLOWED[unfollowed]}</p>}
      {strainLines(signals.strain, container).map((line) => (
        <p key={line} className={otherSignalsClasses.line}>
          {line}
        </p>
      ))}
      <Fold label="Disk, network, storage, files and threads" about={`of container ${container}`}>
        <SignalTable rows={rows} container={container} />
      </Fold>
    </Card>
  );
}

const NOT_FOLLOWED = {
  'no-source':
    'Disk, network, storage, files and threads are unknown: they come from Prometheus, and none is configured. Set PLUMBLINE_PROMETHEUS_ADDRESS.',
  'left-out': 'Disk, network, storage, files and threads are unknown: PLUMBLINE_SIGNALS_LEFT_OUT says so.',
} as const;

interface WorkloadScreenProps {
  namespace: string;
  name: string;
}

/** Whether nothing was learned of a container yet. */
function isUnknown({ samples, cpu, memory }: Pick<ContainerDetail, 'samples' | 'cpu' | 'memory'>): boolean {
  return samples === 0 && cpu.target === undefined && memory.target === undefined;
}

/** What keeps a workload or its VPA as Git states it: requests and policies are changed there. */
function GitNotice({ git, target }: { git: GitSources; target: string }) {
  const source = git.workload ?? git.vpa;
  if (!source) return null;
  const kept = [...(git.workload ? [target] : []), ...(git.vpa ? ['its VPA'] : [])].join(' and ');
  return (
    <Callout
      icon={IconBrandGit}
      tone="neutral"
      title={`${gitSourceText(source)} keeps ${kept} as Git states ${git.workload && git.vpa ? 'them' : 'it'}`}
      detail={
        git.vpa
          ? 'An edit of the policy here will be undone. Take requests and the policy to Git: export the patches, or copy the change in the form of the policy.'
          : 'Pods get what the VPA recommends all the same. To have it in Git too, export it as a patch.'
      }
    />
  );
}

/** Of a workload that has a recommendation and needs nobody. */
const VERDICTS: Partial<Record<Standing, string>> = {
  'oom-killed': 'It was OOM-killed in the last 24 hours.',
  capped: 'Its target is capped below its need.',
  short: 'It requests less than it needs.',
  unstated: 'A container of it requests nothing.',
  over: 'It requests more than it needs.',
  early: 'Too early to say: its history is short, so its bounds are wide.',
  within: 'It requests what it needs.',
};

/** How a workload stands, where the inbox has nothing to say of it. */
function VerdictLine({ workload }: { workload: WorkloadDetail & { inbox: readonly unknown[] } }) {
  const verdict = VERDICTS[standingOf(workload)];
  if (workload.inbox.length > 0 || workload.state.kind !== 'recommended' || verdict === undefined)
    return null;
  return (
    <Text inherit mb={8} fw={600}>
      {verdict}
    </Text>
  );
}

/** What the inbox has about this workload; what keeps it from a recommendation has a place of its own. */
function WorkloadInbox({
  workload: { inbox, state },
  nowMs,
}: {
  workload: Pick<WorkloadAnswer, 'inbox' | 'state'>;
  nowMs: number;
}) {
  const items = inbox.filter(({ code }) => state.kind === 'recommended' || code !== state.reason);
  const [worst] = items;
  if (!worst) return null;
  return (
    <DismissingProvider>
      <section className={inboxClasses.inbox} data-at-home aria-label="What needs somebody">
        <ul className={inboxClasses.lines} data-urgency={worst.urgency}>
          {items.map((item) => (
            <OneItem key={item.key} item={item} nowMs={nowMs} isAtHome />
          ))}
        </ul>
      </section>
    </DismissingProvider>
  );
}

export function WorkloadScreen({ namespace, name }: WorkloadScreenProps) {
  const [group, setGroup] = useQueryState('group', parseAsString);
  const { data: workload, failure } = useWorkload(namespace, name, group ?? undefined);
  usePlanOf(namespace, name, useOpened().opened); // requested together with the workload, not after it
  const nowMs = useClusterTime();
  const [chosen, setChosen] = useQueryState('container', parseAsString);
  // A restarted server may not know it yet; an open form must not lose its edits over that.
  const isEditing = useSearchParams().has('edit') && workload !== undefined;
  if (!isEditing && failure?.kind === 'refused' && failure.code === 'not-found')
    return <NoSuchWorkloadScreen namespace={namespace} name={name} />;
  if (!workload) return failureScreen(failure);
  const { state } = workload;
  const now = { workload: name, isOfNewPods: workload.isOfNewPods ?? false, nowMs };
  const container = workload.containers.find((one) => one.name === chosen) ?? workload.containers[0];
  return (
    <>
      <WorkloadHeading
        workload={workload}
        nowMs={nowMs}
        container={container?.name}
        actions={
          <>
            <ExportButton query={new URLSearchParams({ of: `${namespace}/${name}` }).toString()} />
            <EditButton
              form="policy"
              deed={{ to: 'change-vpa', namespace, name }}
              label="Change mode or policy"
            >
              {(asked) => <PolicyDialog workload={workload} {...asked} />}
            </EditButton>
          </>
        }
      />
      {workload.git && (
        <GitNotice git={workload.git} target={`${workload.target.kind} ${workload.target.name}`} />
      )}
      <VerdictLine workload={workload} />
      <WorkloadInbox workload={workload} nowMs={nowMs} />
      {state.kind === 'none' && <NoRecommendation state={state} />}
      {container && (
        <>
          <ContainerTabs containers={workload.containers} chosen={container.name} onChoose={setChosen} />
          {workload.nodeGroups && (
            <NodeGroups
              view={workload.nodeGroups}
              container={container.name}
              chosen={workload.group}
              onChoose={setGroup}
            />
          )}
          {isUnknown(container) || container.off ? (
            <ContainerNow {...now} container={container} />
          ) : (
            <PastPanel {...now} namespace={namespace} container={container} />
          )}
        </>
      )}
      <NextCard workload={workload} />
      <WorkloadTabs
        why={
          <>
            {container && (
              <>
                <ContainerWhy
                  namespace={namespace}
                  workload={name}
                  group={workload.group}
                  container={container}
                  nowMs={nowMs}
                />
                <HeapCard signals={workload.signals} container={container} />
                <OtherSignals signals={workload.signals} container={container.name} nowMs={nowMs} />
              </>
            )}
            <WholePodCard wholePod={workload.wholePod} />
          </>
        }
        what-if={<WhatIfCard workload={workload} />}
        pods={
          <>
            <WorkloadHpas namespace={namespace} target={workload.target} />
            <PodsAndEvents workload={workload} nowMs={nowMs} />
            {workload.cost && (
              <WorkloadCostCard
                view={workload.cost}
                namespace={namespace}
                startupNeeds={workload.startupNeeds}
              />
            )}
          </>
        }
        policy={
          <>
            <CalendarCard calendar={workload.calendar} nowMs={nowMs} />
            {workload.graduates && <GraduationCard namespace={namespace} name={name} nowMs={nowMs} />}
            <PolicyAndConditions workload={workload} nowMs={nowMs} />
          </>
        }
      />
    </>
  );
}
