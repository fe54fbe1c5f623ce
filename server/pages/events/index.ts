import type { EventRow, EventsAnswer } from '../../contract/events';
import type { Runtime } from '../../host/runtime';
import { isKubeError, type KubeClient } from '../../kube/client';
import { MadeOnce } from '../../lib/memo/made-once';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import type { KubeEvent, KubeList } from '../../objects/types';
import { isAboutWorkload } from './about-workload';

/** The newest that are shown. */
const MOST_SHOWN = 20;

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

/** Longer messages are cut: lists show them whole. */
const LONGEST = 500;

/** An event as lists show it; undefined for one that names no object or no time. */
function eventRow(event: KubeEvent): EventRow | undefined {
  const { metadata, involvedObject, reason = '', message = '', count, reportingComponent, source } = event;
  const atMs = Date.parse(event.lastTimestamp ?? event.eventTime ?? metadata.creationTimestamp ?? '');
  const { kind, name } = involvedObject ?? {};
  if (!kind || !name || Number.isNaN(atMs)) return undefined;
  return {
    id: metadata.uid ?? metadata.name,
    atMs,
    about: { kind, name },
    isWarning: event.type === 'Warning',
    reason: String(reason),
    message: String(message).slice(0, LONGEST),
    count: typeof count === 'number' && count > 0 ? count : 1,
    from: reportingComponent || source?.component || '',
  };
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

/**
 * The events of namespaces, read when somebody looks, and again after ten seconds at the earliest. They are not
 * watched: a cluster has many, and few are ever looked at.
 */
const clusters = new WeakMap<object, MadeOnce<{ key: string }, Read | { error: unknown }>>();

/** What Kubernetes reports of a workload. @throws AppError `not-found`, `not-ready` */
export async function workloadEvents(
  running: Pick<Runtime, 'cluster' | 'workload'>,
  namespace: string,
  name: string,
): Promise<EventsAnswer> {
  const { target, podList } = running.workload(namespace, name);
  const client = running.cluster?.client;
  if (!client) return { kind: 'unreachable', message: 'The cluster is not connected yet.' };
  const known =
    clusters.get(client) ??
    new MadeOnce({
      // A refusal counts as long as an answer does.
      make: ({ key }: { key: string }) => read(client, key).catch((error: unknown) => ({ error })),
      most: MOST_NAMESPACES,
      forMs: KEPT_MS,
    });
  clusters.set(client, known);
  try {
    const answer = await known.of({ key: namespace });
    if ('error' in answer) throw answer.error;
    const { rows, isCut } = answer;
    const events = rows
      .filter(isAboutWorkload({ name, target, pods: podList.map((pod) => pod.name) }))
      .sort((a, b) => b.atMs - a.atMs)
      .slice(0, MOST_SHOWN);
    return { kind: 'known', events, isCut };
  } catch (error) {
    if (!isKubeError(error)) throw error;
    return error.kind === 'forbidden'
      ? { kind: 'forbidden' }
      : { kind: 'unreachable', message: error.message };
  }
}
