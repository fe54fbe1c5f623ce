import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAccess } from '@/server/kube/access';
import { KubeClient, MERGE_PATCH } from '@/server/kube/client';
import { DESKTOP, findChromium, launchBrowser, openPage } from '../support/browser';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { freePort } from '../support/free-port';
import { IdentityProvider } from '../support/identity-provider';
import { sendRaw } from '../support/raw-http';

const chromium = findChromium();
/** A name and texts that run if a page takes them for markup. */
const HOSTILE = '"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
const MALLORY = `${HOSTILE}@example.com`;
const RBAC = 'rbac.authorization.k8s.io';
const VPA = '/apis/autoscaling.k8s.io/v1/namespaces/shop/verticalpodautoscalers/storefront';
const PER_SECOND = 2;

describe('a dashboard whose people sign in with an identity provider', () => {
  let provider: IdentityProvider;
  let dashboard: Dashboard;
  let browser: Browser | undefined;
  let probes: string;

  beforeAll(async () => {
    if (chromium) browser = await launchBrowser(chromium);
    provider = await IdentityProvider.start();
    provider.people.set('mallory', { email: MALLORY, email_verified: true });
    const metricsPort = await freePort();
    probes = `http://127.0.0.1:${metricsPort}`;
    const { oidcIssuer, oidcClientId, oidcClientSecret } = provider.settings;
    dashboard = await startDashboard({
      PLUMBLINE_SANDBOX: 'true',
      PLUMBLINE_AUTH: 'oidc',
      PLUMBLINE_OIDC_ISSUER: oidcIssuer,
      PLUMBLINE_OIDC_CLIENT_ID: oidcClientId,
      PLUMBLINE_OIDC_CLIENT_SECRET: oidcClientSecret,
      PLUMBLINE_METRICS_PORT: String(metricsPort),
      PLUMBLINE_PROXY_ADDRESSES: '127.0.0.1',
      PLUMBLINE_REQUESTS_PER_CLIENT: String(PER_SECOND),
    });
    provider.register({
      redirectUri: `${dashboard.url}/api/session/callback`,
      signedOutUri: `${dashboard.url}/login`,
    });
    const { kubeconfig } = dashboard;
    const cluster = KubeClient.connect(loadAccess({ kubeconfig }));
    await cluster.request('POST', `/apis/${RBAC}/v1/clusterrolebindings`, {
      body: {
        apiVersion: `${RBAC}/v1`,
        kind: 'ClusterRoleBinding',
        metadata: { name: 'mallory' },
        roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'cluster-admin' },
        subjects: [{ apiGroup: RBAC, kind: 'User', name: MALLORY }],
      },
    });
    const hostile = Object.fromEntries(
      ['calendar', 'approvals', 'graduation', 'recommender', 'policy'].map((name) => [
        `plumbline.dev/${name}`,
        HOSTILE,
      ]),
    );
    await cluster.request('PATCH', VPA, {
      contentType: MERGE_PATCH,
      body: { metadata: { annotations: { ...hostile, 'example.com/note': HOSTILE } } },
    });
    await cluster.close();
  });
  afterAll(async () => {
    await browser?.close();
    await dashboard?.stop();
    await provider?.close();
  });

  const send = (line: string, headers: string[] = [], body?: string) =>
    sendRaw(dashboard.url, line, [`Host: ${new URL(dashboard.url).host}`, ...headers], body);

  async function signIn(page: Page, place: string): Promise<void> {
    await page.goto(dashboard.url + place);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL(`${provider.issuer}/**`);
    await page.locator('input[name=login]').fill('mallory');
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.waitForURL(dashboard.url + place);
  }

  it.skipIf(!chromium)(
    'lets them in, runs no script of a name or an annotation, and lets them out',
    async () => {
      if (!browser) return;
      const { page, errors } = await openPage(browser, DESKTOP);
      await signIn(page, '/workloads/shop/storefront');
      // What the provider's own page lacks is no matter here.
      errors.length = 0;
      const stopped = await page.evaluate(
        async (reason) =>
          (
            await fetch('/api/stop', {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ scope: { kind: 'all' }, reason }),
            })
          ).status,
        HOSTILE,
      );
      expect(stopped).toBe(200);
      for (const place of ['/workloads/shop/storefront', '/', '/changes/audit']) {
        await page.goto(dashboard.url + place);
        await page.getByRole('button', { name: `Signed in as ${MALLORY}` }).waitFor();
        await page.getByText(HOSTILE).first().waitFor();
        expect([place, await page.evaluate('window.hacked')]).toEqual([place, undefined]);
      }
      await page.getByRole('button', { name: `Signed in as ${MALLORY}` }).click();
      await page.getByText('Plumbline acts as you').waitFor();
      expect(errors).toEqual([]);
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.waitForURL(`${provider.issuer}/**`);
      await page.goto(`${dashboard.url}/changes`);
      expect(new URL(page.url()).pathname).toBe('/login');
      await page.context().close();
    },
  );

  it('says on the login page why there is no session, and nothing that a link says', async () => {
    const page = async (problem: string) =>
      (await send(`GET /login?problem=${encodeURIComponent(problem)}`)).body;
    expect(await page('expired')).toContain('The login took too long');
    for (const problem of [HOSTILE, '__proto__', 'constructor']) {
      const body = await page(problem);
      expect(body).not.toContain('role="alert"');
      expect(body).not.toContain('<img src=x');
    }
  });

  it.each([
    '/api/../api/status',
    '//api/status',
    '/api//status',
    '/api/./status',
    '/api%2Fstatus',
    '/API/status',
    '/api/status/',
    '/api/status%00',
    '/api/status%',
    '/api/status;x=.css',
    '/api/status?_rsc=1',
    '/_next/../api/status',
    '/_next/static/../../api/status',
    '/_next/static/%2e%2e/%2e%2e/api/status',
    '/login/../plan',
    '/login/..%2fplan',
    '/login%2f..%2fplan',
    '/favicon.svg/../plan',
    '/metrics/../plan',
    '/_next/data/build/plan.json',
    '/api/session/../status',
    '/api/session/start/../../status',
    '/..%5c..%5cetc/passwd',
    '/_next/image?url=%2Fapi%2Fstatus&w=64&q=75',
    '/_next/image?url=http%3A%2F%2F127.0.0.1%3A1%2F&w=64&q=75',
  ])('shows a stranger nothing at %s', async (place) => {
    const { status, body } = await send(`GET ${place}`);
    expect([303, 307, 308, 400, 401, 403, 404]).toContain(status);
    expect(body).not.toContain('storefront');
  });

  it.each([
    '/plan%0d%0aSet-Cookie:%20plumbline_session=x',
    '/login?next=%0d%0aSet-Cookie:%20plumbline_session=x',
    '/api/session/start?next=/%0d%0aSet-Cookie:%20plumbline_session=x',
    '/api/session/callback?code=%0d%0aSet-Cookie:%20plumbline_session=x',
  ])('writes no header that an address says: %s', async (place) => {
    const { headers } = await send(`GET ${place}`);
    expect(String(headers['set-cookie'] ?? '')).not.toContain('plumbline_session=x');
  });

  it('answers no client that sends too much, and every other', async () => {
    const from = (client: string) => [`X-Forwarded-For: 6.6.6.6, ${client}`];
    const statuses: number[] = [];
    for (let index = 0; index <= 60 * PER_SECOND && statuses.at(-1) !== 429; index++)
      statuses.push((await send('GET /api/status', from('10.0.0.66'))).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.length).toBeGreaterThan(10 * PER_SECOND);
    const flooding = await send(
      'POST /api/stop',
      [...from('10.0.0.66'), 'Content-Type: application/json'],
      '{}',
    );
    expect([flooding.status, flooding.headers['retry-after']]).toEqual([429, '1']);
    expect(JSON.parse(flooding.body)).toMatchObject({ code: 'too-many-requests' });
    expect((await send('GET /api/status', from('10.0.0.67'))).status).toBe(401);
  });

  it('has its metrics and its health apart, and the metrics nowhere else', async () => {
    for (const place of ['/metrics', '/healthz', '/readyz'])
      expect([place, (await fetch(probes + place)).status]).toEqual([place, 200]);
    expect((await fetch(`${probes}/api/status`)).status).toBe(404);
    expect((await send('GET /metrics')).status).toBe(404);
  });
});
