'use client';

import { countOf } from '@/server/words/counts';
import { useClusterTime, useStatus } from '../api/queries';
import { IconArrowsHorizontal } from '../icons';
import { kubectl } from '../layout/kubectl';
import { ListHeading } from '../lists/list-heading';
import { ListTable } from '../lists/list-table';
import { PagedList } from '../lists/paged-list';
import { useList } from '../lists/use-list';
import { useWhereNone } from '../navigation/use-pages';
import { RoleAwayScreen } from '../screens/cluster-screens';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import { hpaColumns } from './hpa-columns';
import { HPA_LIST } from './hpa-list';
import tableClasses from './hpa-table.module.css';

/** Every HPA: what it asks for, why, and who scales by it. */
export function HpasScreen() {
  const list = useList(HPA_LIST);
  const status = useStatus().data;
  const nowMs = useClusterTime();
  const { view, state, failure, isRefused } = list;
  if (!view && !isRefused) return failureScreen(failure) ?? <LoadingScreen />;
  if (view?.all === 0 && status && !status.roles.includes('horizontal'))
    return <RoleAwayScreen message="PLUMBLINE_ROLES leaves out 'horizontal'" />;
  if (view?.all === 0) return <NoHpaScreen kubeconfig={status?.kubeconfig} />;
  return (
    <>
      <ListHeading
        title="HPAs"
        count={view && countOf(view.all, 'HorizontalPodAutoscaler')}
        about="How many replicas each asks for, and why. Plumbline evaluates them all with the rules of Kubernetes; it scales only by those that ask for it."
      />
      <PagedList definition={HPA_LIST} list={list} one="HPA">
        {({ rows }) => (
          <ListTable
            caption="HPAs with their replicas, metrics and limits"
            columns={hpaColumns(nowMs)}
            rows={rows}
            keyOf={({ namespace, name }) => `${namespace}/${name}`}
            sort={state.sort}
            onSort={state.setSort}
            classes={tableClasses}
          />
        )}
      </PagedList>
    </>
  );
}

function NoHpaScreen({ kubeconfig }: { kubeconfig: string | undefined }) {
  return (
    <Screen
      icon={IconArrowsHorizontal}
      title="No HorizontalPodAutoscaler yet"
      command={kubectl('autoscale deployment my-app --cpu-percent=70 --min=2 --max=10', kubeconfig)}
      remedy="Make one for a Deployment like this, and edit its metrics here; it appears within one sync."
    >
      An HPA scales the replicas of a workload by its metrics, and {useWhereNone()} none.
    </Screen>
  );
}
