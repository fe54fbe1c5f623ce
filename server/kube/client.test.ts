import { beforeEach, describe, expect, it } from 'vitest';
import { cleanUpAfterEach, cleanups } from '@/tests/support/cleanups';
import { answerJson, refusal, ScriptedApi } from '@/tests/support/scripted-api';
import { TestAuthority } from '@/tests/support/tls';
import { until } from '@/tests/support/until';
import { acceleratedClock, ManualClock } from '../lib/time/clock';
import type { ClusterAccess, Credentials } from './access';
import { type ClientOptions, JSON_PATCH, KubeClient, MERGE_PATCH } from './client';
import { KubeError } from './errors';

cleanUpAfterEach();

function clientFor(access: ClusterAccess, options: ClientOptions = {}): KubeClient {
  const client = KubeClient.connect(access, { clock: acceleratedClock(0, 100), timeoutMs: 3e6, ...options });
  cleanups.push(() => client.close());
  return client;
}

async function failureOf(work: Promise<unknown>): Promise<KubeError> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof KubeError) return thrown;
  throw new Error(`a KubeError was expected, not ${String(thrown)}`);
}

let api: ScriptedApi;
beforeEach(async () => {
  api = await ScriptedApi.start();
  cleanups.push(() => api.close());
});

describe('a request', () => {
  it('carries query, body, content type and credentials, and returns the parsed body', async () => {
    api.next((_, response) => answerJson(response, 200, { kind: 'X', ok: true }));
    const client = clientFor({
      ...api.access(),
      credentials: async () => ({
        headers: { authorization: 'Bearer abc' },
        tls: { rejectUnauthorized: true },
      }),
    });
    const answer = await client.request('PATCH', '/api/v1/pods', {
      query: { dryRun: 'All', limit: undefined, force: true },
      body: { a: 1 },
      contentType: MERGE_PATCH,
    });
    expect(answer).toEqual({ kind: 'X', ok: true });
    expect(api.requests[0]).toMatchObject({
      method: 'PATCH',
      url: '/api/v1/pods?dryRun=All&force=true',
      body: '{"a":1}',
      headers: { 'content-type': MERGE_PATCH, authorization: 'Bearer abc', accept: 'application/json' },
    });
    expect(client.requestsSent).toBe(1);
  });

  it('escapes a JSON patch as Go does, since API servers compare the bytes of a test', async () => {
    api.next((_, response) => answerJson(response, 200, { kind: 'X' }));
    const value = 'R&D <b> "q" \u2028\u2029 é';
    await clientFor(api.access()).request('PATCH', '/api/v1/pods', {
      body: [{ op: 'test', path: '/x', value }],
      contentType: JSON_PATCH,
    });
    const body = api.requests[0]?.body ?? '';
    expect(body).toContain('"R\\u0026D \\u003cb\\u003e \\"q\\" \\u2028\\u2029 é"');
    expect(JSON.parse(body)).toEqual([{ op: 'test', path: '/x', value }]);
  });

  it('keeps the path under which the API server is served', async () => {
    api.next((_, response) => answerJson(response, 200, {}));
    await clientFor({ ...api.access(), server: `${api.url}/k8s/clusters/c-1` }).request('GET', '/version');
    expect(api.requests[0]?.url).toBe('/k8s/clusters/c-1/version');
  });

  it('returns text if the server sends no JSON', async () => {
    api.next((_, response) => response.end('ok'));
    expect(await clientFor(api.access()).request('GET', '/readyz')).toBe('ok');
  });

  it('fails if what should be JSON is not', async () => {
    api.next((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"items": [');
    });
    const error = await failureOf(clientFor(api.access()).request('GET', '/api/v1/pods'));
    expect(error).toMatchObject({ kind: 'server', status: 200 });
    expect(error.message).toContain(`GET /api/v1/pods: ${api.url} does not answer as an API server`);
  });

  it.each([
    ['a page to sign in', 'text/html', '<!DOCTYPE html><title>Sign in</title>', 'it sent a web page'],
    ['a page that claims to be JSON', 'application/json', '<html>', 'it sent a web page'],
    ['null', 'application/json', 'null', 'it sent null'],
    ['a list', 'application/json', '[]', 'it sent []'],
    ['a text', 'application/json', '"ok"', 'it sent "ok"'],
    ['something else', 'application/json', '{"error":"sign in"}', 'it sent {"error":"sign in"}'],
    ['nothing', 'application/json', '', 'it sent nothing'],
  ])('for an object names the address that answered with %s', async (_, type, body, fault) => {
    const strange: Parameters<ScriptedApi['next']>[0] = (_request, response) => {
      response.writeHead(200, { 'content-type': type });
      response.end(body);
    };
    api.next(strange);
    const asked = await failureOf(clientFor(api.access()).request('GET', '/api/v1/namespaces/x'));
    expect(asked).toMatchObject({ kind: 'server', status: 200 });
    expect(asked.message).toContain(`${api.url} does not answer as an API server of Kubernetes: ${fault}`);
    api.next(strange);
    const evicted = await failureOf(clientFor(api.access()).request('POST', '/api/v1/x/eviction', {}));
    expect(evicted.kind).toBe('server');
  });

  it.each(['GET', 'POST'] as const)(
    'for a %s names where it was sent, as to a sign-in page',
    async (method) => {
      api.next((_request, response) => {
        response.writeHead(302, { location: '/login?next=%2Fversion' });
        response.end();
      });
      const asked = await failureOf(clientFor(api.access()).request(method, '/version'));
      expect(asked).toMatchObject({ kind: 'server', status: 302 });
      expect(asked.message).toContain(
        `${method} /version: ${api.url} does not answer as an API server of Kubernetes: it sends to /login?next=%2Fversion (302)`,
      );
    },
  );

  it.each([
    ['{"kind":"PodList","metadata":{},"items":{"a":1}}', '.items is no list'],
    ['{"kind":"PodList","metadata":{},"items":"abc"}', '.items is no list'],
    ['{"kind":"PodList","metadata":{},"items":[{"metadata":{}},null]}', '.items[1] is no object'],
    ['{"kind":"PodList","metadata":{},"items":[{"metadata":null}]}', '.items[0].metadata is no object'],
    ['{"kind":"PodList","metadata":null,"items":[]}', '.metadata is no object'],
    ['{"kind":"Status","status":"Failure","code":500,"message":"none of it"}', '500: none of it'],
  ])('of another shape than the API names what was asked, and the shape: %s', async (body, fault) => {
    api.next((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(body);
    });
    const error = await failureOf(clientFor(api.access()).request('GET', '/api/v1/pods'));
    expect(error.message).toContain('GET /api/v1/pods: ');
    expect(error.message).toContain(fault);
    if (!fault.startsWith('500')) expect(error.message).toContain(api.url);
  });

  it('may be a list of nothing, or of measures, which are no objects of their own', async () => {
    for (const items of [null, [], [{ describedObject: { name: 'web' }, value: '1' }]]) {
      api.next((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ kind: 'MetricValueList', metadata: {}, items }));
      });
      await expect(
        clientFor(api.access()).request('GET', '/apis/custom.metrics.k8s.io/v1beta2/x'),
      ).resolves.toMatchObject({ items });
    }
  });

  it('for a watch names the address that answered with a page to sign in', async () => {
    api.next((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end('<html>Sign in</html>');
    });
    const error = await failureOf(clientFor(api.access()).stream('/api/v1/pods'));
    expect(error.message).toContain(`${api.url} does not answer as an API server of Kubernetes`);
  });
});

