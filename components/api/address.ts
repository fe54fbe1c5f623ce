import { apiIn, placeInCluster } from '@/server/contract/cluster-pages';

/**
 * The cluster that this document asks, for as long as it lives: what somebody began in one cluster never goes on in
 * another, wherever the browser is led meanwhile.
 */
const ASKED = typeof window === 'undefined' ? undefined : placeInCluster(window.location.pathname)?.cluster;

export function isAsked(cluster: string | undefined): boolean {
  return cluster === ASKED;
}

/** Where a route of the API is for the pages of this document. */
export function apiAddress(path: string): string {
  return apiIn(ASKED, path);
}
