import { describe, expect, it } from 'vitest';
import { currentTrace, standing, tracedPlace } from './trace';

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const NEW = /^[\da-f]{32}$/;

describe('a request', () => {
  it.each([
    ['the span of its traceparent', { traceparent: PARENT }, { trace: TRACE, span: '00f067aa0ba902b7' }],
    [
      'that before the request id',
      { traceparent: PARENT, 'x-request-id': 'abc-12345' },
      { trace: TRACE, span: '00f067aa0ba902b7' },
    ],
    [
      'the trace alone beside a span of zeros',
      { traceparent: `00-${TRACE}-${'0'.repeat(16)}-01` },
      { trace: TRACE },
    ],
    ['the id of a proxy', { 'x-request-id': 'abc-12345' }, { trace: 'abc-12345' }],
  ])('stands in %s', (_case, headers, place) => {
    expect(tracedPlace(new Headers(headers as Record<string, string>))).toEqual(place);
  });

  it.each([
    ['nothing', {}],
    ['a traceparent of zeros', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }],
    ['half a traceparent', { traceparent: PARENT.slice(0, 30) }],
    ['an id with markup', { 'x-request-id': '<script>alert(1)</script>' }],
    ['an id without end', { 'x-request-id': 'a'.repeat(65) }],
  ])('gets a new trace for %s', (_case, headers) => {
    const { trace } = tracedPlace(new Headers(headers as Record<string, string>));
    expect(trace).toMatch(NEW);
    expect(tracedPlace(new Headers(headers as Record<string, string>)).trace).not.toBe(trace);
  });

  it('gives its trace to all that the work begins, and to nothing else', async () => {
    const seen = await standing({ trace: 'abc-12345' }, async () => {
      await Promise.resolve();
      return currentTrace();
    });
    expect([seen, currentTrace()]).toEqual(['abc-12345', undefined]);
  });
});