describe('what has to be asked before a request is sent', () => {
  it('is asked once it has a connection, and a no costs nothing else', async () => {
    const client = clientFor(api.access());
    const held: (() => void)[] = [];
    const hold: Parameters<ScriptedApi['next']>[0] = (_request, response) =>
      held.push(() => answerJson(response, 200, { kind: 'X' }));
    // As many as the client has connections.
    api.next(...Array.from({ length: 16 }, () => hold));
    const before = Array.from({ length: 16 }, () => client.request('GET', '/api/v1/slow'));
    await until('no connection is free', () => held.length === 16);
    let asked = 0;
    const refused = client
      .request('POST', '/api/v1/x/eviction', {
        body: {},
        beforeSend: () => {
          asked++;
          throw new Error('no more');
        },
      })
      .catch((thrown: unknown) => String(thrown));
    api.next(...Array.from({ length: 15 }, () => hold));
    const others = Array.from({ length: 15 }, () => client.request('GET', '/api/v1/later'));
    expect(asked).toBe(0);
    for (const answer of held.splice(0)) answer();
    expect(await refused).toBe('Error: no more');
    expect(asked).toBe(1);
    await until('the others go on', () => held.length === 15);
    for (const answer of held) answer();
    await Promise.all([...before, ...others]);
    expect(api.requests.map(({ method }) => method)).not.toContain('POST');
    expect(client.requestsSent).toBe(31);
  });

  it('is asked again before each repetition', async () => {
    api.next((_, response) => answerJson(response, 429, refusal(429, 'x', 'x'), { 'retry-after': '1' }));
    let asked = 0;
    const beforeSend = () => {
      if (++asked === 2) throw new Error('no more');
    };
    const sent = clientFor(api.access()).request('POST', '/api/v1/x', { body: {}, beforeSend });
    await expect(sent).rejects.toThrow('no more');
    expect(api.requests).toHaveLength(1);
  });
});

