import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import { findChromium, type Look, launchBrowser, Visitor } from './browser';
import { type Dashboard, startDashboard } from './dashboard';

interface OpenedDashboard {
  dashboard: Dashboard;
  visitor: Visitor;
  /** Runs `visit` on the page at `path` and expects that the browser reported no error. */
  visiting(path: string, visit: (page: Page) => Promise<void>, look?: Look): Promise<void>;
}

/**
 * A dashboard and who visits it, there from before the first of the tests around the call until after the last.
 * @throws in those tests if there is no Chromium, or nothing is built
 */
export function openedDashboard(settings: Record<string, string>): OpenedDashboard {
  const opened = {
    visiting: async (path, visit, look) =>
      expect(await opened.visitor.visit(opened.dashboard.url + path, visit, look)).toEqual([]),
  } as OpenedDashboard;
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
