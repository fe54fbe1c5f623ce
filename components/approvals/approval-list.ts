import { APPROVAL_WORDS, type ApprovalsView } from '@/server/contract/approvals';
import { sharedControls } from '../changes/shared-filters';
import { labelled, withCounts } from '../lists/choices';
import type { ListDefinition } from '../lists/list-definition';
import { listParams, listQuery } from '../lists/list-params';
import { AGE_LABELS, DIRECTION_LABELS } from './approval-words';

type ApprovalFilter = (typeof APPROVAL_WORDS.filters)[number];
export type ApprovalSort = (typeof APPROVAL_WORDS.sorts)[number];

/** The filters of what waits for a person. Its columns are in `approval-columns.tsx`. */
export const APPROVAL_LIST: ListDefinition<ApprovalsView, ApprovalFilter, ApprovalSort> = {
  params: listParams<ApprovalFilter, ApprovalSort>(APPROVAL_WORDS),
  path: (asked) => `/api/approvals?${listQuery(asked, APPROVAL_WORDS)}`,
  label: 'Filter changes',
  controls: [
    ...sharedControls<ApprovalsView>('Find a VPA, target or container'),
    {
      kind: 'choice',
      name: 'direction',
      label: 'Direction',
      all: 'All directions',
      choices: (view) => withCounts(labelled(DIRECTION_LABELS), view?.tallies.direction),
    },
    {
      kind: 'choice',
      name: 'age',
      label: 'Waiting',
      all: 'However long',
      choices: () => labelled(AGE_LABELS),
    },
  ],
  noMatch: { sentence: 'No change that waits matches this filter.', all: 'Show all that wait' },
};

/** The query of what is shown, without its page. */
export function matchingApprovalsQuery(asked: Parameters<typeof APPROVAL_LIST.path>[0]): string {
  return String(listQuery({ ...asked, page: 1 }, APPROVAL_WORDS));
}
