import { namespaceHref, ruleHref } from './pages';

/** Where lists were until 0.2.0, and where they are. */
const MOVED: Readonly<Record<string, string>> = {
  '/plan': '/changes',
  '/approvals': '/changes/approvals',
  '/audit': '/changes/audit',
  '/costs': '/savings',
  '/nodes': '/savings/nodes',
  '/policies': '/rules',
  '/try': '/replay/try',
  '/telling': '/settings/messages',
  '/diagnostics': '/settings',
  '/scenarios': '/settings/scenarios',
  '/clusters/record': '/clusters/audit',
  '/clusters/orders': '/clusters/hub-record',
};

/** The list of HPAs, which was a page until 0.2.0 and is a filter of the workloads now. */
const OF_HPAS = ['/hpas', '/workloads/hpas'];
const OF_NAMESPACES = ['/namespaces', '/workloads/namespaces'];
/** What that list was filtered by: words of the filter `hpa`. */
const HPA_FILTERS = ['state', 'held', 'claim'];

/** Where a former address leads now, with its query; undefined for any other. @param pathname as browsers write it */
export function formerPage(pathname: string, query: URLSearchParams): string | undefined {
  const namespace = query.get('namespace');
  if (pathname === '/problems') return namespace ? namespaceHref(namespace) : '/';
  if (OF_HPAS.includes(pathname)) return workloadsWithHpa(query);
  if (OF_NAMESPACES.includes(pathname))
    return `/workloads?${new URLSearchParams([['by', 'namespace'], ...query])}`;
  const [, rule] = /^\/policies\/([^/]+)$/.exec(pathname) ?? [];
  const page = rule ? ruleHref(decodeURIComponent(rule)) : Object.hasOwn(MOVED, pathname) && MOVED[pathname];
  if (!page) return undefined;
  const asked = query.toString();
  return asked === '' ? page : `${page}?${asked}`;
}

function workloadsWithHpa(query: URLSearchParams): string {
  const words = HPA_FILTERS.flatMap((name) => query.get(name) || []);
  if (query.get('differs') === 'true') words.push('differs');
  const asked = new URLSearchParams({ hpa: words.join() || 'any', vpa: 'all' });
  const name = query.get('q') || query.get('target')?.split('/')[1];
  if (name) asked.set('q', name);
  const namespace = query.get('namespace');
  if (namespace) asked.set('namespace', namespace);
  return `/workloads?${asked}`;
}
