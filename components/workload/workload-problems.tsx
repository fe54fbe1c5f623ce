import { IconAlertTriangle } from '@tabler/icons-react';
import type { Problem } from '@/server/contract/problems';
import { Callout } from '../layout/callout';
import { TimeAgo } from '../live/time-ago';
import { withLocalTimes } from '../times/times';
import { TryAgainButton } from './try-again-button';

interface WorkloadProblemsProps {
  namespace: string;
  name: string;
  problems: readonly Problem[];
  nowMs: number;
}

/** What is wrong with this workload now. */
export function WorkloadProblems({ namespace, name, problems, nowMs }: WorkloadProblemsProps) {
  return problems.map((problem) => (
    <Callout
      key={`${problem.code} ${problem.about}`}
      icon={IconAlertTriangle}
      tone="warning"
      title={withLocalTimes(problem.message)}
      detail={
        <>
          Since <TimeAgo atMs={problem.firstSeenMs} nowMs={nowMs} />
        </>
      }
      remedy={problem.remedy}
    >
      {problem.code === 'undone' && <TryAgainButton namespace={namespace} name={name} />}
    </Callout>
  ));
}
