'use client';

import type { ClosedPage } from '@/server/contract/session';
import { useStatus } from '../api/queries';
import { pagesFor, sidePagesFor } from './pages';

/** The pages that the person may open in this cluster; while that is not known, all but those of the embedded one. */
export function usePages(): ReturnType<typeof pagesFor> {
  return pagesFor(useStatus().data ?? { embedded: false });
}

/** Those, and the pages that they lead to. */
export function useAllPages() {
  return [...usePages(), ...sidePagesFor(useStatus().data ?? {})];
}

/** Whether the person lacks the rights for a page. */
export function useIsClosed(href: ClosedPage): boolean {
  return useStatus().data?.closedPages.includes(href) ?? false;
}

/** Where there is none of what a list would show. */
export function useWhereNone(): string {
  return useIsClosed('/diagnostics') ? 'the namespaces that you may read have' : 'this cluster has';
}
