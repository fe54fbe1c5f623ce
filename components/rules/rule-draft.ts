import type { PolicyDraftView } from '@/server/contract/rules';
import { usePolled } from '../api/queries';

/** What the form of a policy begins with; of a new one without a name. */
export function usePolicyDraft(name?: string) {
  return usePolled<PolicyDraftView>(
    `/api/rule-drafts${name === undefined ? '' : `?${new URLSearchParams({ of: name })}`}`,
  );
}
