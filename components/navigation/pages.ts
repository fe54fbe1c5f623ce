/**
 * The places of the side bar, in order, each with its pages: it leads to the first of them that is open. The key of a
 * page leads to it after `g`.
 */
const PLACES = [
  {
    label: 'Clusters',
    pages: [
      {
        href: '/clusters',
        key: 'k',
        label: 'Clusters',
        words: 'hub fleet many regions stages',
        hubOnly: true,
      },
      { href: '/clusters/inbox', key: 'i', label: 'Inbox', of: 'of all clusters', hubOnly: true },
      { href: '/clusters/workloads', key: 'l', label: 'Workloads', of: 'of all clusters', hubOnly: true },
      { href: '/clusters/plan', key: 'x', label: 'Plan', of: 'of all clusters', hubOnly: true },
      { href: '/clusters/approvals', key: 'q', label: 'Approvals', of: 'of all clusters', hubOnly: true },
      { href: '/clusters/rules', key: 'b', label: 'Rules', of: 'of all clusters', hubOnly: true },
      { href: '/clusters/audit', key: 'u', label: 'Audit', of: 'of all clusters', hubOnly: true },
      { href: '/clusters/savings', key: 'z', label: 'Savings', of: 'of all clusters', hubOnly: true },
      {
        href: '/clusters/hub-record',
        key: 'j',
        label: 'Hub record',
        words: 'audit log who stopped orders',
        hubOnly: true,
      },
    ],
  },
  {
    label: 'Overview',
    pages: [{ href: '/', key: 'o', label: 'Overview', words: 'inbox problems broken waits what is wrong' }],
  },
  {
    label: 'Workloads',
    pages: [
      { href: '/workloads', key: 'w', label: 'Workloads' },
      { href: '/workloads?by=namespace', key: 'm', label: 'By namespace', words: 'namespaces' },
      {
        href: '/workloads?hpa=any&vpa=all',
        key: 'h',
        label: 'With an HPA',
        words: 'hpas horizontal pod autoscalers replicas scaling',
      },
    ],
  },
  {
    label: 'Changes',
    keeps: ['q', 'namespace', 'vpa'],
    pages: [
      { href: '/changes', key: 'p', label: 'Plan', words: 'changes next evictions resizes' },
      { href: '/changes/approvals', key: 'v', label: 'Approvals', words: 'changes approve reject waiting' },
      { href: '/changes/audit', key: 'a', label: 'Audit', words: 'changes history log record what was done' },
    ],
  },
  {
    label: 'Savings',
    pages: [
      { href: '/savings', key: 'c', label: 'Savings', words: 'costs money price saving growth free add' },
      { href: '/savings/nodes', key: 'n', label: 'Nodes', words: 'savings machines' },
    ],
  },
  {
    label: 'Rules',
    pages: [
      {
        href: '/rules',
        key: 'y',
        label: 'Rules',
        words: 'policies vertical scaling policy many workloads vsp',
      },
    ],
  },
  {
    label: 'Replay',
    pages: [
      { href: '/replay', key: 'r', label: 'Replay', words: 'what if past' },
      {
        href: '/replay/try',
        key: 't',
        label: 'Try a pod',
        words: 'admission manifest review dry run yaml deployment patch webhook',
      },
    ],
  },
  {
    label: 'Settings',
    pages: [
      {
        href: '/settings',
        key: 'd',
        label: 'Diagnostics',
        words: 'settings configuration environment versions rights rbac bug report bundle',
      },
      {
        href: '/settings/messages',
        key: 'e',
        label: 'Messages',
        words: 'settings telling people slack webhooks notify notifications alerts test',
      },
      { href: '/settings/scenarios', key: 's', label: 'Scenarios', embeddedOnly: true },
    ],
  },
] as const;

type Place = (typeof PLACES)[number];
export type PlaceLabel = Place['label'];
type Page = Place['pages'][number];
export type PageHref = Page['href'];

const PAGES: readonly Page[] = PLACES.flatMap(({ pages }) => [...pages]);

