import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, findChromium, launchBrowser, openPage } from '../support/browser';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { sendRaw } from '../support/raw-http';

const chromium = findChromium();
const STOP = '{"scope":{"kind":"all"}}';
const PAGES = [
  '/',
  '/workloads/shop/storefront',
  '/changes',
  '/changes/audit',
  '/savings',
  '/settings/scenarios',
  '/nowhere',
];
const READS = [
  ...PAGES,
  '/api/status',
  '/api/workloads',
  '/api/plan',
  '/api/stop',
  '/api/audit',
  '/api/overview/past',
  '/api/export.zip?of=shop/storefront',
  '/api/workloads/export?format=csv',
  '/api/diagnostics/bundle',
  '/api/messages',
  '/api/scenarios',
  '/api/health',
  '/metrics',
  '/favicon.svg',
  '/_next/static/none.js',
  '/_next/image?url=%2Ffavicon.svg&w=64&q=75',
];

describe('the dashboard and pages of other sites', () => {
  let dashboard: Dashboard;
  let browser: Browser | undefined;
  let elsewhere: Server;

  beforeAll(async () => {
    if (chromium) browser = await launchBrowser(chromium);
    elsewhere = createServer((_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><title>elsewhere</title><iframe src="${dashboard.url}/"></iframe>`);
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    dashboard = await startDashboard({
      PLUMBLINE_SANDBOX: 'true',
      PLUMBLINE_CLOCK_SPEED: '60',
      PLUMBLINE_ALLOWED_HOSTS: 'plumbline.example.com',
    });
  });
  afterAll(async () => {
    await browser?.close();
    elsewhere?.close();
    await dashboard?.stop();
  });

  const openWindow = () => {
    if (!browser) throw new Error('there is no browser');
    return openPage(browser, DESKTOP);
  };

  const send = (line: string, headers: string[], body?: string) =>
    sendRaw(dashboard.url, line, headers, body);
  const stops = async () =>
    ((await (await fetch(`${dashboard.url}/api/stop`)).json()) as { stops: unknown[] }).stops;

  it.each(READS)('shows nothing of %s to a name rebound to this address', async (path) => {
    const { status, body } = await send(`GET ${path}`, ['Host: rebound.example:3000']);
    expect(status).toBe(403);
    expect(JSON.parse(body)).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('PLUMBLINE_ALLOWED_HOSTS'),
    });
  });

  it.each(READS)('shows nothing of %s to another origin', async (path) => {
    expect((await send(`GET ${path}`, ['Host: localhost', 'Origin: https://evil.example'])).status).toBe(403);
  });

  it.each([
    ['Next internals', ['x-middleware-subrequest: proxy:proxy:proxy:proxy:proxy']],
    [
      'Next internals of a source folder',
      ['x-middleware-subrequest: src/proxy:src/proxy:src/proxy:src/proxy'],
    ],
    ['a forwarded host', ['X-Forwarded-Host: localhost', 'Forwarded: host=localhost']],
    ['a second Host', ['Host: localhost']],
    ['a payload of React', ['RSC: 1']],
  ])('ignores %s', async (_, headers) => {
    for (const path of [
      '/',
      '/api/status',
      '/api/status/',
      '//api/status',
      '/API/../api/status',
      '/api/status?_rsc=1',
    ])
      expect([400, 403]).toContain((await send(`GET ${path}`, ['Host: evil.example', ...headers])).status);
  });

  it.each([
    ['a rebound name', 'evil.example', 403],
    ['this machine', 'localhost', 200],
  ])('answers who asks %s to switch protocols like anybody else', async (_, host, expected) => {
    const wishes = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
    for (const path of ['/api/status', '/_next/webpack-hmr'])
      expect([path, (await send(`GET ${path}`, [`Host: ${host}`, ...wishes])).status]).toEqual([
        path,
        path === '/api/status' || expected === 403 ? expected : 404,
      ]);
  });

  it.each([
    'localhost:1234',
    'a.localhost',
    '127.0.0.1',
    '127.5.5.5:80',
    '[::1]:3000',
    'plumbline.example.com',
  ])('answers to %s', async (host) => {
    expect((await send('GET /api/status', [`Host: ${host}`])).status).toBe(200);
    expect((await send('GET /', [`Host: ${host}`])).status).toBe(200);
  });

  it("answers health checks and Prometheus at the pod's address, and shows nothing else there", async () => {
    for (const path of ['/api/health', '/metrics'])
      expect((await send(`GET ${path}`, ['Host: 10.244.0.7:3000'])).status).toBe(200);
    for (const path of ['/', '/api/status'])
      expect((await send(`GET ${path}`, ['Host: 10.244.0.7:3000'])).status).toBe(403);
  });

  it.each([
    ['plain text', ['Host: localhost', 'Content-Type: text/plain'], 415],
    ['a form', ['Host: localhost', 'Content-Type: application/x-www-form-urlencoded'], 415],
    ['nothing it names', ['Host: localhost'], 415],
    ['JSON from another origin', ['Host: localhost', 'Content-Type: application/json', 'Origin: null'], 403],
    [
      'JSON from another port',
      ['Host: localhost:1', 'Content-Type: application/json', 'Origin: http://localhost:2'],
      403,
    ],
    [
      'JSON from another site',
      ['Host: localhost', 'Content-Type: application/json', 'Sec-Fetch-Site: cross-site'],
      403,
    ],
    [
      'JSON to a rebound name',
      ['Host: evil.example', 'Content-Type: application/json', 'Origin: http://evil.example'],
      403,
    ],
  ])('rejects a change sent as %s', async (_, headers, expected) => {
    for (const line of [
      'POST /api/stop',
      'DELETE /api/stop',
      'POST /api/stop/revert',
      'POST /api/scenarios',
      'PATCH /api/vpas/shop/storefront',
      'POST /api/vpas/shop/storefront/preview',
      'POST /api/recommendation-query',
      'POST /api/bulk',
      'POST /api/bulk/preview',
      'POST /api/workloads/export',
      'POST /api/admission/try',
      'POST /api/admission/review',
      'POST /api/messages/test',
      'PUT /api/health',
    ])
      expect([line, (await send(line, headers, STOP)).status]).toEqual([line, expected]);
    expect(await stops()).toEqual([]);
  });

  it('allows no preflight from any origin', async () => {
    const { status, headers } = await send('OPTIONS /api/stop', [
      'Host: localhost',
      'Origin: https://evil.example',
      'Access-Control-Request-Method: POST',
      'Access-Control-Request-Headers: content-type',
    ]);
    expect(status).toBe(403);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each([
    ['the path of an address', 'GET http://localhost/api/health', 'evil.example', 200],
    ['it with another scheme', 'GET HTTPS://plumbline.example.com/api/health?full', 'evil.example', 200],
    ['the page of an address without a path', 'GET http://localhost', 'localhost', 200],
    ['the address of another host', 'GET http://evil.example/api/status', 'localhost', 403],
    ['an address with a name in it', 'GET http://localhost@evil.example/api/status', 'localhost', 403],
    ['an address with a password', 'GET http://ada:pw@localhost/api/status', 'localhost', 403],
    ['an address without a host', 'GET http:///api/status', 'localhost', 403],
    ['an address of no page', 'GET ftp://localhost/api/status', 'localhost', 400],
    ['a change of another host', 'POST http://evil.example/api/stop', 'localhost', 403],
    ['an unknown method at an address', 'TRACE http://localhost/api/stop', 'localhost', 405],
  ])('answers %s', async (_, line, host, status) => {
    const answer = await send(line, [`Host: ${host}`, 'Content-Type: application/json'], STOP);
    expect(answer).toMatchObject({ status });
    expect(answer.headers.location).toBeUndefined();
    expect(await stops()).toEqual([]);
  });

  it.each([
    ['TRACE /', 'GET, HEAD'],
    ['POST /', 'GET, HEAD'],
    ['POST /login', 'GET, HEAD'],
    ['POST /metrics', 'GET, HEAD'],
    ['TRACE /api/stop', 'GET, HEAD, POST, PATCH, DELETE'],
    ['PROPFIND /workloads', 'GET, HEAD'],
    ['OPTIONS *', 'GET, HEAD, POST, PATCH, DELETE'],
  ])('answers %s with the methods it has, and finds nothing wrong with itself', async (line, allow) => {
    const said = dashboard.output().length;
    const { status, headers, body } = await send(line, ['Host: localhost']);
    expect([status, headers.allow]).toEqual([405, allow]);
    expect(JSON.parse(body)).toMatchObject({ code: 'bad-method' });
    expect((await send('GET /api/health', ['Host: localhost'])).status).toBe(200);
    expect(dashboard.output().slice(said)).not.toMatch(/fail|error/i);
  });

  it.each([...READS, '/refused'])('tells browsers with %s what they may do with it', async (path) => {
    const host = path === '/refused' ? 'evil.example' : 'localhost';
    const { headers } = await send(`GET ${path}`, [`Host: ${host}`]);
    const policy = `${headers['content-security-policy']}`;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('lets an answer with data load nothing at all', async () => {
    const { headers } = await send('GET /api/status', ['Host: localhost', 'X-Nonce: mine']);
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it('gives every page its own nonce', async () => {
    const nonces = await Promise.all(
      PAGES.flatMap((path) => [path, path]).map(async (path) => {
        const { headers, body } = await send(`GET ${path}`, ['Host: localhost', 'X-Nonce: mine']);
        const nonce = /'nonce-([^']+)'/.exec(`${headers['content-security-policy']}`)?.[1] ?? '';
        const scripts = [...body.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
        expect(scripts.length).toBeGreaterThan(3);
        expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(nonces.length);
  });

  describe.skipIf(!chromium)('in a browser', () => {
    it('blocks nothing that the pages need', async () => {
      const { page, errors } = await openWindow();
      await page.addInitScript(() => {
        const blocked: string[] = [];
        Object.assign(window, { blocked });
        document.addEventListener('securitypolicyviolation', (event) =>
          blocked.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
        );
      });
      const blocked = () => page.evaluate(() => (window as unknown as { blocked: string[] }).blocked);
      for (const path of PAGES.slice(0, -1)) {
        await page.goto(dashboard.url + path);
        await page.getByRole('button', { name: 'Stop' }).first().click();
        await page.getByRole('dialog').waitFor();
        expect([path, await blocked()]).toEqual([path, []]);
      }
      expect(errors).toEqual([]);
      await page.context().close();
    });

    it('stays out of frames of other pages, which can neither read nor stop', async () => {
      const { page, errors } = await openWindow();
      await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
      await expect.poll(() => errors.join('\n')).toContain('frame-ancestors');
      const tried = await page.evaluate(async (url) => {
        const outcome = (work: Promise<Response>) =>
          work.then(
            () => 'sent',
            () => 'failed',
          );
        const body = '{"scope":{"kind":"all"}}';
        return Promise.all([
          outcome(fetch(`${url}/api/status`)),
          outcome(
            fetch(`${url}/api/stop`, {
              method: 'POST',
              body,
              headers: { 'content-type': 'application/json' },
            }),
          ),
          outcome(fetch(`${url}/api/stop`, { method: 'POST', body, mode: 'no-cors' })),
        ]);
      }, dashboard.url);
      expect(tried.slice(0, 2)).toEqual(['failed', 'failed']);
      expect(await stops()).toEqual([]);
      await page.context().close();
    });
  });
});
