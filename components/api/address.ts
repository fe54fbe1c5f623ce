import { belowBase, withoutBase } from '@/server/contract/base-path';
import { apiIn, placeInCluster } from '@/server/contract/cluster-pages';

/** Below which path this document is; a browser leads it nowhere else. */
export const BASE = typeof document === 'undefined' ? '' : (document.documentElement.dataset.basePath ?? '');

/**
 * The cluster that this document asks, for as long as it lives: what somebody began in one cluster never goes on in
 * another, wherever the browser is led meanwhile.
 */
const ASKED =
  typeof window === 'undefined'
    ? undefined
    : placeInCluster(withoutBase(BASE, window.location.pathname))?.cluster;

export function isAsked(cluster: string | undefined): boolean {
  return cluster === ASKED;
}

/** Where a route of the API is for the pages of this document. */
export function apiAddress(path: string): string {
  return belowBase(BASE, apiIn(ASKED, path));
}

/** The page that is shown, with its query, as the dashboard knows it. */
export function placeShown(): string {
  const { pathname, search } = window.location;
  return withoutBase(BASE, pathname) + search;
}

/** Opens a page of ours, or one elsewhere, in a new document. */
export function openDocument(address: string): void {
  window.location.assign(belowBase(BASE, address));
}
