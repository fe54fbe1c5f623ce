import type { Catalog } from '@/sandbox/api/kinds/catalog';
import {
  groupVersionOf,
  type Kind,
  type SubresourceInfo,
  storageVersionHash,
} from '@/sandbox/api/kinds/kind';

/** Resources that are computed on request and never stored. */
const REVIEW_RESOURCES: {
  group: string;
  version: string;
  plural: string;
  kind: string;
  namespaced: boolean;
}[] = [
  { group: '', version: 'v1', plural: 'bindings', kind: 'Binding', namespaced: true },
  {
    group: 'authentication.k8s.io',
    version: 'v1',
    plural: 'selfsubjectreviews',
    kind: 'SelfSubjectReview',
    namespaced: false,
  },
  {
    group: 'authentication.k8s.io',
    version: 'v1',
    plural: 'tokenreviews',
    kind: 'TokenReview',
    namespaced: false,
  },
  {
    group: 'authorization.k8s.io',
    version: 'v1',
    plural: 'selfsubjectaccessreviews',
    kind: 'SelfSubjectAccessReview',
    namespaced: false,
  },
  {
    group: 'authorization.k8s.io',
    version: 'v1',
    plural: 'subjectaccessreviews',
    kind: 'SubjectAccessReview',
    namespaced: false,
  },
];

/** The order in which custom resources list their verbs differs from that of built-in kinds. */
const CUSTOM_VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];

interface GroupVersion {
  group: string;
  version: string;
}

/** Groups in the order they are listed, each with its versions, preferred first. */
function groupsOf(catalog: Catalog): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  const add = ({ group, version }: GroupVersion) => {
    const versions = groups.get(group) ?? [];
    if (!versions.includes(version)) versions.push(version);
    groups.set(group, versions);
  };
  for (const kind of catalog.all()) {
    for (const version of catalog.versionsOf(kind)) add({ group: kind.group, version });
  }
  for (const review of REVIEW_RESOURCES) add(review);
  groups.delete('');
  return groups;
}

export function apiVersions(address: string) {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: address }],
  };
}

export function apiGroupList(catalog: Catalog) {
  const groups = [...groupsOf(catalog)].map(([name, versions]) => apiGroup(name, versions));
  return { kind: 'APIGroupList', apiVersion: 'v1', groups };
}

function apiGroup(name: string, versions: string[]) {
  const entries = versions.map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions: entries, preferredVersion: entries[0] };
}

export function apiGroupOf(catalog: Catalog, name: string) {
  const versions = groupsOf(catalog).get(name);
  return versions ? { kind: 'APIGroup', apiVersion: 'v1', ...apiGroup(name, versions) } : undefined;
}

/** The resources of a group version; undefined if it is not served. */
export function apiResourceList(catalog: Catalog, group: string, version: string) {
  const kinds = kindsOf(catalog, group, version);
  const reviews = REVIEW_RESOURCES.filter((each) => each.group === group && each.version === version);
  if (kinds.length === 0 && reviews.length === 0) return undefined;
  const resources = [
    ...kinds.flatMap((kind) => [
      resourceEntry(kind),
      ...kind.subresources.map((each) => subresourceEntry(kind, each)),
    ]),
    ...reviews.map((each) => ({
      name: each.plural,
      singularName: '',
      namespaced: each.namespaced,
      kind: each.kind,
      verbs: ['create'],
    })),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    kind: 'APIResourceList',
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: groupVersionOf({ group, version }),
    resources,
  };
}

function kindsOf(catalog: Catalog, group: string, version: string): Kind[] {
  return [...catalog.all()].filter(
    (kind) => kind.group === group && catalog.versionsOf(kind).includes(version),
  );
}

function resourceEntry(kind: Kind) {
  return {
    name: kind.plural,
    singularName: kind.custom ? kind.singular : '',
    namespaced: kind.namespaced,
    kind: kind.kind,
    verbs: kind.custom ? CUSTOM_VERBS : kind.verbs,
    ...(kind.shortNames?.length ? { shortNames: kind.shortNames } : {}),
    ...(kind.categories?.length ? { categories: kind.categories } : {}),
    ...(kind.virtual ? {} : { storageVersionHash: storageVersionHash(kind) }),
  };
}

function subresourceEntry(kind: Kind, subresource: SubresourceInfo) {
  const { name, group, version, verbs } = subresource;
  return {
    name: `${kind.plural}/${name}`,
    singularName: '',
    namespaced: kind.namespaced,
    ...(group ? { group, version } : {}),
    kind: subresource.kind,
    verbs,
  };
}

/** Everything under `/api` (or `/apis`) in one answer, as clients since 1.26 request it. */
export function aggregatedDiscovery(catalog: Catalog, core: boolean, apiVersion: string) {
  const groups: [string, string[]][] = core ? [['', ['v1']]] : [...groupsOf(catalog)];
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion,
    metadata: {},
    items: groups.map(([name, versions]) => ({
      metadata: { ...(name ? { name } : {}), creationTimestamp: null },
      versions: versions.map((version) => ({
        version,
        freshness: 'Current',
        resources: [
          ...kindsOf(catalog, name, version).map((kind) => aggregatedEntry(kind, version)),
          ...REVIEW_RESOURCES.filter((each) => each.group === name && each.version === version).map(
            (each) => ({
              resource: each.plural,
              responseKind: { group: name, version, kind: each.kind },
              scope: each.namespaced ? 'Namespaced' : 'Cluster',
              singularResource: each.kind.toLowerCase(),
              verbs: ['create'],
            }),
          ),
        ],
      })),
    })),
  };
}

function aggregatedEntry(kind: Kind, version: string) {
  return {
    resource: kind.plural,
    responseKind: { group: kind.group, version, kind: kind.kind },
    scope: kind.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: kind.singular,
    verbs: kind.verbs,
    ...(kind.shortNames?.length ? { shortNames: kind.shortNames } : {}),
    ...(kind.categories?.length ? { categories: kind.categories } : {}),
    ...(kind.subresources.length > 0
      ? {
          subresources: kind.subresources.map((each) => ({
            subresource: each.name,
            responseKind: {
              group: each.group ?? kind.group,
              version: each.version ?? version,
              kind: each.kind,
            },
            verbs: each.verbs,
          })),
        }
      : {}),
  };
}
