'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { useStatus, useWorkload } from '../api/queries';
import { RefusedScreen } from '../screens/cluster-screens';
import { LoadingScreen } from '../screens/loading-screen';
import { NoSuchWorkloadScreen } from '../screens/not-found-screens';
import { ContainerPanel } from './container-panel';
import { ContainerTabs } from './container-tabs';
import { NoRecommendation } from './no-recommendation';
import { WorkloadFacts } from './workload-facts';
import { WorkloadHeading } from './workload-heading';
import { WorkloadProblems } from './workload-problems';

interface WorkloadScreenProps {
  namespace: string;
  name: string;
}

export function WorkloadScreen({ namespace, name }: WorkloadScreenProps) {
  const { data: workload, failure } = useWorkload(namespace, name);
  const nowMs = useStatus().data?.nowMs ?? 0;
  const [chosen, setChosen] = useQueryState('container', parseAsString);
  if (failure?.kind === 'refused' && failure.code === 'not-found')
    return <NoSuchWorkloadScreen namespace={namespace} name={name} />;
  if (!workload) {
    return failure?.kind === 'refused' ? <RefusedScreen message={failure.message} /> : <LoadingScreen />;
  }
  const container = workload.containers.find((one) => one.name === chosen) ?? workload.containers[0];
  return (
    <>
      <WorkloadHeading workload={workload} nowMs={nowMs} />
      <WorkloadProblems problems={workload.problems} nowMs={nowMs} />
      {workload.state.kind === 'none' && <NoRecommendation state={workload.state} />}
      {container && (
        <>
          <ContainerTabs containers={workload.containers} chosen={container.name} onChoose={setChosen} />
          <ContainerPanel container={container} nowMs={nowMs} />
        </>
      )}
      <WorkloadFacts workload={workload} nowMs={nowMs} />
    </>
  );
}
