import type { RuleDraftView } from '@/server/contract/rules';
import { usePolled } from '../api/queries';

/** What the form of a policy begins with; of a new one without a name. */
export function useRuleDraft(name?: string) {
  return usePolled<RuleDraftView>(
    `/api/rule-drafts${name === undefined ? '' : `?${new URLSearchParams({ of: name })}`}`,
  );
}
