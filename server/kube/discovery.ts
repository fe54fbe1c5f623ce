import { LRUCache } from 'lru-cache';
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
  private readonly known = new LRUCache<string, Map<string, ServedKind>>({ max: MAX_GROUP_VERSIONS });
  private readonly asking = new Map<string, Promise<Map<string, ServedKind>>>();
  private readonly groups = new LRUCache<'all', Promise<ReadonlySet<string> | undefined>>({
    max: 1,
    ttl: UNSERVED_FOR_MS,
  });

  constructor(private readonly requests: LookupRequests) {}

  /** Undefined if the server does not serve this kind. @throws KubeError if it does not answer */
  async find(apiVersion: string, kind: string): Promise<ServedKind | undefined> {
    const known = this.known.get(apiVersion);
    if (known) return known.get(kind);
    if (!(await this.mayBeServed(apiVersion))) return undefined;
    let asking = this.asking.get(apiVersion);
    if (!asking) {
      asking = this.ask(apiVersion).finally(() => this.asking.delete(apiVersion));
      this.asking.set(apiVersion, asking);
    }
    return (await asking).get(kind);
  }

  private async mayBeServed(apiVersion: string): Promise<boolean> {
    if (!apiVersion.includes('/')) return apiVersion === 'v1';
    let groups = this.groups.get('all');
    if (!groups) {
      groups = this.servedGroups();
      this.groups.set('all', groups);
    }
    return (await groups)?.has(apiVersion) ?? true;
  }

  /** Undefined if the server does not say. */
  private async servedGroups(): Promise<ReadonlySet<string> | undefined> {
    try {
      const { groups } = await this.requests.get<GroupList>('/apis', '');
      return groups && new Set(groups.flatMap(({ versions }) => versions.map((one) => one.groupVersion)));
    } catch (thrown) {
      if (isKubeError(thrown, 'forbidden', 'not-found')) return undefined;
      this.groups.delete('all');
      throw thrown;
    }
  }

  private async ask(apiVersion: string): Promise<Map<string, ServedKind>> {
    try {
      const path = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
      const kinds = kindsOf(apiVersion, await this.requests.get<ResourceList>(path, ''));
      this.known.set(apiVersion, kinds, { ttl: KNOWN_FOR_MS });
      return kinds;
    } catch (thrown) {
      if (!isKubeError(thrown, 'not-found')) throw thrown;
      const none = new Map<string, ServedKind>();
      this.known.set(apiVersion, none, { ttl: UNSERVED_FOR_MS });
      return none;
    }
  }
}
