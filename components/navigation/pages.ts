/** The pages of the header, in order; `further` ones are in a menu where the window is narrow. */
const PAGES = [
  { href: '/', label: 'Overview', words: 'inbox problems broken waits what is wrong' },
  { href: '/workloads', label: 'Workloads' },
  { href: '/namespaces', label: 'Namespaces', further: true },
  {
    href: '/policies',
    label: 'Policies',
    words: 'vertical scaling policy fleet many workloads vsp',
    further: true,
  },
  { href: '/hpas', label: 'HPAs', words: 'horizontal pod autoscalers replicas scaling', further: true },
  { href: '/nodes', label: 'Nodes', further: true },
  { href: '/costs', label: 'Costs', words: 'money price saving growth free add', further: true },
  { href: '/plan', label: 'Plan' },
  { href: '/approvals', label: 'Approvals', words: 'approve reject waiting changes', further: true },
  { href: '/replay', label: 'Replay', further: true },
  { href: '/audit', label: 'Audit' },
  { href: '/scenarios', label: 'Scenarios', embeddedOnly: true, further: true },
] as const;

export type PageHref = (typeof PAGES)[number]['href'];

/** Pages that are not in the header, each with the one there that leads to it. */
const SIDE_PAGES = [
  {
    href: '/try',
    label: 'Try a pod',
    of: '/plan',
    words: 'admission manifest review dry run yaml deployment patch webhook',
  },
  {
    href: '/telling',
    label: 'Messages',
    of: '/',
    words: 'telling people slack webhooks notify notifications alerts test',
  },
  {
    href: '/diagnostics',
    label: 'Settings and diagnostics',
    of: '/',
    words: 'configuration environment versions rights rbac bug report bundle',
  },
] as const;

/** A page that keys and the palette lead to. */
export type OfferedHref = PageHref | (typeof SIDE_PAGES)[number]['href'];

/** The pages for a cluster and a person: some exist only for the embedded one, and some take rights. */
export function pagesFor({
  embedded,
  closedPages = [],
}: {
  embedded: boolean;
  closedPages?: readonly string[];
}) {
  return PAGES.filter((page) => (embedded || !('embeddedOnly' in page)) && !closedPages.includes(page.href));
}

/** The pages that are not in the header, without those that the person may not open. */
export function sidePagesFor({ closedPages = [] }: { closedPages?: readonly string[] }) {
  return SIDE_PAGES.filter(({ href }) => !closedPages.includes(href));
}

/** Which of the header's pages a path belongs to: a workload's page belongs to Workloads. */
export function activePage(pathname: string): PageHref | undefined {
  if (pathname.startsWith('/workloads/')) return '/workloads';
  if (pathname.startsWith('/namespaces/')) return '/namespaces';
  if (pathname.startsWith('/policies/')) return '/policies';
  if (pathname.startsWith('/hpas/')) return '/hpas';
  if (pathname.startsWith('/nodes/')) return '/nodes';
  if (pathname.startsWith('/approvals/')) return '/approvals';
  if (pathname.startsWith('/replay/')) return '/replay';
  const side = SIDE_PAGES.find(({ href }) => href === pathname);
  return side?.of ?? PAGES.find((page) => page.href === pathname)?.href;
}

/** The address of a workload's page. */
export function workloadHref(namespace: string, name: string): string {
  return `/workloads/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
}

/** The address of the page of a workload without a VPA. */
export function bareWorkloadHref(namespace: string, kind: string, name: string): string {
  return `${workloadHref(namespace, 'without-vpa')}/${encodeURIComponent(kind)}/${encodeURIComponent(name)}`;
}

/** The address of a namespace's page. */
export function namespaceHref(name: string): string {
  return `/namespaces/${encodeURIComponent(name)}`;
}

/** The namespace of a path; undefined for any other path, or an invalid one. */
export function namespaceAt(pathname: string): { namespace: string } | undefined {
  const [, namespace] = /^\/namespaces\/([^/]+)$/.exec(pathname) ?? [];
  try {
    return namespace ? { namespace: decodeURIComponent(namespace) } : undefined;
  } catch {
    return undefined;
  }
}

/** The workload of a path; undefined for any other path, or an invalid one. */
export function workloadAt(pathname: string): { namespace: string; name: string } | undefined {
  const [, namespace, name] = /^\/workloads\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
  if (!namespace || !name) return undefined;
  try {
    return { namespace: decodeURIComponent(namespace), name: decodeURIComponent(name) };
  } catch {
    return undefined;
  }
}

/** The address of an HPA's page. */
export function hpaHref(namespace: string, name: string): string {
  return `/hpas/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
}

/** The address of what waits for a person of one VPA. */
export function approvalHref(namespace: string, name: string): string {
  return `/approvals/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
}

/** The address of a policy's page. */
export function policyHref(name: string): string {
  return `/policies/${encodeURIComponent(name)}`;
}

/** The address of a node's page. */
export function nodeHref(name: string): string {
  return `/nodes/${encodeURIComponent(name)}`;
}

/** The address of the audit log of one VPA. */
export function auditHref(namespace: string, name: string): string {
  return `/audit?${new URLSearchParams({ namespace, vpa: name })}`;
}
