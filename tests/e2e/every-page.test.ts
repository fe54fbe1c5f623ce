import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { faultsIn, findChromium, type Look, launchBrowser, Visitor } from '../support/browser';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { EVERY_PAGE, settled } from '../support/every-page';
import { PATIENCE } from '../support/patience';

const chromium = findChromium();
const look = (width: number, colorScheme: Look['colorScheme']): Look => ({ width, height: 900, colorScheme });
const PHONE = look(360, 'light');
const [DESK, TABLET] = [look(1440, 'light'), look(768, 'dark')];
/** From a phone to a wide screen, in both schemes; the scheme turns once, since all is drawn again. */
const WINDOWS = [PHONE, look(2560, 'light'), DESK, look(1440, 'dark'), TABLET, look(360, 'dark')];
/** Where axe looks at each page: what is there differs by width, colours by scheme. */
const JUDGED = [DESK, TABLET];

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
      const errors = await visitor.visit(
        dashboard.url + at,
        async (page) => {
          await settled(page);
          faults.push(...(await faultsIn(page, WINDOWS, JUDGED)));
        },
        PHONE,
      );
      expect([...faults, ...errors]).toEqual([]);
    },
  );
});
