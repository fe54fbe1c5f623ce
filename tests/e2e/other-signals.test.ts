import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/accessibility';
import { findChromium, type Look, launchBrowser, Visitor } from '../support/browser';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { PATIENCE } from '../support/patience';

const chromium = findChromium();
const DESKTOP: Look = { width: 1440, height: 900, colorScheme: 'light' };
const PHONE: Look = { width: 360, height: 740, colorScheme: 'dark' };

describe.skipIf(!chromium)('other signals on the page of a workload', () => {
  let browser: Browser;
  let visitor: Visitor;
  let dashboard: Dashboard | undefined;

  beforeAll(async () => {
    if (!chromium) return;
    browser = await launchBrowser(chromium);
    visitor = new Visitor(browser);
  });
  afterAll(async () => {
    await dashboard?.stop();
    await browser?.close();
  });

  async function started(settings: Record<string, string>): Promise<string> {
    await dashboard?.stop();
    dashboard = await startDashboard({ PLUMBLINE_SANDBOX: 'true', PLUMBLINE_CLOCK_SPEED: '60', ...settings });
    return `${dashboard.url}/workloads/shop/storefront`;
  }

  it('are folded away, and tell what is usual, high and highest of each', async () => {
    const page = await started({ PLUMBLINE_SANDBOX_HISTORY: '2d' });
    for (const look of [DESKTOP, PHONE]) {
      const faults = await visitor.visit(
        `${page}?tab=why`,
        async (tab) => {
          const section = tab.getByRole('region', { name: 'Other signals', exact: true });
          await expect
            .poll(() => section.innerText(), PATIENCE)
            .toMatch(/\d+ of 15 signals are known, from Prometheus/);
          expect(await section.getByRole('table').count()).toBe(0);
          await section.locator('summary').click();
          const sent = section.getByRole('row', { name: /Network, sent, of the pod/ });
          await expect.poll(() => sent.innerText(), PATIENCE).toMatch(/[kM]?B\/s/);
          await expect.poll(() => section.getByRole('row').count()).toBe(16);
          expect(await accessibilityFaults(tab)).toEqual([]);
        },
        look,
      );
      expect(faults).toEqual([]);
    }
  });

  it('are said to be unknown without Prometheus', async () => {
    const page = await started({ PLUMBLINE_SANDBOX_HISTORY: '0s' });
    const faults = await visitor.visit(
      page,
      async (tab) => {
        const section = tab.getByRole('region', { name: 'Other signals', exact: true });
        await expect
          .poll(() => section.innerText(), PATIENCE)
          .toContain('are unknown: they come from Prometheus, and none is configured');
      },
      DESKTOP,
    );
    expect(faults).toEqual([]);
  });
});
