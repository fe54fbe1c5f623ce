import type { PlannedPods } from '@/server/contract/plan';
import { ChangeGroups } from './change-groups';
import classes from './change-groups.module.css';
import { useAllPods } from './use-all-pods';

interface ChangesPanelProps {
  namespace: string;
  name: string;
  of: (group: PlannedPods) => boolean;
}

/** What the plan changes in the pods of one VPA. */
export function ChangesPanel({ namespace, name, of }: ChangesPanelProps) {
  const { plan, mode } = useAllPods(namespace, name);
  if (!plan) return <p className={classes.soft}>Reading the plan …</p>;
  const groups = plan.filter((group) => of(group) && group.changes.length > 0);
  if (groups.length === 0) return <p className={classes.soft}>Nothing waits there any more.</p>;
  return <ChangeGroups groups={groups} mode={mode} />;
}
