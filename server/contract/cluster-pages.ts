/** Where pages and routes of a hub are. A cluster has its own below its name: `/clusters/eu-1/workloads`. */
export const CLUSTERS = '/clusters';

/** By which a page learns in which cluster it is; the process itself sets it. */
export const CLUSTER_HEADER = 'x-plumbline-cluster';

/** What a hub itself has below `/clusters` and `/api/clusters`, so that no cluster may be called that. */
export const HUB_WORDS: ReadonlySet<string> = new Set([
  'all',
  'approvals',
  'audit',
  'changes',
  'compare',
  'hub-record',
  'inbox',
  'orders',
  'overview',
  'plan',
  'record',
  'rules',
  'savings',
  'search',
  'stop',
  'workloads',
]);

const BELOW_A_CLUSTER = /^\/clusters\/([^/]+)(\/.*)?$/;
const NO_PAGES = /^\/(api|_next|metrics|login|clusters)(\/|$)/;

/** The cluster that an address is in, and the path there; undefined for pages of the process itself. */
export function placeInCluster(pathname: string): { cluster: string; path: string } | undefined {
  const [, cluster = '', path = '/'] = BELOW_A_CLUSTER.exec(pathname) ?? [];
  if (!/^[a-z0-9-]+$/.test(cluster) || HUB_WORDS.has(cluster) || NO_PAGES.test(path)) return undefined;
  return { cluster, path };
}

/** The address of a page in a cluster; the same address without one. Pages of the hub are in no cluster. */
export function pageIn(cluster: string | undefined, href: string): string {
  if (cluster === undefined || !href.startsWith('/') || isOfHub(href, CLUSTERS)) return href;
  return `${CLUSTERS}/${cluster}${href === '/' ? '' : href.replace(/^\/(?=[?#])/, '')}`;
}

/** The address of a route of the API in a cluster. Who is signed in, and all clusters, are matters of the hub. */
export function apiIn(cluster: string | undefined, path: string): string {
  const ofHub = isOfHub(path, `/api${CLUSTERS}`) || isOfHub(path, '/api/session');
  return cluster === undefined || ofHub ? path : path.replace(/^\/api(?=\/)/, `/api${CLUSTERS}/${cluster}`);
}

function isOfHub(address: string, place: string): boolean {
  return address === place || ['/', '?', '#'].some((next) => address.startsWith(place + next));
}
