import { Flex } from '@mantine/core';
import { REASONS, type Reason } from '@/server/words/reasons';
import shared from '../layout/shared.module.css';
import { groupReasons } from './group-reasons';

interface ReasonListProps {
  reasons: readonly Reason[];
  nowMs: number;
}

/** Each reason as its sentence, with its numbers below. */
export function ReasonList({ reasons, nowMs }: ReasonListProps) {
  return (
    <Flex component="ul" direction="column" gap={4}>
      {groupReasons(reasons, nowMs).map(({ code, evidence }) => (
        <li key={code}>
          {REASONS[code].sentence}
          {evidence.map((clause) => (
            <span key={clause} className={`${shared.breaks} ${shared.under}`}>
              {clause}
            </span>
          ))}
        </li>
      ))}
    </Flex>
  );
}