describe('a refusal', () => {
  const cases: [number, string, string][] = [
    [400, 'BadRequest', 'invalid'],
    [401, 'Unauthorized', 'unauthorized'],
    [403, 'Forbidden', 'forbidden'],
    [404, 'NotFound', 'not-found'],
    [409, 'Conflict', 'conflict'],
    [409, 'AlreadyExists', 'conflict'],
    [410, 'Expired', 'gone'],
    [413, 'RequestEntityTooLarge', 'invalid'],
    [415, 'UnsupportedMediaType', 'invalid'],
    [422, 'Invalid', 'invalid'],
    [429, 'TooManyRequests', 'too-many'],
    [500, 'InternalError', 'server'],
    [503, 'ServiceUnavailable', 'server'],
    [504, 'Timeout', 'timeout'],
  ];
  it.each(cases)('of %i is %s, with the Status and the request', async (status, reason, kind) => {
    api.refuseNext(status, reason);
    const error = await failureOf(clientFor(api.access()).request('PUT', '/api/v1/x'));
    expect(error).toMatchObject({ status, reason, kind, body: { kind: 'Status', reason } });
    expect(error.message).toBe(`PUT /api/v1/x: ${status}: scripted ${reason}`);
    expect(api.requests).toHaveLength(1);
  });

  it('without a Status keeps the text', async () => {
    api.next((_, response) => {
      response.writeHead(404, { 'content-type': 'text/plain' });
      response.end('404 page not found\n');
    });
    const error = await failureOf(clientFor(api.access()).request('GET', '/apis/x/v1'));
    expect(error.message).toBe('GET /apis/x/v1: 404: 404 page not found');
  });
});

