import type { PodPlan } from '@/server/updater/plan/plan-types';
import { groupPods } from './groups';
import { PodGroupRow } from './pod-group-row';
import classes from './pod-groups.module.css';

interface PodGroupsProps {
  /** The VPA, by namespace and name. */
  vpa: string;
  pods: readonly PodPlan[];
  nowMs: number;
}

/** What becomes of the pods of one VPA, alike ones together. */
export function PodGroups({ vpa, pods, nowMs }: PodGroupsProps) {
  if (pods.length === 0) return <p className={classes.nothing}>This VPA controls no pod now.</p>;
  return (
    <ul className={classes.groups}>
      {groupPods(pods).map((group) => (
        <PodGroupRow key={group.key} vpa={vpa} group={group} nowMs={nowMs} />
      ))}
    </ul>
  );
}
