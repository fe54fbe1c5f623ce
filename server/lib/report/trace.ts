import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** Where work stands: the trace it belongs to, the span it is done in, and whether a person waits for it. */
export interface Here {
  readonly trace: string;
  /** 16 hex digits; absent outside of every span. */
  readonly span?: string;
  readonly isAwaited?: boolean;
}

/** Pages, JSON handlers and the runtime are bundled apart; they meet under this key. */
const KEY = Symbol.for('plumbline.trace');
const shared = globalThis as { [KEY]?: AsyncLocalStorage<Here | undefined> };

/** The header of an answer that names the trace of its request. */
export const TRACE_HEADER = 'x-trace-id';

const TRACE_PARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/;
const ALL_ZERO = /^0+$/;
/** What proxies send; anything else is not repeated in logs and records. */
const REQUEST_ID = /^[\w.:-]{8,64}$/;

function storage(): AsyncLocalStorage<Here | undefined> {
  shared[KEY] ??= new AsyncLocalStorage();
  return shared[KEY];
}

/** Where the present work stands; undefined outside of every trace. */
export function here(): Here | undefined {
  return shared[KEY]?.getStore();
}

/** The trace of the request or pass that is worked on; undefined outside of one. */
export function currentTrace(): string | undefined {
  return here()?.trace;
}

/** Does `work`, and all that it begins, under a trace; undefined for none. */
export function standing<T>(place: Here | undefined, work: () => T): T {
  return storage().run(place, work);
}

/** A trace of its own: 32 hex digits, as W3C Trace Context writes them. */
export function newTrace(): string {
  return randomBytes(16).toString('hex');
}

/**
 * Where the work on a request stands: in the trace and span of its `traceparent` (W3C), else in the trace of
 * its `x-request-id`, else in a new one.
 */
export function tracedPlace(headers: Pick<Headers, 'get'>): Here {
  const [, trace, span] = TRACE_PARENT.exec(headers.get('traceparent')?.trim().toLowerCase() ?? '') ?? [];
  if (trace && span && !ALL_ZERO.test(trace)) return ALL_ZERO.test(span) ? { trace } : { trace, span };
  const id = headers.get('x-request-id')?.trim() ?? '';
  return { trace: REQUEST_ID.test(id) ? id : newTrace() };
}