describe('a retry', () => {
  it('waits as long as a 429 asks for and then goes on', async () => {
    api.refuseNext(429, 'TooManyRequests', { 'retry-after': '1' });
    api.next((_, response) => answerJson(response, 201, { kind: 'X', made: true }));
    expect(await clientFor(api.access()).request('POST', '/api/v1/x', { body: {} })).toEqual({
      kind: 'X',
      made: true,
    });
    expect(api.requests).toHaveLength(2);
  });

  it('gives up after three, and at once if the pause is long', async () => {
    for (let count = 0; count < 4; count++) api.refuseNext(429, 'TooManyRequests', { 'retry-after': '1' });
    const patient = await failureOf(clientFor(api.access()).request('GET', '/api/v1/x'));
    expect(patient).toMatchObject({ kind: 'too-many', retryAfterMs: 1000 });
    expect(api.requests).toHaveLength(4);
    api.refuseNext(429, 'TooManyRequests', { 'retry-after': '120' });
    expect(await failureOf(clientFor(api.access()).request('GET', '/api/v1/x'))).toMatchObject({
      retryAfterMs: 120_000,
    });
    expect(api.requests).toHaveLength(5);
  });

  it('never repeats an eviction that a disruption budget refused', async () => {
    const causes = [{ reason: 'DisruptionBudget', message: 'needs 3 healthy pods' }];
    const status = refusal(429, 'TooManyRequests', 'Cannot evict pod', { causes, retryAfterSeconds: 1 });
    api.next((_, response) => answerJson(response, 429, status, { 'retry-after': '1' }));
    await failureOf(clientFor(api.access()).request('POST', '/api/v1/x/eviction', { body: {} }));
    expect(api.requests).toHaveLength(1);
  });

  it('repeats a GET whose connection broke, and no other method', async () => {
    api.next((request) => request.socket.destroy());
    api.next((_, response) => answerJson(response, 200, { kind: 'X', fine: true }));
    expect(await clientFor(api.access()).request('GET', '/api/v1/x')).toEqual({ kind: 'X', fine: true });

    api.next((request) => request.socket.destroy());
    const error = await failureOf(clientFor(api.access()).request('POST', '/api/v1/x', { body: {} }));
    expect(error).toMatchObject({ kind: 'unreachable', status: 0 });
    expect(error.message).toContain(`${api.url} does not answer: the connection broke`);
    expect(api.requests).toHaveLength(3);
  });
});

describe('a server that cannot be reached', () => {
  it('is reported with the cause', async () => {
    const gone = await ScriptedApi.start();
    const { url } = gone;
    const access = gone.access();
    await gone.close();
    const error = await failureOf(clientFor(access).request('GET', '/version'));
    expect(error.kind).toBe('unreachable');
    expect(error.message).toBe(
      `GET /version: ${url} does not answer: the connection is refused: nothing listens there`,
    );
  });

  it('that takes too long is reported with the time it had', async () => {
    api.next(() => {});
    const error = await failureOf(
      clientFor(api.access()).request('GET', '/api/v1/slow', { timeoutMs: 2000 }),
    );
    expect(error).toMatchObject({ kind: 'timeout', status: 0 });
    expect(error.message).toBe(`GET /api/v1/slow: ${api.url} did not answer within 2 s`);
  });

  it('lets the caller abort, with the caller’s own reason', async () => {
    const abort = new AbortController();
    api.next(() => abort.abort(new Error('changed my mind')));
    await expect(clientFor(api.access()).request('GET', '/x', { signal: abort.signal })).rejects.toThrow(
      'changed my mind',
    );
  });
});

