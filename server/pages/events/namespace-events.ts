import { LRUCache } from 'lru-cache';
import type { EventRow } from '../../contract/events';
import type { KubeClient } from '../../kube/client';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import type { KubeEvent, KubeList } from '../../objects/types';
import { eventRow } from './event-row';

/** What was read of the events of one namespace. */
interface Read {
  readonly rows: readonly EventRow[];
  readonly isCut: boolean;
}

const PAGE = 500;
/** A namespace may have very many events, most of them repeated by one broken pod. */
const MOST_PAGES = 4;
const MOST_NAMESPACES = 16;
/** Somebody waits for them. */
const TIMEOUT_MS = 2_000;
const KEPT_MS = 10_000;

/**
 * The events of namespaces, read when somebody looks, and again after ten seconds at the earliest. They are not
 * watched: a cluster has many, and few are ever looked at.
 */
export class NamespaceEvents {
  private readonly known = new LRUCache<string, Promise<Read>>({ max: MOST_NAMESPACES, ttl: KEPT_MS });

  /** @throws KubeError */
  of(client: Pick<KubeClient, 'request'>, namespace: string): Promise<Read> {
    const known = this.known.get(namespace);
    if (known) return known;
    const reading = read(client, namespace);
    this.known.set(namespace, reading);
    return reading;
  }
}

async function read(client: Pick<KubeClient, 'request'>, namespace: string): Promise<Read> {
  const path = pathOf(API_RESOURCES.events, namespace);
  const rows: EventRow[] = [];
  let next: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = { limit: PAGE, continue: next };
    const { items, metadata } = await client.request<KubeList<KubeEvent>>('GET', path, {
      query,
      timeoutMs: TIMEOUT_MS,
    });
    rows.push(...items.flatMap((event) => eventRow(event) ?? []));
    next = metadata.continue || undefined;
    if (!next) return { rows, isCut: false };
  }
  return { rows, isCut: true };
}
