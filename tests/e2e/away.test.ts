import type { Browser, Page, Request, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/accessibility';
import { DESKTOP, findChromium, launchBrowser, openPage } from '../support/browser';
import { startDashboard } from '../support/dashboard';
import { until } from '../support/until';

const chromium = findChromium();
/** What the first page says of the cluster once it knows it. */
const WHAT_IT_IS_OF = /\d+ VPAs in \d+ namespaces/;

/** Only the script of the dialog that stops has it. */
const OF_STOP = 'Stop was not confirmed';

/** Whether a page has what a stop needs: the script of its dialog, and all that was asked for until that came. */
function stopLoaded(page: Page): () => boolean {
  const asked = new Set<Request>();
  let isThere = false;
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.add(request);
  });
  page.on('requestfailed', (request) => asked.delete(request));
  page.on('requestfinished', async (request) => {
    if (!asked.has(request)) return;
    // It may be gone with its page.
    const text = await request
      .response()
      .then((response) => response?.text())
      .catch(() => undefined);
    asked.delete(request);
    isThere ||= text?.includes(OF_STOP) ?? false;
  });
  return () => isThere && asked.size === 0;
}

describe.skipIf(!chromium)('the dashboard when something is unreachable', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser(chromium ?? '');
  });
  afterAll(() => browser?.close());

  it('says that there is no cluster and what to do', async () => {
    const dashboard = await startDashboard({});
    try {
      const { page } = await openPage(browser, DESKTOP);
      await page.goto(dashboard.url);
      await page.getByRole('heading', { name: 'Not connected to a cluster' }).waitFor();
      await page.getByText(/npm run demo/).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
    } finally {
      await dashboard.stop();
    }
  });

  it('keeps the last data and says how old it is while the server is unreachable', async () => {
    const { page } = await openPage(browser, DESKTOP);
    const dashboard = await startDashboard({ PLUMBLINE_SANDBOX: 'true', PLUMBLINE_CLOCK_SPEED: '60' });
    try {
      const hasStop = stopLoaded(page);
      await page.goto(dashboard.url);
      await page.getByText(WHAT_IT_IS_OF).waitFor();
      await until('a stop loaded ahead', hasStop);
      // Nothing but the way itself is to tell that the server is away.
      const unanswered: Route[] = [];
      await page.route('**/api/**', (route) => void unanswered.push(route));
      await dashboard.stop();
      await page.getByRole('navigation').getByRole('link', { name: 'Changes' }).click();
      const held = page.getByRole('alert').filter({ hasText: 'The Plumbline server does not answer' });
      await held.getByText(/Changes opens by itself once it does/).waitFor();
      await page.unroute('**/api/**');
      for (const route of unanswered) await route.abort().catch(() => undefined);
      await held.getByRole('button', { name: 'Stay on this page' }).click();
      await held.waitFor({ state: 'hidden' });
      await page.getByText(/^Data is .+ old, the server does not answer; retrying$/).waitFor();
      expect(await page.getByText(WHAT_IT_IS_OF).isVisible()).toBe(true);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await page
        .getByRole('dialog')
        .getByText(/^kubectl --kubeconfig \S+ get vpa -A .* xargs -L1 kubectl --kubeconfig \S+ patch/)
        .waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Copy the command' }).waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
      await page.getByRole('navigation').getByRole('link', { name: 'Changes' }).click();
      await held.getByText(/Changes opens by itself once it does/).waitFor();
      await held.getByText(/^What you see meanwhile is .+ old\.$/).waitFor();
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      expect(await held.evaluate((shown) => shown.getBoundingClientRect().top >= 0)).toBe(true);
      expect(await page.getByText(WHAT_IT_IS_OF).count()).toBe(1);
      await page.getByText(/^Data is .+ old, the server does not answer; retrying$/).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await held.getByRole('button', { name: 'Stay on this page' }).click();
      await held.waitFor({ state: 'hidden' });
      await page.getByRole('navigation').getByRole('link', { name: 'Changes' }).click();
      const again = await startDashboard({ PLUMBLINE_SANDBOX: 'true' }, Number(new URL(dashboard.url).port));
      try {
        await page.waitForURL(`${dashboard.url}/changes`);
        await held.waitFor({ state: 'hidden' });
        // A way that was arrived at is not taken again, though another query is shown since.
        await page.goto(`${dashboard.url}/savings`);
        const filter = page.getByPlaceholder('Filter by workload, target or rule');
        await filter.fill('shop');
        await page.waitForURL(`${dashboard.url}/savings?**`);
        await page.getByRole('navigation').getByRole('link', { name: 'Savings' }).first().click();
        await page.waitForURL(`${dashboard.url}/savings`);
        await filter.fill('platform');
        await page.waitForURL(`${dashboard.url}/savings?**`);
        await again.stop();
        await page.getByText(/^Data is .+ old, the server does not answer; retrying$/).waitFor();
        expect(await held.count()).toBe(0);
      } finally {
        await again.stop();
      }
    } finally {
      await dashboard.stop();
      await page.context().close();
    }
  });
});
