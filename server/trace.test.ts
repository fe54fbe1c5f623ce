import { describe, expect, it } from 'vitest';
import { currentTrace, inTrace, traceOf } from './trace';

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const NEW = /^[\da-f]{32}$/;

describe('the trace of a request', () => {
  it.each([
    ['its traceparent', { traceparent: PARENT }, '4bf92f3577b34da6a3ce929d0e0e4736'],
    [
      'that before the request id',
      { traceparent: PARENT, 'x-request-id': 'abc-12345' },
      '4bf92f3577b34da6a3ce929d0e0e4736',
    ],
    ['the id of a proxy', { 'x-request-id': 'abc-12345' }, 'abc-12345'],
  ])('is %s', (_case, headers, trace) => {
    expect(traceOf(new Headers(headers))).toBe(trace);
  });

  it.each([
    ['nothing', {}],
    ['a traceparent of zeros', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }],
    ['half a traceparent', { traceparent: PARENT.slice(0, 30) }],
    ['an id with markup', { 'x-request-id': '<script>alert(1)</script>' }],
    ['an id without end', { 'x-request-id': 'a'.repeat(65) }],
  ])('is a new one for %s', (_case, headers) => {
    const trace = traceOf(new Headers(headers as Record<string, string>));
    expect(trace).toMatch(NEW);
    expect(traceOf(new Headers(headers as Record<string, string>))).not.toBe(trace);
  });

  it('is known to all that the work begins, and to nothing else', async () => {
    const seen = await inTrace('abc-12345', async () => {
      await Promise.resolve();
      return currentTrace();
    });
    expect([seen, currentTrace()]).toEqual(['abc-12345', undefined]);
  });
});
