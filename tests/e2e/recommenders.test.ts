import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, DESKTOP, findChromium, launchBrowser, Visitor } from '../support/browser';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { PATIENCE } from '../support/patience';

const chromium = findChromium();

let dashboard: Dashboard;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  if (!chromium) return;
  dashboard = await startDashboard({
    PLUMBLINE_SANDBOX: 'true',
    PLUMBLINE_SANDBOX_SCENARIO: 'recommenders',
    PLUMBLINE_SANDBOX_HISTORY: '2d',
    PLUMBLINE_CLOCK_SPEED: '360',
  });
  browser = await launchBrowser(chromium);
  visitor = new Visitor(browser);
});
afterAll(async () => {
  await browser?.close();
  await dashboard?.stop();
});

describe.skipIf(!chromium)('recommenders', () => {
  async function visiting(path: string, visit: (page: Page) => Promise<void>): Promise<void> {
    expect(await visitor.visit(dashboard.url + path, visit, DESKTOP)).toEqual([]);
  }

  it('are chosen with the keyboard, with the effect in sight before saving, and their evidence after', async () => {
    await visiting('/workloads/lab/rhythm-by-default', async (page) => {
      await page
        .getByText(/^The target is /)
        .first()
        .waitFor(PATIENCE);
      await page.getByRole('button', { name: 'Change mode or policy' }).click();
      const dialog = page.getByRole('dialog');
      const select = dialog.getByRole('combobox', { name: /^Recommender/ });
      await select.waitFor(PATIENCE);
      await select.focus();
      await select.press('Enter');
      const option = page.getByRole('option', { name: /^mean/ });
      await option.waitFor();
      while ((await option.getAttribute('data-combobox-selected')) === null) await select.press('ArrowDown');
      await select.press('Enter');
      await dialog.getByText('The recommender changes from default to mean.').first().waitFor(PATIENCE);

      await dialog.getByText('Parameters of mean').focus();
      await page.keyboard.press('Enter');
      const endsAfter = dialog.getByLabel(/endsAfter/);
      const besideIt = async () => {
        const [one, other] = await Promise.all(
          [endsAfter, dialog.getByLabel(/^Runs/)].map((input) => input.boundingBox()),
        );
        return (one?.y ?? 0) - (other?.y ?? 0);
      };
      expect(await besideIt()).toBe(0);
      await endsAfter.fill('6');
      await dialog
        .getByText(/must be a time with a unit/)
        .first()
        .waitFor(PATIENCE);
      expect(await besideIt()).toBe(0);
      expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await endsAfter.fill('6h');
      await dialog.getByText('endsAfter is 6h instead of 15m.').waitFor(PATIENCE);
      await dialog
        .getByText(/until it has seen a run, it recommends as default/)
        .first()
        .waitFor(PATIENCE);
      expect(await accessibilityFaults(page)).toEqual([]);
      const save = dialog.getByRole('button', { name: 'Save' });
      await expect.poll(() => save.isEnabled(), PATIENCE).toBe(true);
      await save.focus();
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });

      const evidence = page.getByRole('region', { name: 'Evidence of the recommender mean' });
      await evidence
        .getByText(/^(Of the newest|Only the run under way|No run was seen|\d+ runs? count)/)
        .first()
        .waitFor(PATIENCE);
      await page
        .getByText(/recommender: "endsAfter: 6h"|endsAfter: 6h/)
        .first()
        .waitFor(PATIENCE);
    });
  });

  it('show what each of them saw', async () => {
    for (const [workload, recommender, words] of [
      ['rhythm-in-place', 'adaptive', /^(Of 120 experts|No expert speaks yet)/],
      ['thrifty', 'adaptive', /^(Of 120 experts|No expert speaks yet)/],
      ['report', 'mean', /^(Of the newest|Only the run under way|\d+ runs? count)/],
    ] as const)
      await visiting(`/workloads/lab/${workload}`, async (page) => {
        const evidence = page.getByRole('region', { name: `Evidence of the recommender ${recommender}` });
        await evidence.getByText(words).first().waitFor(PATIENCE);
        expect(await accessibilityFaults(page)).toEqual([]);
      });
  });

  it('filter the workloads', async () => {
    await visiting('/workloads?recommender=mean', async (page) => {
      await page.getByRole('link', { name: 'report' }).waitFor(PATIENCE);
      expect(await page.getByRole('link', { name: 'bursts' }).count()).toBe(0);
    });
  });
});
