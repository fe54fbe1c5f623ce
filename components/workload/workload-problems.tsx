import { IconAlertTriangle } from '@tabler/icons-react';
import type { Problem } from '@/server/problems';
import { Callout } from '../layout/callout';
import { TimeAgo } from '../live/time-ago';

interface WorkloadProblemsProps {
  problems: readonly Problem[];
  nowMs: number;
}

/** What is wrong with this workload now. */
export function WorkloadProblems({ problems, nowMs }: WorkloadProblemsProps) {
  return problems.map((problem) => (
    <Callout
      key={`${problem.code} ${problem.about}`}
      icon={IconAlertTriangle}
      tone="warning"
      title={problem.message}
      detail={
        <>
          Since <TimeAgo atMs={problem.firstSeenMs} nowMs={nowMs} />
        </>
      }
      remedy={problem.remedy}
    />
  ));
}
