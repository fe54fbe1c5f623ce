import { IconUserExclamation } from '@tabler/icons-react';
import type { Need } from '@/server/contract/problems';
import { NEEDS } from '@/server/words/needs';
import { Callout } from '../layout/callout';
import { Remedy } from '../layout/remedy';
import { Began } from '../problems/began';
import { groupNeeds } from '../problems/group-needs';

interface WorkloadNeedsProps {
  needs: readonly Need[];
  nowMs: number;
}

/** Why this workload needs attention. */
export function WorkloadNeeds({ needs, nowMs }: WorkloadNeedsProps) {
  return groupNeeds(needs).map((group) => (
    <Callout
      key={group.code}
      icon={IconUserExclamation}
      tone="warning"
      title={NEEDS[group.code]}
      detail={group.needs.map(({ detail, remedy }, index) => (
        <div key={`${detail} ${remedy}`}>
          <p>
            {detail}
            {index === 0 && (group.sinceMs ?? group.firstSeenMs) !== undefined && (
              <>
                {' '}
                (<Began group={group} nowMs={nowMs} />)
              </>
            )}
          </p>
          <Remedy text={remedy} />
        </div>
      ))}
    />
  ));
}
