import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, findChromium, launchBrowser, overflow, Visitor } from '../support/browser';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { EVERY_PAGE, keepPicture, SCHEMES, settled, WIDTHS } from '../support/every-page';

const chromium = findChromium();
const HEIGHT = 900;
/** Where each scheme is looked at by axe: what is there differs by width, colours by scheme. */
const JUDGED = { light: 1440, dark: 768 };

describe.skipIf(!chromium)('every page', () => {
  let dashboard: Dashboard;
  let browser: Browser;
  let visitor: Visitor;
  const looks = SCHEMES.map((colorScheme) => ({ width: WIDTHS[0], height: HEIGHT, colorScheme }));

  beforeAll(async () => {
    dashboard = await startDashboard({ PLUMBLINE_SANDBOX: 'true', PLUMBLINE_CLOCK_SPEED: '60' });
    browser = await launchBrowser(chromium ?? '');
    visitor = new Visitor(browser);
    await visitor.visit(`${dashboard.url}/workloads`, async (page) => {
      await page.locator('tbody', { hasText: '% used' }).first().waitFor({ timeout: 60_000 });
    });
  });
  afterAll(async () => {
    await browser?.close();
    await dashboard?.stop();
  });

  it.each(EVERY_PAGE)(
    '%s fits every window and is accessible, light and dark',
    { timeout: 90_000 },
    async (at) => {
      const faults: string[] = [];
      for (const look of looks) {
        const { colorScheme } = look;
        const visit = visitor.visit(
          dashboard.url + at,
          async (page) => {
            await settled(page);
            for (const width of WIDTHS) {
              await page.setViewportSize({ width, height: HEIGHT });
              const tooWide = await overflow(page);
              if (tooWide > 0) faults.push(`${width} ${colorScheme}: ${tooWide} pixels too wide`);
              await keepPicture(page, at, width, colorScheme);
              if (JUDGED[colorScheme] === width) faults.push(...(await accessibilityFaults(page)));
            }
          },
          look,
        );
        faults.push(...(await visit));
      }
      expect(faults).toEqual([]);
    },
  );
});