describe('credentials', () => {
  const bearer = (token: string): Credentials => ({
    headers: { authorization: `Bearer ${token}` },
    tls: { rejectUnauthorized: true },
  });

  it('are read again after a 401, and the request is repeated if they differ', async () => {
    let token = 'old';
    api.refuseNext(401, 'Unauthorized');
    api.next((_, response) => answerJson(response, 200, { in: true }));
    const access: ClusterAccess = {
      ...api.access(),
      credentials: async () => bearer(token),
      reload: () => {
        token = 'new';
      },
    };
    expect(await clientFor(access).request('GET', '/x')).toEqual({ in: true });
    expect(api.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
  });

  it('that are new do not repeat a write whose connection broke, since it may have been carried out', async () => {
    let token = 'old';
    api.next((request) => request.socket.destroy());
    api.next((_, response) => answerJson(response, 201, {}));
    const access: ClusterAccess = {
      ...api.access(),
      credentials: async () => bearer(token),
      reload: () => {
        token = 'new';
      },
    };
    const error = await failureOf(clientFor(access).request('POST', '/x', { body: {} }));
    expect(error.kind).toBe('unreachable');
    expect(api.requests).toHaveLength(1);
  });

  it('that stay the same are refused without a retry', async () => {
    api.refuseNext(401, 'Unauthorized');
    const access: ClusterAccess = { ...api.access(), credentials: async () => bearer('expired') };
    expect(await failureOf(clientFor(access).request('GET', '/x'))).toMatchObject({ kind: 'unauthorized' });
    expect(api.requests).toHaveLength(1);
  });
});

describe('TLS', () => {
  async function secureApi(authority: TestAuthority, options = {}) {
    const { cert, key } = await authority.issue('server', options);
    const secure = await ScriptedApi.start({ cert, key, ca: authority.pem });
    cleanups.push(() => secure.close());
    return secure;
  }
  const accessTo = (secure: ScriptedApi, tls: Partial<Credentials['tls']>): ClusterAccess => ({
    ...secure.access(),
    credentials: async () => ({ headers: {}, tls: { rejectUnauthorized: true, ...tls } }),
  });

  it('accepts a server whose certificate the authority of the kubeconfig signed', async () => {
    const authority = await TestAuthority.create();
    const secure = await secureApi(authority);
    const client = clientFor(accessTo(secure, { ca: authority.pem }));
    expect(await client.request('GET', '/api/v1/configmaps')).toMatchObject({ kind: 'ConfigMapList' });
  });

  it.each([
    ['another authority', {}, "is not signed by the kubeconfig's certificate authority"],
    ['an expired certificate', { expired: true }, 'its certificate has expired'],
    ['another address', { addresses: ['10.0.0.1'] }, 'its certificate is for another name'],
  ])('refuses a server with %s and says why', async (_, options, cause) => {
    const authority = await TestAuthority.create();
    const secure = await secureApi(authority, options);
    const trusted = Object.keys(options).length > 0 ? authority : await TestAuthority.create('another');
    const error = await failureOf(clientFor(accessTo(secure, { ca: trusted.pem })).request('GET', '/x'));
    expect(error.kind).toBe('unreachable');
    expect(error.message).toContain(cause);
    expect(secure.requests).toHaveLength(0);
  });

  it('presents a client certificate, and a renewed one as soon as it exists', async () => {
    const authority = await TestAuthority.create();
    const secure = await secureApi(authority);
    const former = await authority.issue('former');
    const renewed = await authority.issue('renewed');
    const presented: string[] = [];
    secure.onPeer = (name) => presented.push(name);
    let current = former;
    const client = clientFor({
      ...secure.access(),
      credentials: async () => ({
        headers: {},
        tls: { ca: authority.pem, rejectUnauthorized: true, ...current },
      }),
    });
    await client.request('GET', '/x');
    current = renewed;
    await client.request('GET', '/x');
    expect(presented).toEqual(['former', 'renewed']);
  });
});

describe('the rate limit', () => {
  it('lets a burst through and then keeps the pace; a watch counts only when it opens', async () => {
    const clock = new ManualClock(0);
    const client = clientFor(api.access(), { clock, qps: 10, burst: 5 });
    await client.stream('/api/v1/configmaps', { query: { watch: true, resourceVersion: 100 } });
    await Promise.all(Array.from({ length: 4 }, () => client.request('GET', '/x')));
    const next = client.request('GET', '/x');
    await clock.advance(99);
    expect(client.requestsSent).toBe(5);
    await clock.advance(1);
    await next;
    expect(client.requestsSent).toBe(6);
  });
});
