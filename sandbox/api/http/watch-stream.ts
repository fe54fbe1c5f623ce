import type { ServerResponse } from 'node:http';
import { ApiError } from '@/sandbox/api/api-error';
import { isTrue } from '@/sandbox/api/http/request-info';
import { serialized } from '@/sandbox/api/http/serialize';
import { groupVersionOf, type Kind } from '@/sandbox/api/kinds/kind';
import type { LoggedEvent, Storage } from '@/sandbox/api/storage/storage';
import type { Clock } from '@/server/lib/time/clock';
import type { KubeObject } from '@/server/objects/types';

const BOOKMARK_INTERVAL_MS = 60_000;
const DEFAULT_TIMEOUT_S = 1800;
/** A watcher this far behind is disconnected, so that the others need not wait for it. */
const MAX_BACKLOG_BYTES = 16 * 1024 * 1024;

type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED';

interface WatchRequest {
  kind: Kind;
  resource: string;
  version: string;
  namespace: string | undefined;
  query: URLSearchParams;
  filter: ((object: KubeObject) => boolean) | undefined;
  /** How an object is encoded; undefined for plain JSON, which is made once for all watchers. */
  render: ((object: KubeObject) => string) | undefined;
}

/** The last line made: all watchers get one change before the next. */
let last: { event: LoggedEvent; line: string } | undefined;

function plainLine(event: LoggedEvent): string {
  if (last?.event !== event)
    last = { event, line: `{"type":"${event.type}","object":${serialized(event.object)}}\n` };
  return last.line;
}

/**
 * Streams the requested changes until it ends, times out, falls behind, its kind is removed or `closing`
 * aborts.
 */
export function streamWatch(
  storage: Storage,
  wallClock: Clock,
  response: ServerResponse,
  request: WatchRequest,
  closing: AbortSignal,
): void {
  const { kind, resource, namespace, query, filter, render } = request;
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache, private' });
  response.flushHeaders();
  const revision = Number(query.get('resourceVersion') ?? 0) || 0;
  const wantsBookmarks = isTrue(query.get('allowWatchBookmarks'));
  const sendInitial = isTrue(query.get('sendInitialEvents')) || revision === 0;

  let lastRevision = storage.revision;
  const inScope = (object: KubeObject) =>
    (namespace === undefined || object.metadata.namespace === namespace) && (!filter || filter(object));
  // What it asks for at the start does not count as being behind.
  let mostBytes = Number.POSITIVE_INFINITY;
  const write = (line: string) => {
    response.write(line);
    if (response.writableLength > mostBytes) stop();
  };
  const emit = (type: WatchEventType, object: KubeObject) =>
    write(`{"type":"${type}","object":${render ? render(object) : serialized(object)}}\n`);

  const tell = (event: LoggedEvent) => {
    if (event.revision <= revision) return;
    lastRevision = event.revision;
    const type = visibleType(event, inScope);
    if (type === undefined) return;
    if (type === event.type && !render) write(plainLine(event));
    else emit(type, type === event.type ? event.object : leavingObject(event, type));
  };

  if (sendInitial) {
    for (const object of storage.store(resource).list(namespace)) if (inScope(object)) emit('ADDED', object);
    if (isTrue(query.get('sendInitialEvents')) && wantsBookmarks) {
      write(bookmark(kind, request.version, lastRevision, { 'k8s.io/initial-events-end': 'true' }));
    }
  } else {
    const missed = storage.eventLog(resource).since(revision);
    if (!missed) {
      const { body } = new ApiError(
        410,
        'Expired',
        `too old resource version: ${revision} (${storage.eventLog(resource).forgottenRevision})`,
      );
      response.end(`${JSON.stringify({ type: 'ERROR', object: body })}\n`);
      return;
    }
    for (const event of missed) tell(event);
  }

  mostBytes = response.writableLength + MAX_BACKLOG_BYTES;
  const unsubscribe = storage.subscribe(resource, tell, stop);
  const timeoutMs = (Number(query.get('timeoutSeconds')) || DEFAULT_TIMEOUT_S) * 1000;
  const cancelTimeout = wallClock.after(timeoutMs, () => stop());
  let cancelBookmark = wantsBookmarks
    ? wallClock.after(BOOKMARK_INTERVAL_MS, remindOfProgress)
    : () => undefined;

  function remindOfProgress(): void {
    write(bookmark(kind, request.version, Math.max(storage.revision, revision), undefined));
    cancelBookmark = wallClock.after(BOOKMARK_INTERVAL_MS, remindOfProgress);
  }
  function stop(): void {
    unsubscribe();
    cancelTimeout();
    cancelBookmark();
    closing.removeEventListener('abort', stop);
    if (response.writableLength > mostBytes) response.destroy();
    else response.end();
  }
  closing.addEventListener('abort', stop);
  response.on('close', stop);
}

/** A change as seen by a watcher that sees only what is `inScope`. */
function visibleType(
  event: LoggedEvent,
  inScope: (object: KubeObject) => boolean,
): WatchEventType | undefined {
  const isNow = inScope(event.object);
  switch (event.type) {
    case 'ADDED':
    case 'DELETED':
      return isNow ? event.type : undefined;
    case 'MODIFIED': {
      const was = event.old !== undefined && inScope(event.old);
      if (isNow) return was ? 'MODIFIED' : 'ADDED';
      return was ? 'DELETED' : undefined;
    }
  }
}

/** An object that left the scope is shown as it was, at the revision at which it left. */
function leavingObject(event: LoggedEvent, type: WatchEventType): KubeObject {
  if (type !== 'DELETED' || !event.old) return event.object;
  return { ...event.old, metadata: { ...event.old.metadata, resourceVersion: String(event.revision) } };
}

function bookmark(
  kind: Kind,
  version: string,
  revision: number,
  annotations: Record<string, string> | undefined,
): string {
  const object = {
    kind: kind.kind,
    apiVersion: groupVersionOf({ group: kind.group, version }),
    metadata: {
      resourceVersion: String(revision),
      creationTimestamp: null,
      ...(annotations ? { annotations } : {}),
    },
  };
  return `${JSON.stringify({ type: 'BOOKMARK', object })}\n`;
}
