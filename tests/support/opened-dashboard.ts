import type { Browser } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { findChromium, launchBrowser, Visitor } from './browser';
import { type Dashboard, startDashboard } from './dashboard';

/**
 * A dashboard and who visits it, there from before the first of the tests around the call until after the last.
 * @throws in those tests if there is no Chromium, or nothing is built
 */
export function openedDashboard(settings: Record<string, string>): {
  dashboard: Dashboard;
  visitor: Visitor;
} {
  const opened = {} as { dashboard: Dashboard; visitor: Visitor };
  let browser: Browser | undefined;
  beforeAll(async () => {
    opened.dashboard = await startDashboard(settings);
    browser = await launchBrowser(findChromium() ?? '');
    opened.visitor = new Visitor(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await opened.dashboard?.stop();
  });
  return opened;
}
