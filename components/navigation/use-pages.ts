'use client';

import type { ClosedPage } from '@/server/contract/session';
import { useStatus } from '../api/queries';
import { type OpenPlace, placesFor } from './pages';

/** The places that the person may open in this cluster; while that is not known, all but those of the embedded one. */
export function usePlaces(): readonly OpenPlace[] {
  return placesFor(useStatus().data ?? { embedded: false });
}

export function usePages() {
  return usePlaces().flatMap(({ pages }) => pages);
}

/** Whether the person lacks the rights for a page. */
export function useIsClosed(href: ClosedPage): boolean {
  return useStatus().data?.closedPages.includes(href) ?? false;
}

/** Where there is none of what a list would show. */
export function useWhereNone(): string {
  return useIsClosed('/settings') ? 'the namespaces that you may read have' : 'this cluster has';
}
