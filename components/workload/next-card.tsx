'use client';

import { Anchor, Box, Flex } from '@mantine/core';
import type { WorkloadDetail } from '@/server/contract/recommendations';
import { usePlanOf } from '../api/queries';
import type { RequestFailure } from '../api/request';
import { Card } from '../layout/card';
import shared from '../layout/shared.module.css';
import Link from '../navigation/link';
import { auditHref } from '../navigation/pages';
import { ApplyNow } from '../plan/apply-now';
import { PodGroupList } from '../plan/pod-group-list';
import { updaterPassWords } from '../plan/updater-pass-words';
import { useOpened } from '../plan/use-opened';

interface NextCardProps {
  workload: Pick<WorkloadDetail, 'namespace' | 'name' | 'updateMode' | 'heldMode' | 'state' | 'refused'>;
}

/** What the next pass does to the pods of this VPA, and why; its space is reserved while it loads. */
export function NextCard({ workload }: NextCardProps) {
  const { namespace, name } = workload;
  const { data: plan, failure } = usePlanOf(namespace, name, useOpened().opened);
  return (
    <Box mb={20}>
      <Card
        title="What happens next"
        at="next"
        aside={
          <Flex component="span" wrap="wrap" gap="4px 16px" c="dimmed" fz={12}>
            {plan && <span>{updaterPassWords(plan.updater, plan.atMs)}</span>}
            <ApplyNow
              namespace={namespace}
              name={name}
              groups={plan?.rows.flatMap(({ groups }) => groups) ?? []}
            />
            <Anchor component={Link} href={auditHref(namespace, name)} fz="inherit">
              Past actions
            </Anchor>
          </Flex>
        }
      >
        <Box mih={58}>
          {!plan && failure && <p className={shared.soft}>{failureWords(failure)}</p>}
          {plan && (
            <PodGroupList
              vpa={`${namespace}/${name}`}
              groups={plan.rows.flatMap(({ groups }) => groups)}
              nowMs={plan.atMs}
              workload={workload}
            />
          )}
        </Box>
      </Card>
    </Box>
  );
}

function failureWords(failure: RequestFailure): string {
  if (failure.kind !== 'refused') return 'The plan cannot be loaded now.';
  return failure.code === 'role-not-running'
    ? 'This process does not run the updater role, so it has no plan. Open the dashboard of a process that does.'
    : failure.message;
}
