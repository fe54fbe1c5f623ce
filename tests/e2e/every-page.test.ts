import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { accessibilityFaults, findChromium, launchBrowser, overflow, Visitor } from '../support/browser';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { EVERY_PAGE, keepPicture, SCHEMES, settled, WIDTHS } from '../support/every-page';
import { PATIENCE } from '../support/patience';

const chromium = findChromium();
const HEIGHT = 900;
/** Where each scheme is looked at by axe: what is there differs by width, colours by scheme. */
const JUDGED = { light: 1440, dark: 768 };

/** Without a VPA, and named like what every object has. */
const BARE = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'constructor' },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: 'constructor' } },
    template: {
      metadata: { labels: { app: 'constructor' } },
      spec: { containers: ['constructor', 'app'].map((name) => ({ name, image: 'app' })) },
    },
  },
};

describe.skipIf(!chromium)('every page', () => {
  let dashboard: Dashboard;
  let browser: Browser;
  let visitor: Visitor;
  const looks = SCHEMES.map((colorScheme) => ({ width: WIDTHS[0], height: HEIGHT, colorScheme }));

  beforeAll(async () => {
    dashboard = await startDashboard({ PLUMBLINE_SANDBOX: 'true', PLUMBLINE_CLOCK_SPEED: '60' });
    const cluster = KubeClient.connect(loadAccess({ kubeconfig: dashboard.kubeconfig }));
    await cluster.request('POST', '/apis/apps/v1/namespaces/shop/deployments', { body: BARE });
    await cluster.close();
    browser = await launchBrowser(chromium ?? '');
    visitor = new Visitor(browser);
    await visitor.visit(`${dashboard.url}/workloads`, async (page) => {
      await page.locator('tbody', { hasText: '% used' }).first().waitFor(PATIENCE);
    });
  });
  afterAll(async () => {
    await browser?.close();
    await dashboard?.stop();
  });

  it.each([...EVERY_PAGE, '/workloads/shop/without-vpa/Deployment/constructor'])(
    '%s fits every window and is accessible, light and dark',
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
