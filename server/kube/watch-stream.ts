import type { Clock } from '../lib/time/clock';
import { jsonFrom } from '../objects/json-object';
import type { KubeObject } from '../objects/types';
import type { KubeClient, Query, RequestOptions } from './client';
import { isStatusBody, statusError } from './failures';

export interface WatchEvent<T> {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  object: T;
}

export interface WatchLimits {
  /** How long the watch is asked to last; then the server ends it. */
  watchSeconds: number;
  /** A watch that is silent this long, without even a bookmark, counts as dead. */
  inactivityMs: number;
}

const END_OF_INITIAL_EVENTS = 'k8s.io/initial-events-end';

/** Whether an event is the bookmark that ends the current objects. */
export function endsInitialEvents({ type, object }: WatchEvent<KubeObject>): boolean {
  return type === 'BOOKMARK' && object.metadata.annotations?.[END_OF_INITIAL_EVENTS] === 'true';
}

const EVENT_TYPES = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK']);

function parseEvent<T extends KubeObject>(path: string, line: string): WatchEvent<T> {
  let event: unknown;
  try {
    event = jsonFrom(line);
  } catch (cause) {
    throw new Error(`watch of ${path}: a line is not JSON: ${line.slice(0, 80)}`, { cause });
  }
  if (typeof event !== 'object' || event === null || !('type' in event) || !('object' in event))
    throw new Error(`watch of ${path}: a line is not an event: ${line.slice(0, 80)}`);
  if (event.type === 'ERROR' && isStatusBody(event.object))
    throw statusError(`watch of ${path}`, event.object);
  if (!EVENT_TYPES.has(String(event.type)))
    throw new Error(`watch of ${path}: event of type "${String(event.type)}"`);
  return event as WatchEvent<T>;
}

/** Spread at random, so that watches opened together do not end together. */
function lastingSeconds({ watchSeconds }: WatchLimits): number {
  return Math.round(watchSeconds * (1 + Math.random()));
}

/** A watch that the server did not mean to end: the connection broke or fell silent. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';

  constructor(
    message: string,
    /** Whether it fell silent, rather than broke. */
    readonly fellSilent: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const NEWLINE = 0x0a;

/**
 * The non-empty lines of a byte stream, without line ends; a last line without an end is dropped, since it is
 * cut off.
 */
async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pending: Uint8Array[] = [];
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const tail = chunk.subarray(start, end);
      const bytes = pending.length === 0 ? tail : Buffer.concat([...pending, tail]);
      pending = [];
      start = end + 1;
      if (bytes.length > 0) yield decoder.decode(bytes);
    }
    if (start < chunk.length) pending.push(chunk.subarray(start));
  }
}

/**
 * Opens a watch; the promise settles once the server accepted or refused it (then a `KubeError`). The events
 * end when the server ends the watch or `signal` aborts. They throw `ConnectionLost`, a `KubeError` at an
 * ERROR event (kind `gone` if the history is too old), or an `Error` at a line that is no event.
 */
export async function openWatch<T extends KubeObject>(
  client: KubeClient,
  path: string,
  { query, priority, accept }: { query: Query } & Pick<RequestOptions, 'priority' | 'accept'>,
  limits: WatchLimits,
  clock: Clock,
  signal: AbortSignal,
): Promise<AsyncGenerator<WatchEvent<T>>> {
  signal.throwIfAborted();
  const abort = new AbortController();
  const forward = () => abort.abort(signal.reason);
  signal.addEventListener('abort', forward, { once: true });
  let heardAtMs = clock.steady();
  let fellSilent = false;
  let cancelTimer = () => {};
  const end = () => {
    cancelTimer();
    signal.removeEventListener('abort', forward);
    abort.abort();
  };
  // No `deadline`, which is set anew with every event: events are many, so one timer looks when the last came.
  const listen = (waitMs: number) => {
    cancelTimer = clock.after(waitMs, () => {
      const silentMs = clock.steady() - heardAtMs;
      if (silentMs >= limits.inactivityMs) {
        fellSilent = true;
        abort.abort();
      } else listen(limits.inactivityMs - silentMs);
    });
  };

  async function* heard(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of stream) {
        heardAtMs = clock.steady();
        yield chunk;
      }
    } catch (cause) {
      if (!signal.aborted)
        throw new ConnectionLost(`watch of ${path}: the connection was lost`, fellSilent, { cause });
    }
  }

  async function* events(stream: AsyncIterable<Uint8Array>): AsyncGenerator<WatchEvent<T>> {
    try {
      for await (const line of linesOf(heard(stream))) yield parseEvent<T>(path, line);
    } finally {
      end();
    }
  }

  try {
    const stream = await client.stream(path, {
      query: { ...query, watch: true, allowWatchBookmarks: true, timeoutSeconds: lastingSeconds(limits) },
      signal: abort.signal,
      priority,
      accept,
    });
    heardAtMs = clock.steady();
    listen(limits.inactivityMs);
    return events(stream);
  } catch (thrown) {
    end();
    throw thrown;
  }
}
