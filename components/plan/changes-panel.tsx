import type { PlannedPods } from '@/server/contract/plan';
import { usePlanOf } from '../api/queries';
import { ChangeGroups } from './change-groups';
import classes from './change-groups.module.css';

interface ChangesPanelProps {
  namespace: string;
  name: string;
  of: (group: PlannedPods) => boolean;
}

/** The plan of one VPA with its pods by name, and the mode that they are changed in; undefined until it is known. */
export function useAllPods(
  namespace: string,
  name: string,
): { plan: readonly PlannedPods[] | undefined; mode: string } {
  const { data: groups } = usePlanOf(namespace, name, []);
  const rows = groups?.rows ?? [];
  const keys = rows.flatMap((row) => row.groups.map(({ key }) => `${namespace}/${name} ${key}`));
  const { data: named } = usePlanOf(namespace, name, keys);
  const [row] = named?.rows ?? rows;
  return { plan: groups && (row?.groups ?? []), mode: row?.heldMode?.mode ?? row?.updateMode ?? '' };
}

export function ChangesPanel({ namespace, name, of }: ChangesPanelProps) {
  const { plan, mode } = useAllPods(namespace, name);
  if (!plan) return <p className={classes.soft}>Reading the plan …</p>;
  const groups = plan.filter((group) => of(group) && group.changes.length > 0);
  if (groups.length === 0) return <p className={classes.soft}>Nothing waits there any more.</p>;
  return <ChangeGroups groups={groups} mode={mode} />;
}
