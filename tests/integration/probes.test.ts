import { get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dashboardServer } from '@/server/host/http/dashboard-server';
import { serveProbes } from '@/server/host/http/probe-server';
import { securityHeaders } from '@/server/host/http/security-headers';
import { access, shareAccess, withdrawAccess } from '@/server/host/runtime';
import { ApiCluster } from '../support/api-cluster';
import { freePort } from '../support/free-port';
import { sendRaw } from '../support/raw-http';
import { Recommending } from '../support/recommending';

const HOST = '127.0.0.1';

let cluster: ApiCluster;
let process: Recommending;
let port: number;
let server: Server | undefined;

beforeAll(async () => {
  cluster = await ApiCluster.start();
  port = await freePort();
  process = await Recommending.start(cluster, {
    auth: 'token',
    sessionKeys: ['k'.repeat(32)],
    metricsPort: port,
  });
  await process.firstPass();
  server = await serveProbes({ metricsPort: port, host: HOST });
});
afterAll(async () => {
  server?.close();
  await process?.stop();
  await cluster?.close();
});

/** As it comes over the wire; `fetch` unpacks. */
function rawGet(address: string, headers: Record<string, string>) {
  return new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
    get(address, { headers, agent: false }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response as AsyncIterable<Buffer>) parts.push(part);
      resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(parts) });
    }).on('error', reject);
  });
}

const ask = (path: string, init?: RequestInit) => fetch(`http://${HOST}:${port}${path}`, init);

it.each([
  ['/healthz', /"ok":true/],
  ['/readyz', /"ready":true/],
  ['/metrics', /^vpa_recommender_/m],
])('answers %s on a port of its own, without a login', async (path, text) => {
  const response = await ask(path);
  expect([response.status, response.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
  expect(await response.text()).toMatch(text);
});

it.each([
  '/',
  '/api/status',
  '/api/workloads',
  '/login',
  '/metrics/',
  '/../metrics%00',
  '/__proto__',
  '/constructor',
])('has nothing else there: %s', async (path) => {
  expect((await ask(path)).status).toBe(404);
});

it('changes nothing there', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect((await ask('/api/stop', { method, body: '{"scope":{"kind":"all"}}' })).status).toBe(405);
});

describe('on the port of the dashboard', () => {
  let metricsPort = 0;
  let pagesAsked: string[] = [];
  let dashboard: Server;
  let url: string;
  beforeEach(async () => {
    pagesAsked = [];
    metricsPort = 0;
    const config = process.running.config;
    const settings = {
      ...config,
      get metricsPort() {
        return metricsPort;
      },
    };
    dashboard = dashboardServer(settings, Promise.resolve(), async ({ url: asked = '' }, response) => {
      pagesAsked.push(asked);
      response.end('a page');
    });
    await new Promise<void>((resolve) => dashboard.listen(0, HOST, resolve));
    url = `http://${HOST}:${(dashboard.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    dashboard.closeAllConnections();
    dashboard.close();
  });

  it.each([
    ['/api/health', /"ok":true/],
    ['/api/v1/ready', /"ready":true/],
    ['/metrics', /^vpa_recommender_/m],
  ])('answers %s without a page, and names its trace', async (path, text) => {
    const response = await fetch(url + path, { headers: { 'x-request-id': 'of-the-ingress' } });
    expect([response.status, response.headers.get('x-trace-id')]).toEqual([200, 'of-the-ingress']);
    expect(await response.text()).toMatch(text);
    expect((await fetch(url + path, { method: 'HEAD' })).status).toBe(200);
    expect(pagesAsked).toEqual([]);
  });

  it('packs metrics for who takes that, and for nobody else', async () => {
    const plain = await rawGet(`${url}/metrics`, {});
    const packed = await rawGet(`${url}/metrics`, { 'accept-encoding': 'gzip' });
    expect([plain.encoding, packed.encoding]).toEqual([undefined, 'gzip']);
    expect(gunzipSync(packed.body).toString()).toContain('vpa_recommender_');
    expect(packed.body.length).toBeLessThan(plain.body.length / 2);
  });

  it.each([
    ['gzip;q=0', undefined],
    ['br, gzip ; q=0.000', undefined],
    ['gzip;q=0, identity', undefined],
    ['bgzip', undefined],
    ['br, gzip;q=0.1', 'gzip'],
    ['GZIP; q=1.0', 'gzip'],
  ])('reads what is taken: %s', async (taken, encoding) => {
    expect((await rawGet(`${url}/metrics`, { 'accept-encoding': taken })).encoding).toBe(encoding);
  });

  it('has no metrics there where they have a port of their own', async () => {
    metricsPort = port;
    const response = await fetch(`${url}/metrics`);
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining(`port ${port}`)]);
  });

  it.each([
    ['another site', { headers: { origin: 'http://evil.example' } }, 403],
    ['a change', { method: 'DELETE', headers: { 'content-type': 'application/json' } }, 405],
  ])('refuses %s', async (_, init, status) => {
    expect((await fetch(`${url}/api/health`, init)).status).toBe(status);
    expect(pagesAsked).toEqual([]);
  });

  it.each(['/', '/api/status', '/a/', '//a', '/_next/static/a.js'])(
    'keeps from the pages what another name asks of %s',
    async (path) => {
      expect((await sendRaw(url, `GET ${path}`, ['Host: evil.example'])).status).toBe(403);
      expect(pagesAsked).toEqual([]);
    },
  );

  it('says with all that pages answer what may be done with it', async () => {
    expect(Object.fromEntries((await fetch(`${url}//a`)).headers)).toMatchObject(securityHeaders());
  });

  it('lets a body wait until somebody knows who may send it', async () => {
    let known = () => {};
    const started = new Promise<void>((resolve) => {
      known = resolve;
    });
    const starting = dashboardServer(process.running.config, started, async (_, response) => {
      response.end('a page');
    });
    await new Promise<void>((resolve) => starting.listen(0, HOST, resolve));
    const guard = access();
    withdrawAccess();
    starting.once('request', () => {
      shareAccess(guard);
      known();
    });
    const at = `http://${HOST}:${(starting.address() as AddressInfo).port}`;
    const answer = await sendRaw(
      at,
      'POST /api/session',
      ['Host: localhost', 'Content-Type: application/json'],
      '{}',
    );
    expect([answer.status, answer.body]).toEqual([200, 'a page']);
    starting.close();
  });

  it('leaves everything else to the pages', async () => {
    for (const path of ['/', '/api/status', '/metrics/more', '/healthz'])
      expect(await (await fetch(url + path)).text()).toBe('a page');
    expect(pagesAsked).toEqual(['/', '/api/status', '/metrics/more', '/healthz']);
  });
});

it('says that the port cannot be used', async () => {
  await expect(serveProbes({ metricsPort: port, host: HOST })).rejects.toThrow(
    `PLUMBLINE_METRICS_PORT=${port} on ${HOST} cannot be used`,
  );
});

it('needs no port', async () => {
  expect(await serveProbes({ metricsPort: 0, host: HOST })).toBeUndefined();
});
