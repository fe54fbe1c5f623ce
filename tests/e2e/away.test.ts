import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, DESKTOP, findChromium, launchBrowser, openPage } from '../support/browser';
import { startDashboard } from '../support/dashboard';

const chromium = findChromium();

/** Whether the page has loaded, after a pause, what it needs for a stop while the server is away. */
function loadedAhead(): boolean {
  const scripts = performance
    .getEntriesByType('resource')
    .filter((one) => one.name.endsWith('.js')) as PerformanceResourceTiming[];
  return scripts.some(({ startTime }) => {
    const former = scripts.filter((one) => one.startTime < startTime).map((one) => one.responseEnd);
    return former.length > 0 && startTime - Math.max(...former) > 2000;
  });
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
    const dashboard = await startDashboard({ PLUMBLINE_SANDBOX: 'true', PLUMBLINE_CLOCK_SPEED: '360' });
    const { page } = await openPage(browser, DESKTOP);
    await page.goto(dashboard.url);
    await page.getByRole('link', { name: 'storefront' }).waitFor();
    await page.waitForFunction(loadedAhead);
    await page.waitForLoadState('networkidle');
    await dashboard.stop();
    await page.getByText(/^Data is \d+ s old, the server does not answer; retrying$/).waitFor();
    expect(await page.getByRole('link', { name: 'storefront' }).isVisible()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByText(/^kubectl --kubeconfig \S+ get vpa -A .* xargs -L1 kubectl --kubeconfig \S+ patch/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy the command' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Problems' }).click();
    await page.getByRole('heading', { level: 1, name: 'The Plumbline server does not answer' }).waitFor();
  });
});