/** The letter that leads to a page after `g`. */
export const PAGE_KEYS = Object.fromEntries(PAGES.map(({ href, key }) => [href, key])) as Record<
  PageHref,
  string
>;

/** What a page is called among all pages: tabs need not say of what they are. */
export interface NamedPage {
  readonly href: PageHref;
  readonly label: string;
  readonly of?: string;
}

export function nameOfPage({ label, of }: Pick<NamedPage, 'label' | 'of'>): string {
  return of === undefined ? label : `${label} ${of}`;
}

/** A place as a person sees it. */
export interface OpenPlace {
  readonly label: PlaceLabel;
  /** The filters that links between its pages keep. */
  readonly keeps: readonly string[];
  /** At least one. */
  readonly pages: readonly Page[];
}

/** The places for a cluster and a person: some pages exist only for the embedded one or in a hub, and some take rights. */
export function placesFor({
  embedded,
  isHub = false,
  isHubAlone = false,
  closedPages = [],
}: {
  embedded: boolean;
  isHub?: boolean | undefined;
  isHubAlone?: boolean | undefined;
  closedPages?: readonly string[];
}): readonly OpenPlace[] {
  return PLACES.map(({ label, pages, ...place }) => ({
    label,
    keeps: 'keeps' in place ? place.keeps : [],
    pages: (pages as readonly Page[]).filter(
      (page) =>
        (embedded || !('embeddedOnly' in page)) &&
        (isHub || !('hubOnly' in page)) &&
        (!isHubAlone || 'hubOnly' in page) &&
        !closedPages.includes(page.href),
    ),
  })).filter(({ pages }) => pages.length > 0);
}

/** The pages of single things, by the first part of their address, with the list that has them. */
const PAGES_OF_THINGS: Readonly<Record<string, PageHref>> = {
  workloads: '/workloads',
  namespaces: '/workloads?by=namespace',
  hpas: '/workloads?hpa=any&vpa=all',
  approvals: '/changes/approvals',
  nodes: '/savings/nodes',
  rules: '/rules',
  replay: '/replay',
};

const HREFS: readonly string[] = PAGES.map(({ href }) => href);

function isPage(pathname: string): pathname is PageHref {
  return HREFS.includes(pathname);
}

/** Which page a path belongs to: a workload's page belongs to Workloads. */
export function activePage(pathname: string): PageHref | undefined {
  if (isPage(pathname)) return pathname;
  const [, first = '', name] = pathname.split('/');
  if (pathname.startsWith('/clusters/rules/')) return '/clusters/rules';
  return name && Object.hasOwn(PAGES_OF_THINGS, first) ? PAGES_OF_THINGS[first] : undefined;
}

/** Which of some pages an address shows: of those on its path, the one of which it has most parameters. */
export function pageShown(
  pages: readonly Page[],
  pathname: string,
  query: { get(name: string): string | null },
): PageHref | undefined {
  let shown: { href: PageHref; params: number } | undefined;
  for (const { href } of pages) {
    const [path, asked] = href.split('?');
    const params = [...new URLSearchParams(asked)];
    const isShown = path === pathname && params.every(([name, value]) => query.get(name) === value);
    if (isShown && params.length >= (shown?.params ?? 0)) shown = { href, params: params.length };
  }
  return shown?.href;
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

/** The address of a rule's page. */
export function ruleHref(name: string): string {
  return `/rules/${encodeURIComponent(name)}`;
}

/** The address of a rule's page over all clusters of a hub, or those with a label. @param base whose version others are compared with */
export function ruleAcrossHref(name: string, label = '', base = ''): string {
  const query = new URLSearchParams({ ...(base && { base }), ...(label && { label }) });
  return `/clusters/rules/${encodeURIComponent(name)}${query.size > 0 ? `?${query}` : ''}`;
}

/** The address of a node's page. */
export function nodeHref(name: string): string {
  return `/nodes/${encodeURIComponent(name)}`;
}

/** The address of the audit log of one VPA, of all kinds of entries unless some are named. */
export function auditHref(namespace: string, name: string, kind?: string): string {
  return `/changes/audit?${new URLSearchParams({ namespace, vpa: name, ...(kind && { kind }) })}`;
}
