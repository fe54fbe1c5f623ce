import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ReplayView } from '@/server/contract/replays';
import { accessibilityFaults } from '../support/accessibility';
import { findChromium } from '../support/browser';
import { openedDashboard } from '../support/opened-dashboard';
import { PATIENCE } from '../support/patience';
import { until } from '../support/until';

const chromium = findChromium();

describe.skipIf(!chromium)('replays', () => {
  const opened = openedDashboard({
    PLUMBLINE_SANDBOX: 'true',
    PLUMBLINE_CLOCK_SPEED: '60',
    PLUMBLINE_SANDBOX_HISTORY: '8d',
  });
  const { visiting } = opened;

  async function ask<Answer>(path: string, body?: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    const sent = body && { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(opened.dashboard.url + path, sent)).json()) as Answer;
  }

  /** Until the past is there, a replay says that too little usage is kept. */
  beforeAll(async () => {
    await until('a past that can be replayed', async () => {
      const scope = { kind: 'vpa', namespace: 'shop', name: 'storefront' };
      const { id } = await ask<ReplayView>('/api/replays', {
        scope,
        days: 1,
        variants: [{ name: 'as now' }],
      });
      if (id === undefined) return false;
      const { state } = await until('its end', async () => {
        const replay = await ask<ReplayView>(`/api/replays/${id}`);
        return ['done', 'failed'].includes(replay.state) && replay;
      });
      return state === 'done';
    });
  });

  async function replayed(page: Page): Promise<void> {
    const card = page.getByRole('region', { name: 'What if' });
    await card.getByRole('button', { name: 'Add all recommenders' }).click(PATIENCE);
    await card.getByRole('button', { name: 'Replay', exact: true }).click(PATIENCE);
    await card.getByRole('region', { name: 'Comparison' }).waitFor(PATIENCE);
  }

  it('compare recommenders for one workload, with a chart, a link to the result, and files', async () => {
    let result = '';
    await visiting('/workloads/shop/storefront?tab=what-if', async (page) => {
      await replayed(page);
      const table = page.getByRole('table', { name: /Figures of each variant/ });
      await expect.poll(() => table.getByRole('columnheader').allInnerTexts()).toHaveLength(3);
      await page
        .getByRole('application', { name: /^CPU of shop\/storefront.*in the replay/ })
        .waitFor(PATIENCE);
      // In a short past no variant may have been short.
      const picture = page.getByRole('img', { name: /Time short of CPU against CPU slack/ });
      await picture.or(page.getByText(/Time short of CPU: .*, under every variant/)).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      result = (await page.getByRole('link', { name: /on a page of its own/ }).getAttribute('href')) ?? '';
      expect(page.url()).toContain(`whatif=${result.split('/').at(-1)}`);
    });
    await visiting(result, async (page) => {
      await page.getByRole('heading', { name: 'Replay of shop/storefront' }).waitFor(PATIENCE);
      const coming = page.waitForEvent('download');
      await page.getByRole('link', { name: 'CSV' }).click();
      const file = await (await coming).path();
      expect(readFileSync(file, 'utf8').split('\r\n')[1]).toMatch(/^shop\/storefront,as now,/);
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  });

  it('of the policy as it is alone show its figures beside each other, and nothing to choose', async () => {
    await visiting('/workloads/shop/storefront?tab=what-if', async (page) => {
      const card = page.getByRole('region', { name: 'What if' });
      await card.getByRole('button', { name: 'Replay', exact: true }).click(PATIENCE);
      const figures = card.getByRole('region', { name: 'Figures' });
      await figures.getByRole('region', { name: 'Disruption' }).waitFor(PATIENCE);
      const requested = figures.getByRole('definition').first();
      await expect.poll(() => requested.innerText()).toMatch(/core-h$/);
      const name = figures.getByText('CPU requested');
      for (const width of [1440, 768]) {
        await page.setViewportSize({ width, height: 900 });
        const [from, to] = [await name.boundingBox(), await requested.boundingBox()];
        expect((to?.x ?? width) - (from?.x ?? 0)).toBeLessThan(320);
      }
      await card.getByRole('application', { name: /^CPU of shop\/storefront/ }).waitFor(PATIENCE);
      expect(await card.getByRole('group', { name: 'Variants shown' }).count()).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 1440, height: 900 });
    });
  });

  it('of the whole cluster show their progress, are cancelled, and are listed', async () => {
    await visiting('/replay', async (page) => {
      await page.getByText('Whole cluster').click(PATIENCE);
      await page.getByText('30 days').click();
      await page.getByRole('button', { name: 'Add all recommenders' }).click();
      await page.getByRole('button', { name: /^Replay \d+ workloads/ }).click();
      // It lasts a few seconds: at nothing done the bar is there, and without a width.
      const progress = page.getByRole('progressbar', { name: 'Progress of the replay', includeHidden: true });
      await progress.waitFor({ ...PATIENCE, state: 'attached' });
      await page.getByRole('button', { name: 'Cancel replay' }).click();
      await page.getByText('This replay was cancelled').waitFor(PATIENCE);
      await page.getByRole('link', { name: 'To the replays' }).click();
      const row = page.getByRole('row', { name: /the whole cluster/ });
      await row.getByText('Cancelled').waitFor(PATIENCE);
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  });
});
