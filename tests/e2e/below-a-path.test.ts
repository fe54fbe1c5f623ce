import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { DESKTOP, findChromium, launchBrowser, openPage } from '../support/browser';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { EVERY_PAGE, settled } from '../support/every-page';
import { ReverseProxy } from '../support/reverse-proxy';

const chromium = findChromium();

/** Below what, and what the proxy in front does: as ingresses do with and without a rewrite. */
const WAYS = [
  { path: '/tools/plumbline', strips: false, tells: false },
  { path: '/elsewhere', strips: true, tells: true },
] as const;

describe.skipIf(!chromium)('a dashboard below a path', () => {
  let browser: Browser;
  let dashboard: Dashboard;
  let token: string;

  beforeAll(async () => {
    browser = await launchBrowser(chromium ?? '');
    dashboard = await startDashboard({
      PLUMBLINE_SANDBOX: 'true',
      PLUMBLINE_AUTH: 'token',
      PLUMBLINE_BASE_PATH: '/tools/plumbline',
      PLUMBLINE_PROXY_ADDRESSES: '127.0.0.1',
    });
    const kubeconfig = readFileSync(dashboard.kubeconfig, 'utf8');
    token = (parse(kubeconfig) as { users: [{ user: { token: string } }] }).users[0].user.token;
  });
  afterAll(async () => {
    await browser?.close();
    await dashboard?.stop();
  });

  async function signIn(page: Page): Promise<void> {
    await page.getByLabel('Bearer token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  it.each(WAYS)('is whole at $path', async (way) => {
    const proxy = await ReverseProxy.start(dashboard.url, way);
    const { page, errors } = await openPage(browser, DESKTOP);
    const base = proxy.origin + way.path;
    try {
      // A former address of a stranger: to the login, then to where the page is now.
      await page.goto(`${base}/audit?kind=change`);
      await page.waitForURL(`${base}/login?next=%2Faudit%3Fkind%3Dchange`);
      await signIn(page);
      await page.waitForURL(`${base}/changes/audit?kind=change`);
      const [session] = await page.context().cookies(base);
      expect(session).toMatchObject({ name: 'plumbline_session', path: way.path });

      await page.getByRole('navigation').getByRole('link', { name: 'Overview', exact: true }).click();
      await page.waitForURL(base);
      await page.getByRole('navigation').getByRole('link', { name: 'Workloads', exact: true }).click();
      await page.waitForURL(`${base}/workloads`);
      await page.getByRole('table').getByRole('link', { name: 'storefront' }).first().click();
      await page.waitForURL(`${base}/workloads/shop/storefront`);
      await page.getByRole('heading', { level: 1, name: 'storefront' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'storefront' }).waitFor();
      await page.goBack();
      await page.waitForURL(`${base}/workloads`);
      await page.getByRole('textbox', { name: 'Filter by name' }).fill('thumb');
      await page.waitForURL(`${base}/workloads?q=thumb`);

      await page.goto(`${base}/savings`);
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Export CSV' }).click();
      expect((await download).url()).toContain(`${base}/api/costs.csv`);

      for (const address of EVERY_PAGE) {
        await page.goto(base + address);
        await settled(page);
      }
      expect(errors).toEqual([]);

      await page.getByRole('button', { name: 'Signed in as admin' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.waitForURL(`${base}/login`);
      expect(await page.context().cookies(base)).toEqual([]);
      expect(proxy.strays).toEqual([]);
    } finally {
      await page.context().close();
      await proxy.close();
    }
  });

  it('answers kubelets and programs that ask it directly', async () => {
    expect((await fetch(`${dashboard.url}/api/health`)).status).toBe(200);
    expect((await fetch(`${dashboard.url}/tools/plumbline/api/v1/status`)).status).toBe(401);
    // With the host in the target, as to a proxy.
    const path = `${dashboard.url}/tools/plumbline/api/health`;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port: new URL(dashboard.url).port, path }, resolve).on('error', reject);
    });
    answer.resume();
    expect(answer.statusCode).toBe(200);
  });
});
