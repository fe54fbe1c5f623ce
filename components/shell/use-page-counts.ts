import { useStatus } from '../api/queries';
import type { PageHref } from '../navigation/pages';

export function usePageCounts(): Partial<Record<PageHref, number>> {
  const status = useStatus().data;
  const { broken = 0, waits = 0 } = status?.urgencies ?? {};
  return { '/': broken + waits, '/changes/approvals': status?.awaiting ?? 0 };
}
