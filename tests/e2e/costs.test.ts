import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { ConfigMap } from '@/server/objects/types';
import { accessibilityFaults } from '../support/accessibility';
import { faultsIn, findChromium, LOOKS, type Look, openAddress } from '../support/browser';
import { pressEitherWay as press } from '../support/keyboard';
import { noticed } from '../support/notices';
import { openedDashboard } from '../support/opened-dashboard';
import { PATIENCE } from '../support/patience';

const chromium = findChromium();
const PHONE: Look = { width: 360, height: 740, colorScheme: 'dark' };

describe.skipIf(!chromium)('the page of costs', () => {
  const opened = openedDashboard({
    PLUMBLINE_SANDBOX: 'true',
    PLUMBLINE_CLOCK_SPEED: '60',
    PLUMBLINE_PRICES:
      'currency=USD cpu=0.0316 memory=0.0042; kubernetes.io/hostname=node-0: cpu=0.05 memory=0.006',
  });
  const { visiting } = opened;

  const rowsOf = (page: Page) => page.getByRole('rowheader').getByRole('link');

  it('is found by the search, and leads to a workload that says what its pods cost', async () => {
    await visiting('/workloads', async (page) => {
      await page.getByText(/^Live$/).waitFor(PATIENCE);
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Page, action or workload').fill('money');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Savings', level: 1 }).waitFor();
      const first = rowsOf(page).filter({ hasText: 'orders-db' });
      await first.waitFor(PATIENCE);
      await page.getByText("a month = 730 h at today's prices").waitFor();
      await expect
        .poll(() => page.getByRole('definition').allInnerTexts())
        .toEqual(
          expect.arrayContaining([expect.stringMatching(/^\$[\d,.]+ a month\s*\$[\d,.]+ an hour · /)]),
        );
      await press(page, page.locator('summary').filter({ hasText: 'How it adds up' }));
      const sum = (caption: string) => page.getByRole('table', { name: caption });
      // Requests and caps are in the one, what kubectl shows in the other; both end in the targets.
      for (const [caption, line] of [
        ['From requests to targets', 'To free by smaller requests'],
        ['From what kubectl get vpa shows to targets', 'Targets in kubectl get vpa, times pods'],
      ] as const) {
        await sum(caption).getByRole('row').filter({ hasText: line }).waitFor();
        await sum(caption)
          .getByRole('row', { name: /^Targets of all pods/ })
          .waitFor();
      }
      expect(await accessibilityFaults(page)).toEqual([]);
      await first.click();
      await page.getByRole('button', { name: 'Pods and events' }).click();
      await page.getByRole('heading', { name: 'Cost of its pods' }).waitFor(PATIENCE);
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  });

  it('keeps grouping, filter, sort and date in the address, and exports what it shows', async () => {
    await visiting('/savings', async (page) => {
      await rowsOf(page).first().waitFor(PATIENCE);
      await page.getByRole('search').getByText('Namespaces', { exact: true }).click();
      await expect.poll(() => rowsOf(page).allInnerTexts()).toEqual(['shop', 'platform']);
      await page.getByRole('button', { name: 'Requests' }).click();
      await expect.poll(() => new URL(page.url()).search).toBe('?by=namespace&sort=requests');
      await expect
        .poll(() => page.getByRole('link', { name: 'Export CSV' }).getAttribute('href'))
        .toBe('/api/costs.csv?by=namespace&sort=requests');
      const today = new Date(Date.now()).toISOString().slice(0, 10);
      await page.getByLabel('Since').fill(today);
      await expect.poll(() => new URL(page.url()).searchParams.get('since')).toBe(today);
      await openAddress(page);
      await expect.poll(() => page.getByLabel('Since').inputValue(), PATIENCE).toBe(today);
      await page.getByLabel('Filter by name').fill('nowhere');
      await page.getByText('No workload matches this filter.').waitFor();
    });
  });

  it('asks for prices, keeps them in the cluster, and forgets them again', async () => {
    const client = KubeClient.connect(loadAccess({ kubeconfig: opened.dashboard.kubeconfig }));
    const path = pathOf(API_RESOURCES.configMaps, 'plumbline', 'plumbline-prices');
    const kept = async () => (await client.request<ConfigMap>('GET', path)).data?.prices;
    try {
      await visiting('/savings', async (page) => {
        await page.getByRole('button', { name: 'Change prices…' }).click();
        const dialog = page.getByRole('dialog', { name: 'What nodes cost' });
        await dialog.getByText(/Kept in ConfigMap plumbline-prices in plumbline, for everybody/).waitFor();
        const core = dialog.getByLabel('A core for an hour');
        await core.fill('cheap');
        await expect.poll(() => core.getAttribute('aria-invalid')).toBe('true');
        await expect.poll(() => dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
        await dialog.getByLabel('Currency').fill('EUR');
        await core.fill('2');
        await dialog.getByLabel('A GiB of memory for an hour').fill('0.5');
        await dialog.getByText(/what pods request here comes to €[\d,]+ a month/).waitFor();
        expect(await accessibilityFaults(page)).toEqual([]);
        await core.press('Tab');
        await press(page, dialog.getByRole('button', { name: 'Save' }));
        await noticed(page, 'Prices saved');
        await page
          .getByRole('definition')
          .filter({ hasText: /^€[\d,]+ a month/ })
          .first()
          .waitFor(PATIENCE);
        expect(await kept()).toBe(
          'currency=EUR cpu=2 memory=0.5\nkubernetes.io/hostname=node-0: cpu=0.05 memory=0.006',
        );
        await page.getByRole('button', { name: 'Change prices…' }).click();
        await dialog.getByRole('button', { name: 'Remove them' }).click();
        await page
          .getByRole('definition')
          .filter({ hasText: /^\$[\d,.]+ a month/ })
          .first()
          .waitFor(PATIENCE);
        expect(await kept()).toBeUndefined();
      });
      await visiting('/changes/audit?what=prices', async (page) => {
        await page
          .getByRole('row', { name: /Prices changed.*by an unnamed user/ })
          .first()
          .waitFor(PATIENCE);
      });
    } finally {
      await client.close();
    }
  });

  it('says what is wrong with a date', async () => {
    // The browser itself reports the 400.
    await opened.visitor.visit(`${opened.dashboard.url}/savings?since=2020-01-01`, (page) =>
      page.getByText('"since" must be within the last 400 days').waitFor(PATIENCE),
    );
  });

  it('fits every window', async () => {
    await visiting('/savings', async (page) => {
      await rowsOf(page).first().waitFor(PATIENCE);
      expect(await faultsIn(page, [...LOOKS, PHONE])).toEqual([]);
    });
  });
});
