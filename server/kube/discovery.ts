import { MadeOnce } from '../lib/memo/made-once';
import type { KubeResource } from '../objects/resources';
import { isKubeError } from './errors';
import type { LookupRequests } from './lookup-requests';

/** A kind as the API server offers it. */
export interface ServedKind {
  resource: KubeResource;
  scalable: boolean;
}

interface GroupList {
  groups?: { versions: { groupVersion: string }[] }[];
}

interface ResourceList {
  resources: { name: string; kind: string; namespaced: boolean }[];
}

const KNOWN_FOR_MS = 600_000;
/** A kind that is not served now may be installed at any time. */
const UNSERVED_FOR_MS = 30_000;
const MAX_GROUP_VERSIONS = 200;

function kindsOf(apiVersion: string, { resources }: ResourceList): Map<string, ServedKind> {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const scalable = new Set(resources.map(({ name }) => name).filter((name) => name.endsWith('/scale')));
  return new Map(
    resources
      .filter(({ name }) => !name.includes('/'))
      .map(({ name, kind, namespaced }) => [
        kind,
        {
          resource: { group, version, plural: name, kind, namespaced },
          scalable: scalable.has(`${name}/scale`),
        },
      ]),
  );
}

/**
 * Which kinds the API server serves; asked once per group and version and kept for a while. Groups that are not
 * served cost one request all together, however many of them owner references name.
 */
export class Discovery {
  private readonly kinds = new MadeOnce<{ key: string }, Map<string, ServedKind>>({
    make: ({ key }) => this.ask(key),
    most: MAX_GROUP_VERSIONS,
    forMs: ({ size }) => (size > 0 ? KNOWN_FOR_MS : UNSERVED_FOR_MS),
  });
  private readonly groups = new MadeOnce<{ key: 'all' }, { served: ReadonlySet<string> | undefined }>({
    make: async () => ({ served: await this.servedGroups() }),
    forMs: UNSERVED_FOR_MS,
  });

  constructor(private readonly requests: LookupRequests) {}

  /** Undefined if the server does not serve this kind. @throws KubeError if it does not answer */
  async find(apiVersion: string, kind: string): Promise<ServedKind | undefined> {
    const known = this.kinds.known(apiVersion);
    if (known) return known.get(kind);
    if (!(await this.mayBeServed(apiVersion))) return undefined;
    return (await this.kinds.of({ key: apiVersion })).get(kind);
  }

  private async mayBeServed(apiVersion: string): Promise<boolean> {
    if (!apiVersion.includes('/')) return apiVersion === 'v1';
    const { served } = await this.groups.of({ key: 'all' });
    return served?.has(apiVersion) ?? true;
  }

  /** Undefined if the server does not say. */
  private async servedGroups(): Promise<ReadonlySet<string> | undefined> {
    try {
      const { groups } = await this.requests.get<GroupList>('/apis', '');
      return groups && new Set(groups.flatMap(({ versions }) => versions.map((one) => one.groupVersion)));
    } catch (thrown) {
      if (isKubeError(thrown, 'forbidden', 'not-found')) return undefined;
      throw thrown;
    }
  }

  /** None if the server does not serve it. */
  private async ask(apiVersion: string): Promise<Map<string, ServedKind>> {
    try {
      const path = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
      return kindsOf(apiVersion, await this.requests.get<ResourceList>(path, ''));
    } catch (thrown) {
      if (isKubeError(thrown, 'not-found')) return new Map();
      throw thrown;
    }
  }
}
