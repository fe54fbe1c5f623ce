import { useStatus } from '../api/queries';
import { IconArrowsHorizontal } from '../icons';
import { kubectl } from '../layout/kubectl';
import { useWhereNone } from '../navigation/use-pages';
import { RoleAwayScreen } from '../screens/cluster-screens';
import { Screen } from '../screens/screen';

export function NoHpas() {
  const status = useStatus().data;
  const where = useWhereNone();
  if (status && !status.roles.includes('hpa'))
    return <RoleAwayScreen message="PLUMBLINE_ROLES leaves out 'hpa'" />;
  return (
    <Screen
      icon={IconArrowsHorizontal}
      title="No HorizontalPodAutoscaler yet"
      command={kubectl('autoscale deployment my-app --cpu-percent=70 --min=2 --max=10', status?.kubeconfig)}
      remedy="Make one for a Deployment like this, and edit its metrics here; it appears within one sync."
    >
      An HPA scales the replicas of a workload by its metrics, and {where} none.
    </Screen>
  );
}
