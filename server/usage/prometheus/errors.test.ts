import { describe, expect, it } from 'vitest';
import { type PrometheusError, refusalOf, transportErrorOf } from './errors';

const json = (errorType: string, error: string) => JSON.stringify({ status: 'error', errorType, error });

describe('a refusal', () => {
  it.each<[string, number, string, PrometheusError['kind']]>([
    [
      'too many samples in Prometheus',
      422,
      json('execution', 'query processing would load too many samples into memory in query execution'),
      'too-much',
    ],
    [
      'too many points',
      400,
      json(
        'bad_data',
        'exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the query resolution (?step=XX)',
      ),
      'too-much',
    ],
    [
      'too many chunks in Mimir',
      422,
      json(
        'execution',
        'the query exceeded the maximum number of chunks (limit: 2000000 chunks) (err-mimir-max-chunks-per-query)',
      ),
      'too-much',
    ],
    [
      'too many series in Thanos',
      500,
      json('internal', 'exceeded series limit: rpc error: code = ResourceExhausted desc = limit 10 violated'),
      'too-much',
    ],
    [
      'too many samples in VictoriaMetrics',
      422,
      json('422', 'cannot select more than -search.maxSamplesPerQuery=1000 samples'),
      'too-much',
    ],
    ['a time-out of the query', 503, json('timeout', 'query timed out in expression evaluation'), 'timeout'],
    ['a time-out of a proxy', 504, '<html>Gateway Time-out</html>', 'timeout'],
    ['too many requests', 429, 'too many outstanding requests', 'busy'],
    [
      'too many requests in VictoriaMetrics',
      503,
      json(
        '503',
        "couldn't start executing the request in 10s, since -search.maxConcurrentRequests=8 concurrent requests are executed",
      ),
      'busy',
    ],
    ['a server that starts', 503, 'Service Unavailable', 'busy'],
    ['a proxy without a server', 502, '<html>Bad Gateway</html>', 'busy'],
    ['wrong credentials', 401, 'Unauthorized', 'refused'],
    ['a forbidden tenant', 403, 'no org id', 'refused'],
    ['a query that is none', 400, json('bad_data', 'invalid parameter "query": 1:5: parse error'), 'invalid'],
    ['a wrong path', 404, '404 page not found', 'invalid'],
  ])('for %s is understood', (_, status, text, kind) => {
    const error = refusalOf(status, text, undefined);
    expect(error.kind).toBe(kind);
    expect(error.message).toMatch(new RegExp(`^it answers ${status}: `));
  });

  it('says how long to wait, where it does', () => {
    expect(refusalOf(429, '', '7').retryAfterMs).toBe(7000);
    expect(refusalOf(429, '', undefined).retryAfterMs).toBeUndefined();
    expect(refusalOf(429, '', 'Fri, 31 Dec 1999 23:59:59 GMT').retryAfterMs).toBeUndefined();
  });
});

describe('a connection that fails', () => {
  it('is told in words, by the cause at its end', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const error = transportErrorOf(new Error('fetch failed', { cause: new AggregateError([refused]) }));
    expect(error.kind).toBe('unreachable');
    expect(error.message).toContain('nothing listens there');
  });
});
