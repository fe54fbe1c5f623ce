import { Box } from '@mantine/core';
import type { ApprovalRow } from '@/server/contract/approvals';
import { FromTo } from '../changes/from-to';
import { changeLines } from './approval-words';

/** Every request that waits, and the limit that goes with it: what it is, and what it would be. */
export function ChangeLines({ row }: { row: Pick<ApprovalRow, 'changes'> }) {
  return (
    <Box component="ul" lh="20px">
      {changeLines(row).map(({ key, ...change }) => (
        <li key={key}>
          <FromTo {...change} />
        </li>
      ))}
    </Box>
  );
}
