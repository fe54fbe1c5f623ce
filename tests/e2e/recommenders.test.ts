import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/accessibility';
import { findChromium } from '../support/browser';
import { openedDashboard } from '../support/opened-dashboard';
import { PATIENCE } from '../support/patience';

const chromium = findChromium();

describe.skipIf(!chromium)('recommenders', () => {
  const opened = openedDashboard({
    PLUMBLINE_SANDBOX: 'true',
    PLUMBLINE_SANDBOX_SCENARIO: 'recommenders',
    PLUMBLINE_SANDBOX_HISTORY: '2d',
    PLUMBLINE_CLOCK_SPEED: '60',
  });
  const { visiting } = opened;

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
      const option = page.getByRole('option', { name: /^adaptive/ });
      await option.waitFor();
      while ((await option.getAttribute('data-combobox-selected')) === null) await select.press('ArrowDown');
      await select.press('Enter');
      await dialog.getByText('The recommender changes from default to adaptive.').first().waitFor(PATIENCE);

      await dialog.getByText('Parameters of adaptive').focus();
      await page.keyboard.press('Enter');
      const halfLife = dialog.getByLabel(/^Price half-life/);
      const besideIt = async () => {
        const [one, other] = await Promise.all(
          [halfLife, dialog.getByLabel(/^Ceiling of CPU/)].map((input) => input.boundingBox()),
        );
        return (one?.y ?? 0) - (other?.y ?? 0);
      };
      expect(await besideIt()).toBe(0);
      await halfLife.fill('6');
      await dialog
        .getByText(/must be a time with a unit/)
        .first()
        .waitFor(PATIENCE);
      expect(await besideIt()).toBe(0);
      await expect.poll(() => dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await halfLife.fill('6h');
      await dialog.getByText('priceHalfLife is 6h instead of 2d.').waitFor(PATIENCE);
      await dialog
        .getByText(/until then it recommends as default/)
        .first()
        .waitFor(PATIENCE);
      expect(await accessibilityFaults(page)).toEqual([]);
      const save = dialog.getByRole('button', { name: 'Save' });
      await expect.poll(() => save.isEnabled(), PATIENCE).toBe(true);
      await save.focus();
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });

      const evidence = page.getByRole('region', { name: 'Evidence of the recommender adaptive' });
      await evidence
        .getByText(/^(Of 40 experts|No expert speaks yet)/)
        .first()
        .waitFor(PATIENCE);
      await page.getByRole('button', { name: 'Policy', exact: true }).click();
      await page
        .getByText(/priceHalfLife: 6h/)
        .first()
        .waitFor(PATIENCE);
    });
  });

  it('show what each of them saw', async () => {
    for (const [workload, words] of [
      ['rhythm-in-place', /^(Of 80 experts|No expert speaks yet)/],
      ['thrifty', /^(Of 40 experts|No expert speaks yet)/],
    ] as const)
      await visiting(`/workloads/lab/${workload}`, async (page) => {
        const evidence = page.getByRole('region', { name: 'Evidence of the recommender adaptive' });
        await evidence.getByText(words).first().waitFor(PATIENCE);
        expect(await accessibilityFaults(page)).toEqual([]);
      });
  });

  it('filter the workloads', async () => {
    await visiting('/workloads?recommender=default', async (page) => {
      await page.getByRole('link', { name: 'report' }).waitFor(PATIENCE);
      expect(await page.getByRole('link', { name: 'bursts' }).count()).toBe(0);
    });
  });
});
