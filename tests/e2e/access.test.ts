import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { LOGIN_LIMIT } from '@/server/access/login-limit';
import type { NamespacesView, WorkloadsView } from '@/server/contract/workloads';
import { DESKTOP, findChromium, launchBrowser, openPage } from '../support/browser';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { EVERY_PAGE } from '../support/every-page';
import { PATIENCE } from '../support/patience';
import { PeopleOfSandbox } from '../support/people-of-sandbox';
import { sendRaw } from '../support/raw-http';
import { until } from '../support/until';

const chromium = findChromium();
const STOP = '{"scope":{"kind":"all"}}';
const JSON_TYPE = 'Content-Type: application/json';

describe('a dashboard that people sign in to', () => {
  let dashboard: Dashboard;
  let browser: Browser | undefined;
  let token: string;

  beforeAll(async () => {
    if (chromium) browser = await launchBrowser(chromium);
    dashboard = await startDashboard({ PLUMBLINE_SANDBOX: 'true', PLUMBLINE_AUTH: 'token' });
    const kubeconfig = readFileSync(dashboard.kubeconfig, 'utf8');
    token = (parse(kubeconfig) as { users: [{ user: { token: string } }] }).users[0].user.token;
  });
  afterAll(async () => {
    await browser?.close();
    await dashboard?.stop();
  });

  const send = (line: string, headers: string[] = [], body?: string) =>
    sendRaw(dashboard.url, line, [`Host: ${new URL(dashboard.url).host}`, ...headers], body);
  const login = (given: string, headers: string[] = []) =>
    send('POST /api/session', [JSON_TYPE, ...headers], JSON.stringify({ token: given }));

  it('sends strangers from every page to the login, and gives them no data', async () => {
    const page = await send('GET /plan?q=web');
    expect([page.status, page.headers.location]).toEqual([
      303,
      expect.stringContaining('/login?next=%2Fplan'),
    ]);
    for (const address of ['/api/status', '/api/workloads', '/api/audit', '/api/costs.csv'])
      expect([address, (await send(`GET ${address}`)).status]).toEqual([address, 401]);
    expect((await send('POST /api/stop', [JSON_TYPE], STOP)).status).toBe(401);
    expect((await send('GET /login')).status).toBe(200);
  });

  it('begins no session for pages of other sites', async () => {
    const { status, headers } = await login(token, ['Origin: https://evil.example']);
    expect([status, headers['set-cookie']]).toEqual([403, undefined]);
  });

  it('lets people in with a token and out again, and puts the token on no page', async () => {
    if (!browser) return;
    const { page } = await openPage(browser, DESKTOP);
    await page.goto(`${dashboard.url}/changes`);
    await page.getByLabel('Bearer token').fill('guessed');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('the cluster does not know this token').waitFor();
    await page.getByLabel('Bearer token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${dashboard.url}/changes`);
    await page.getByRole('button', { name: 'Signed in as admin' }).click();
    expect(await page.content()).not.toContain(token);
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/login');
    await page.goto(`${dashboard.url}/`);
    expect(new URL(page.url()).pathname).toBe('/login');
    await page.context().close();
  });

  it('shows a reader of one namespace what is in it, and says which right is missing for the rest', async () => {
    if (!browser) return;
    const people = new PeopleOfSandbox(dashboard.kubeconfig);
    const asAdmin = { headers: { authorization: `Bearer ${token}` } };
    const { namespaces } = await until('the workloads', async () => {
      const view = (await (await fetch(`${dashboard.url}/api/namespaces`, asAdmin)).json()) as NamespacesView;
      return view.namespaces?.length > 1 && view;
    });
    const [{ name: own, vpas } = { name: '', vpas: 0 }] = namespaces;
    const list = (await (
      await fetch(`${dashboard.url}/api/workloads?vpa=all`, asAdmin)
    ).json()) as WorkloadsView;
    const others = list.rows.filter(({ namespace }) => namespace !== own);
    expect(others.length).toBeGreaterThan(3);
    const { page } = await openPage(browser, DESKTOP);
    await page.goto(`${dashboard.url}/workloads`);
    await page.getByLabel('Bearer token').fill(await people.readerOf(own));
    await people.close();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${dashboard.url}/workloads`);
    const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
    await rows.first().waitFor();
    await expect.poll(() => rows.count()).toBe(vpas);
    for (const row of await rows.all()) expect(await row.innerText()).toContain(own);

    await rows.first().getByRole('link').first().click();
    const change = page.getByRole('button', { name: 'Change mode or policy' });
    await change.and(page.locator('[aria-disabled=true]')).waitFor();
    const patching = `patch verticalpodautoscalers.autoscaling.k8s.io in ${own}`;
    await expect(
      change.getAttribute('aria-describedby').then((id) => page.locator(`[id="${id}"]`).innerText()),
    ).resolves.toContain(patching);
    await change.click({ force: true });
    expect(await page.getByRole('dialog').count()).toBe(0);

    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('dialog').getByText('Everything', { exact: true }).click();
    await page.getByRole('dialog').getByText('All VPAs will be').waitFor();
    await page.getByRole('dialog').getByText('lacks the right to stop stops.plumbline.dev').first().waitFor();

    await page.goto(`${dashboard.url}/savings/nodes`);
    await page.getByRole('heading', { name: 'You may not see this page' }).waitFor();
    await page.getByText('list nodes in the whole cluster').waitFor();
    await page.goto(`${dashboard.url}/workloads?hpa=any&vpa=all`);
    await page.getByText('the namespaces that you may read have none').waitFor();
    await page.goto(`${dashboard.url}/changes/approvals`);
    await page.getByText('No VPA that you may read asks for approvals').waitFor();
    const navigation = page.getByRole('navigation', { name: 'Places' });
    await navigation.getByRole('link', { name: 'Workloads', exact: true }).waitFor();
    await navigation.getByRole('link', { name: 'Rules', includeHidden: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Search (Ctrl+K)' }).click();
    await page.getByLabel('Search pages, actions and workloads').last().fill('diagnostics');
    await page.getByText('No page, action or workload has that name').waitFor();

    for (const place of [...EVERY_PAGE, '/rules/none']) {
      await page.goto(dashboard.url + place);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
      const html = await page.content();
      // Its address, or one of its pods; names alone may be words of the page.
      const isSeen = ({ namespace, name }: (typeof others)[number]) =>
        !place.endsWith(`/${namespace}/${name}`) &&
        (html.includes(`${namespace}/${name}`) ||
          new RegExp(`\\b${name}-[0-9a-z]{5,10}-[0-9a-z]{5}\\b`).test(html));
      const seen = others.filter(isSeen).map(({ name }) => name);
      expect([place, seen]).toEqual([place, []]);
    }
    await page.context().close();
  });

  it('has room for all of the header on a tablet while everything is stopped', async () => {
    if (!browser) return;
    const { page } = await openPage(browser, { ...DESKTOP, width: 768 });
    await page.goto(`${dashboard.url}/login`);
    await page.getByLabel('Bearer token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${dashboard.url}/`);
    const asAdmin = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    await fetch(`${dashboard.url}/api/stop`, { method: 'POST', headers: asAdmin, body: STOP });
    for (const place of ['/', '/workloads?by=namespace', '/settings/scenarios']) {
      await page.goto(dashboard.url + place);
      await page.getByRole('button', { name: 'All stopped' }).waitFor();
      const search = page.getByRole('button', { name: 'Search (Ctrl+K)' });
      const stop = page.getByRole('button', { name: 'All stopped' });
      const [ofPlaces, ofSearch, ofStop] = await Promise.all(
        [page.getByRole('navigation', { name: 'Places' }), search, stop].map((one) => one.boundingBox()),
      );
      if (!ofPlaces || !ofSearch || !ofStop) throw new Error(`${place} has no header`);
      expect(ofPlaces.x + ofPlaces.width).toBeLessThanOrEqual(ofSearch.x);
      expect(ofSearch.x + ofSearch.width).toBeLessThanOrEqual(ofStop.x);
      expect(ofStop.x + ofStop.width).toBeLessThanOrEqual(768);
    }
    await fetch(`${dashboard.url}/api/stop`, { method: 'DELETE', headers: asAdmin, body: STOP });
    await page.context().close();
  });

  it('refuses floods of logins, whatever address they claim, and logs no token', async () => {
    const from = (index: number) => [`X-Plumbline-Peer: 10.0.0.${index}`, `X-Forwarded-For: 10.0.0.${index}`];
    let tried = 0;
    const guess = async () => (await login(`guess-${tried}`, from(tried++ % 250))).status;
    const guessUntilRefused = async () => {
      const statuses = [await guess()];
      while (statuses.at(-1) !== 429 && statuses.length < 3 * LOGIN_LIMIT) statuses.push(await guess());
      return statuses;
    };
    // The minute that counts may have begun with an earlier test and end midway; the next one is whole.
    await vi.waitFor(async () => {
      const known = (await login(token)).status;
      const statuses = await guessUntilRefused();
      // Whose token is known already is not kept out by what others guess.
      const others = [(await login(token)).status, (await login('one-more-guess')).status];
      expect([known, statuses.at(0), statuses.at(-1), ...others]).toEqual([200, 401, 429, 200, 429]);
    }, PATIENCE);
    expect(dashboard.output()).not.toContain(token);
    expect(dashboard.output()).not.toContain('guess-1');
  });
});

