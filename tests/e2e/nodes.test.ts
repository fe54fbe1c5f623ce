import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/accessibility';
import { faultsIn, findChromium, LOOKS, type Look, openAddress } from '../support/browser';
import { openedDashboard } from '../support/opened-dashboard';
import { PATIENCE } from '../support/patience';

const chromium = findChromium();
const PHONE: Look = { width: 360, height: 740, colorScheme: 'dark' };

describe.skipIf(!chromium)('the pages of nodes', () => {
  const opened = openedDashboard({
    PLUMBLINE_SANDBOX: 'true',
    PLUMBLINE_CLOCK_SPEED: '60',
    PLUMBLINE_SANDBOX_HEAD_START: '65m',
  });
  const { visiting } = opened;

  const nodesOf = (page: Page) => page.getByRole('rowheader').getByRole('link');

  it('lead from the search to a node, its steps and its pods, by keyboard alone', async () => {
    await visiting('/workloads', async (page) => {
      await page.getByText(/^Live$/).waitFor(PATIENCE);
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Page, action or workload').fill('nodes');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Nodes', level: 1 }).waitFor();
      const first = nodesOf(page).first();
      await first.waitFor();
      const name = await first.innerText();
      await page.getByText('next hour').first().waitFor(PATIENCE);
      await first.focus();
      await first.press('Enter');
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      for (const step of ['Allocatable', 'Idle now', 'Idle for the next hour'])
        await expect.poll(() => page.getByText(step, { exact: true }).count()).toBe(2);
      await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBeGreaterThan(2);
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  });

  it('keep filter and sort in the address, and say when nothing matches', async () => {
    await visiting('/savings/nodes?q=node-1', async (page) => {
      await expect.poll(() => nodesOf(page).allInnerTexts(), PATIENCE).toEqual(['node-1']);
      await page.getByLabel('Filter by name').fill('nowhere');
      await page.getByText('No node matches this filter.').waitFor();
      await page.getByRole('button', { name: 'Show all nodes' }).click();
      await page.getByRole('button', { name: 'Idle memory' }).click();
      await expect.poll(() => new URL(page.url()).search).toBe('?sort=memory&order=desc');
      await openAddress(page);
      await expect.poll(() => nodesOf(page).count()).toBeGreaterThan(1);
      await expect
        .poll(() => page.locator('th[aria-sort="descending"]').innerText())
        .toContain('Idle memory');
    });
  });

  it('say that there is no such node', async () => {
    // The browser itself reports the 404.
    await opened.visitor.visit(`${opened.dashboard.url}/nodes/nowhere`, (page) =>
      page.getByRole('heading', { name: 'No node named nowhere' }).waitFor(PATIENCE),
    );
  });

  it.each(['/savings/nodes', '/nodes/node-0'])('fit every window: %s', async (path) => {
    await visiting(path, async (page) => {
      await page.getByText('Idle memory').first().waitFor(PATIENCE);
      expect(await faultsIn(page, [...LOOKS, PHONE])).toEqual([]);
    });
  });
});
