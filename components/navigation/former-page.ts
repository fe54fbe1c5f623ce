import { namespaceHref, policyHref } from './pages';

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
  '/namespaces': '/workloads/namespaces',
  '/hpas': '/workloads/hpas',
};

/** Where a former address leads now, with its query; undefined for any other. @param pathname as browsers write it */
export function formerPage(pathname: string, query: URLSearchParams): string | undefined {
  const namespace = query.get('namespace');
  if (pathname === '/problems') return namespace ? namespaceHref(namespace) : '/';
  const [, rule] = /^\/policies\/([^/]+)$/.exec(pathname) ?? [];
  const page = rule
    ? policyHref(decodeURIComponent(rule))
    : Object.hasOwn(MOVED, pathname) && MOVED[pathname];
  if (!page) return undefined;
  const asked = query.toString();
  return asked === '' ? page : `${page}?${asked}`;
}
