import { IconUserExclamation } from '@tabler/icons-react';
import type { Need } from '@/server/process/pages/views';
import { NEEDS } from '@/server/words/needs';
import { Callout } from '../layout/callout';
import { TimeAgo } from '../live/time-ago';

interface WorkloadNeedsProps {
  needs: readonly Need[];
  nowMs: number;
}

/** Why this workload needs attention. */
export function WorkloadNeeds({ needs, nowMs }: WorkloadNeedsProps) {
  return needs.map(({ code, detail, remedy, sinceMs }) => (
    <Callout
      key={`${code} ${remedy}`}
      icon={IconUserExclamation}
      tone="warning"
      title={NEEDS[code]}
      detail={
        <>
          {detail}
          {sinceMs !== undefined && (
            <>
              {' '}
              (since <TimeAgo atMs={sinceMs} nowMs={nowMs} />)
            </>
          )}
        </>
      }
      remedy={remedy}
    />
  ));
}
