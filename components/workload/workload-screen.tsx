'use client';

import { useSearchParams } from 'next/navigation';
import { parseAsString, useQueryState } from 'nuqs';
import { useClusterTime, usePlanOf, useWorkload } from '../api/queries';
import { CalendarCard } from '../calendar/calendar-card';
import { WorkloadCostCard } from '../costs/workload-cost';
import { EditButton } from '../edit/edit-button';
import { ExportButton } from '../export/export-button';
import { GraduationCard } from '../graduation/graduation-card';
import { WorkloadHpas } from '../hpas/workload-hpas';
import { PastPanel } from '../past/past-panel';
import { useOpened } from '../plan/use-opened';
import { PolicyDialog } from '../policy/policy-dialog';
import { WhatIfCard } from '../replay/what-if-card';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { NoSuchWorkloadScreen } from '../screens/not-found-screens';
import { isUnknown } from './container-known';
import { ContainerNow } from './container-now';
import { ContainerTabs } from './container-tabs';
import { ContainerWhy } from './container-why';
import { GitNotice } from './git-notice';
import { NodeGroups } from './groups/node-groups';
import { HeapCard } from './heap/heap-card';
import { NextCard } from './next-card';
import { NoRecommendation } from './no-recommendation';
import { OtherSignals } from './signals/other-signals';
import { VerdictLine } from './verdict-line';
import { WholePodCard } from './whole-pod/whole-pod-card';
import { PodsAndEvents, PolicyAndConditions } from './workload-facts';
import { WorkloadHeading } from './workload-heading';
import { WorkloadInbox } from './workload-inbox';
import { WorkloadTabs } from './workload-tabs';

interface WorkloadScreenProps {
  namespace: string;
  name: string;
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
  if (!workload) return failureScreen(failure) ?? <LoadingScreen />;
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
