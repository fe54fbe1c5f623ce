import type { PodGroup } from '@/server/process/pages/views';
import type { Mode } from '../workloads/mode-words';
import { noPodsWords } from './no-pods-words';
import classes from './pod-group-list.module.css';
import { PodGroupRow } from './pod-group-row';
import { useOpened } from './use-opened';

interface PodGroupsProps extends Mode {
  /** The VPA as `NAMESPACE/NAME`. */
  vpa: string;
  groups: readonly PodGroup[];
  nowMs: number;
}

/** The plan for the pods of one VPA, grouped if alike. */
export function PodGroupList({ vpa, groups, nowMs, updateMode, heldMode }: PodGroupsProps) {
  const { opened, toggle } = useOpened();
  if (groups.length === 0) return <p className={classes.nothing}>{noPodsWords({ updateMode, heldMode })}</p>;
  return (
    <ul className={classes.groups}>
      {groups.map((group) => {
        const word = `${vpa} ${group.key}`;
        return (
          <PodGroupRow
            key={group.key}
            group={group}
            opened={opened.includes(word)}
            onToggle={() => toggle(word)}
            nowMs={nowMs}
          />
        );
      })}
    </ul>
  );
}
