import { createHash } from 'node:crypto';

const TRACE_ID = /^[\da-f]{32}$/;

/** A trace as OpenTelemetry names it: 32 hex digits. The id that a proxy gave a request is hashed. */
export function traceIdOf(trace: string): string {
  return TRACE_ID.test(trace) ? trace : createHash('sha256').update(trace).digest('hex').slice(0, 32);
}
