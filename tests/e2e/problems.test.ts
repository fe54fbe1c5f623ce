import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityFaults,
  findChromium,
  type Look,
  launchBrowser,
  openPage,
  overflow,
} from '../support/browser';
import { startDashboard } from '../support/dashboard';

const chromium = findChromium();
const LOOKS: readonly Look[] = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 360, height: 780, colorScheme: 'dark' },
];
const [DESKTOP] = LOOKS;

interface Case {
  scenario: string;
  /** Workload and what the problems page says of it. */
  says: [workload: string, words: RegExp][];
  /** A page of a workload, what it must say, and what would be false. */
  page?: [path: string, words: RegExp, never: RegExp];
}

const CASES: Case[] = [
  {
    scenario: 'oom-storm',
    says: [['storm/', /OOM-killed repeatedly/]],
  },
  {
    scenario: 'quota-too-tight',
    says: [['thrift/spender', /The quota has no room for what it needs/]],
    page: ['/workloads/thrift/spender', /The quota has no room for what it needs/, /Nothing is wrong/],
  },
  {
    scenario: 'budget-allows-nothing',
    says: [
      ['fortress/keep', /A disruption budget can never allow an eviction.*minAvailable: 3.*none is down/s],
    ],
    page: [
      '/workloads/fortress/keep',
      /can never allow an eviction/,
      /No more pods may be unavailable at once/,
    ],
  },
  {
    scenario: 'nodes-too-small',
    says: [['attic/piano', /Some of its pods are Pending.*nodes are available/s]],
    page: [
      '/workloads/attic/piano',
      /Its pods are Pending; none runs yet\..*nodes are available/s,
      /no usage sample|Its pods run/,
    ],
  },
  {
    scenario: 'webhook-broken',
    says: [['cut-off/blocked', /The API server refuses its pods.*failed calling webhook/s]],
    page: [
      '/workloads/cut-off/blocked',
      /The API server refuses its pods\..*failed calling webhook/s,
      /No pod matches the selector/,
    ],
  },
];

describe.skipIf(!chromium)('what is wrong', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser(chromium ?? '');
  });
  afterAll(() => browser?.close());

  async function visiting(url: string, look: Look | undefined, visit: (page: Page) => Promise<void>) {
    const { page, errors } = await openPage(
      browser,
      look ?? { width: 1440, height: 900, colorScheme: 'light' },
    );
    try {
      await page.goto(url);
      await visit(page);
      expect(errors).toEqual([]);
    } finally {
      await page.context().close();
    }
  }

  async function inScenario(scenario: string, visit: (url: string) => Promise<void>) {
    const dashboard = await startDashboard({
      PLUMBLINE_SANDBOX: 'true',
      PLUMBLINE_SANDBOX_SCENARIO: scenario,
      PLUMBLINE_CLOCK_SPEED: '360',
    });
    try {
      await visit(dashboard.url);
    } finally {
      await dashboard.stop();
    }
  }

  it.each(CASES)(
    'is told of workloads in $scenario',
    { timeout: 120_000 },
    async ({ scenario, says, page: one }) => {
      await inScenario(scenario, async (url) => {
        for (const look of LOOKS)
          await visiting(`${url}/problems`, look, async (page) => {
            for (const [workload, words] of says) {
              const line = page
                .getByRole('listitem')
                .filter({ has: page.getByRole('link', { name: workload }) });
              await line.filter({ hasText: words }).first().waitFor({ timeout: 60_000 });
            }
            await page.getByRole('heading', { level: 2, name: /^Workloads that need attention/ }).waitFor();
            await page.getByRole('link', { name: /^Problems ?\d+ now$/ }).waitFor();
            expect(await page.getByText('Nothing is wrong').count()).toBe(0);
            expect(await overflow(page)).toBe(0);
            expect(await accessibilityFaults(page)).toEqual([]);
          });
        if (!one) return;
        const [path, words, never] = one;
        await visiting(url + path, DESKTOP, async (page) => {
          await page.locator('main').filter({ hasText: words }).waitFor({ timeout: 60_000 });
          expect(await page.locator('main').innerText()).not.toMatch(never);
        });
      });
    },
  );

  it('is told on every page that cannot show anything', { timeout: 120_000 }, async () => {
    await inScenario('without-crds', async (url) => {
      for (const path of ['/', '/plan', '/audit', '/workloads/shop/web', '/problems'])
        await visiting(url + path, DESKTOP, async (page) => {
          await page.getByText('The VPA custom resource definitions are not installed').first().waitFor();
          await page.getByText('kubectl apply -f deploy/crds/').first().waitFor();
          expect(await page.getByText('The first pass is running').count()).toBe(0);
          expect(await page.getByText('Nothing is wrong').count()).toBe(0);
          expect(await accessibilityFaults(page)).toEqual([]);
        });
    });
  });
});
