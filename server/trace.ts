import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** Pages, JSON handlers and the runtime are bundled apart; they meet under this key. */
const KEY = Symbol.for('plumbline.trace');
const shared = globalThis as { [KEY]?: AsyncLocalStorage<string> };

/** The header of an answer that names the trace of its request. */
export const TRACE_HEADER = 'x-trace-id';

const TRACE_PARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;
const NO_TRACE = /^0+$/;
/** What proxies send; anything else is not repeated in logs and records. */
const REQUEST_ID = /^[\w.:-]{8,64}$/;

function storage(): AsyncLocalStorage<string> {
  shared[KEY] ??= new AsyncLocalStorage();
  return shared[KEY];
}

/** The trace of the request that is worked on; undefined outside of one. */
export function currentTrace(): string | undefined {
  return shared[KEY]?.getStore();
}

/** Does `work`, and all that it begins, under a trace. */
export function inTrace<T>(trace: string, work: () => T): T {
  return storage().run(trace, work);
}

/** The trace of a request: that of its `traceparent` (W3C), else its `x-request-id`, else a new one. */
export function traceOf(headers: Pick<Headers, 'get'>): string {
  const parent = TRACE_PARENT.exec(headers.get('traceparent')?.trim().toLowerCase() ?? '')?.[1];
  if (parent && !NO_TRACE.test(parent)) return parent;
  const id = headers.get('x-request-id')?.trim() ?? '';
  return REQUEST_ID.test(id) ? id : randomBytes(16).toString('hex');
}
