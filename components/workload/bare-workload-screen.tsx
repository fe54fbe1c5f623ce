'use client';

import { Button } from '@mantine/core';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useState } from 'react';
import type { WorkloadDetail } from '@/server/contract/recommendations';
import { countOf } from '@/server/words/counts';
import { useBareWorkload, useClusterTime } from '../api/queries';
import { GrafanaLink } from '../grafana/grafana-link';
import { WorkloadHpas } from '../hpas/workload-hpas';
import { IconEyeOff } from '../icons';
import { Callout } from '../layout/callout';
import { Card } from '../layout/card';
import { ObjectHeading } from '../layout/object-heading';
import { namespaceHref, workloadHref } from '../navigation/pages';
import { useWay } from '../navigation/use-way';
import { onDemand } from '../on-demand/on-demand';
import { failureScreen } from '../screens/failure-screen';
import { NoSuchBareWorkloadScreen } from '../screens/not-found-screens';
import { ContainerNow } from './container-now';
import { ContainerTabs } from './container-tabs';
import { ContainerWhy } from './container-why';
import { NoRecommendation } from './no-recommendation';
import { PodTable } from './pod-table';

const BulkDialog = onDemand(() => import('../bulk/bulk-dialog'));

interface BareWorkloadScreenProps {
  namespace: string;
  kind: string;
  name: string;
}

/** A workload that no VPA targets; once one does, its page takes this one's place. */
export function BareWorkloadScreen(props: BareWorkloadScreenProps) {
  const { data, failure } = useBareWorkload(props);
  const { replace } = useWay();
  const { namespace } = props;
  const vpa = data?.kind === 'has-vpa' ? data.vpa : undefined;
  useEffect(() => {
    if (vpa !== undefined) replace(workloadHref(namespace, vpa));
  }, [vpa, namespace, replace]);
  if (failure?.kind === 'refused' && failure.code === 'not-found')
    return <NoSuchBareWorkloadScreen {...props} />;
  if (data?.kind !== 'without-vpa') return failureScreen(failure);
  return <BareWorkload workload={data.workload} />;
}

function BareWorkload({ workload }: { workload: WorkloadDetail }) {
  const { namespace, name, target, state, containers } = workload;
  const nowMs = useClusterTime();
  const [chosen, setChosen] = useQueryState('container', parseAsString);
  const [isMaking, setMaking] = useState(false);
  const container = containers.find((one) => one.name === chosen) ?? containers[0];
  return (
    <>
      <ObjectHeading
        crumbs={[
          { href: '/workloads?vpa=without', label: 'Workloads without a VPA' },
          { href: namespaceHref(namespace), label: namespace },
        ]}
        title={name}
        actions={<Button onClick={() => setMaking(true)}>Create VPA</Button>}
      >
        <span>{target.kind}</span>
        <span>{countOf(workload.pods, 'pod')}</span>
        <GrafanaLink names={{ namespace, workload: name, kind: target.kind, container: container?.name }} />
      </ObjectHeading>
      <Callout
        icon={IconEyeOff}
        tone="neutral"
        title="No VPA targets this workload, so nothing changes its pods"
        detail="Below is what a VPA in mode Off would say, learned since the recommender started. No checkpoint keeps it, and no chart is drawn of it until there is a VPA."
      />
      {state.kind === 'none' && <NoRecommendation state={state} />}
      <WorkloadHpas namespace={namespace} target={target} />
      {container && (
        <>
          <ContainerTabs containers={containers} chosen={container.name} onChoose={setChosen} />
          <ContainerNow
            workload={name}
            container={container}
            isOfNewPods={workload.isOfNewPods ?? false}
            nowMs={nowMs}
          />
          <ContainerWhy
            namespace={namespace}
            workload={name}
            container={container}
            hasPast={false}
            nowMs={nowMs}
          />
        </>
      )}
      <Card title="Pods">
        <PodTable workload={workload} nowMs={nowMs} />
      </Card>
      {isMaking && (
        <BulkDialog
          aim={{ kind: 'make', chosen: [workload] }}
          onChanged={() => undefined}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  );
}
