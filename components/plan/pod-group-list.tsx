import { Text } from '@mantine/core';
import type { PlannedPods } from '@/server/contract/plan';
import { approvalHref } from '../navigation/pages';
import { useRowCluster } from '../navigation/row-cluster';
import { noPodsWords, type WithoutPods } from './no-pods-words';
import { PodGroupRow } from './pod-group-row';
import { useOpened } from './use-opened';

interface PodGroupListProps {
  workload: WithoutPods;
  /** The VPA as `NAMESPACE/NAME`. */
  vpa: string;
  groups: readonly PlannedPods[];
  nowMs: number;
}

/** The plan for the pods of one VPA, grouped if alike. */
export function PodGroupList({ vpa, groups, nowMs, workload }: PodGroupListProps) {
  const { opened, toggle } = useOpened();
  const isElsewhere = useRowCluster() !== undefined;
  const [namespace = '', name = ''] = vpa.split('/');
  if (groups.length === 0)
    return (
      <Text c="dimmed" fz={13} mb={8}>
        {noPodsWords(workload)}
      </Text>
    );
  return (
    <ul>
      {groups.map((group) => {
        const word = `${vpa} ${group.key}`;
        return (
          <PodGroupRow
            key={group.key}
            group={group}
            opened={opened.includes(word)}
            {...(!isElsewhere && { onToggle: () => toggle(word) })}
            approvals={approvalHref(namespace, name)}
            nowMs={nowMs}
          />
        );
      })}
    </ul>
  );
}