describe('a dashboard behind a proxy that names people', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard({
      PLUMBLINE_SANDBOX: 'true',
      PLUMBLINE_AUTH: 'proxy',
      PLUMBLINE_IDENTITY_HEADER: 'X-User',
      PLUMBLINE_GROUPS_HEADER: 'X-Groups',
      PLUMBLINE_PROXY_ADDRESSES: '127.0.0.1',
      PLUMBLINE_PROXY_SECRET: SECRET,
    });
    const isReady = async () => (await send('GET /api/session', [...NAMED, WITH_SECRET])).status === 200;
    await until('the connection', isReady);
  });
  afterAll(() => dashboard?.stop());

  const SECRET = 'shared-with-the-proxy';
  const NAMED = ['X-User: ada', 'X-Groups: system:masters, staff'];
  const WITH_SECRET = `X-Plumbline-Proxy-Secret: ${SECRET}`;
  const send = (line: string, headers: string[], { body = '', from = '127.0.0.1' } = {}) =>
    sendRaw(dashboard.url, line, [`Host: ${new URL(dashboard.url).host}`, ...headers], body, from);

  it('knows whom the proxy names', async () => {
    const { status, body } = await send('GET /api/session', [...NAMED, WITH_SECRET]);
    expect([status, JSON.parse(body)]).toMatchObject([200, { user: 'ada', groups: ['staff'] }]);
  });

  it.each([
    ['without the secret', NAMED, {}],
    ['with another secret', [...NAMED, 'X-Plumbline-Proxy-Secret: guessed'], {}],
    ['with an empty secret', [...NAMED, 'X-Plumbline-Proxy-Secret: '], {}],
    ['with two secrets', [...NAMED, 'X-Plumbline-Proxy-Secret: guessed', WITH_SECRET], {}],
    ['with the secret twice', [...NAMED, WITH_SECRET, WITH_SECRET], {}],
    ['from an address that is not listed', [...NAMED, WITH_SECRET], { from: '127.0.0.2' }],
    [
      'from an address that is not listed, claiming the listed one',
      [
        ...NAMED,
        WITH_SECRET,
        'X-Plumbline-Peer: 127.0.0.1',
        'X-Forwarded-For: 127.0.0.1',
        'X-Real-IP: 127.0.0.1',
      ],
      { from: '127.0.0.2' },
    ],
    [
      'from an address that is not listed, as Next passes headers on',
      [
        ...NAMED,
        WITH_SECRET,
        'x-middleware-request-x-plumbline-peer: 127.0.0.1',
        'x-middleware-override-headers: x-plumbline-peer',
      ],
      { from: '127.0.0.2' },
    ],
    ['with a name that Kubernetes keeps for itself', [WITH_SECRET, 'X-User: system:admin'], {}],
    ['without a name', [WITH_SECRET, 'X-Groups: system:masters'], {}],
    ['with a name in another header', [WITH_SECRET, 'X-Remote-User: ada', 'Impersonate-User: ada'], {}],
  ])('takes nobody for someone %s', async (_, headers, options) => {
    for (const line of ['GET /api/status', 'GET /api/session', 'GET /api/audit', 'GET /api/diagnostics'])
      expect([line, (await send(line, headers, options)).status]).toEqual([line, 401]);
    const stop = await send('POST /api/stop', [...headers, JSON_TYPE], { ...options, body: STOP });
    expect(stop.status).toBe(401);
  });

  it('takes nobody for one of two people whom a request names', async () => {
    const { body } = await send('GET /api/session', ['X-User: eve', ...NAMED.slice(0, 1), WITH_SECRET]);
    expect(JSON.parse(body)).toMatchObject({ user: 'eve, ada', groups: [] });
  });
});

it('does not start on every address while it asks nobody', async () => {
  const settings = { PLUMBLINE_HOST: '0.0.0.0', PLUMBLINE_SANDBOX: 'true' };
  await expect(startDashboard(settings)).rejects.toThrow(/PLUMBLINE_AUTH=token/);
});
