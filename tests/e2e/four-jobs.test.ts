import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { findChromium } from '../support/browser';
import { chooseByKeyboard, goByKeys, pressByKeyboard, pressEitherWay } from '../support/keyboard';
import { noticed } from '../support/notices';
import { openedDashboard } from '../support/opened-dashboard';
import { PATIENCE } from '../support/patience';
import { watchPictures } from '../support/pictures';
import { dragOver } from '../support/pointing';

const chromium = findChromium();
/** From Overview to done. */
const MOST_STEPS = 4;

/** A person at work: what they press counts, which is in reach of a mouse and of the keyboard alike. */
class Hands {
  steps = 0;

  constructor(readonly page: Page) {}

  async press(target: Locator): Promise<void> {
    this.steps++;
    await target.waitFor(PATIENCE);
    await pressEitherWay(this.page, target);
  }

  async choose(radio: Locator): Promise<void> {
    this.steps++;
    await radio.waitFor(PATIENCE);
    await radio.click({ trial: true });
    await chooseByKeyboard(this.page, radio);
  }
}

describe.skipIf(!chromium)('what people come for, by mouse or keyboard', () => {
  const opened = openedDashboard({
    PLUMBLINE_SANDBOX: 'true',
    PLUMBLINE_SANDBOX_HISTORY: '8d',
    PLUMBLINE_CLOCK_SPEED: '60',
  });

  /** Does a job from Overview on, and expects that it took few steps. */
  async function doing(job: (hands: Hands) => Promise<void>): Promise<void> {
    let hands: Hands | undefined;
    const errors = await opened.visitor.visit(opened.dashboard.url, async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor(PATIENCE);
      hands = new Hands(page);
      await job(hands);
    });
    expect(errors).toEqual([]);
    expect(hands?.steps).toBeGreaterThan(0);
    expect(hands?.steps).toBeLessThanOrEqual(MOST_STEPS);
  }

  it('to browse: what a workload should request, and why', async () => {
    await doing(async (hands) => {
      const { page } = hands;
      await hands.press(page.getByRole('link', { name: 'Workloads' }).first());
      await hands.press(page.getByRole('table').getByRole('link', { name: 'storefront' }));
      await page.getByRole('heading', { level: 1, name: 'storefront' }).waitFor(PATIENCE);
      const why = page.getByRole('region', { name: 'Why this CPU target' });
      await why.getByText(/^The target is \S+\.$/).waitFor(PATIENCE);
      await hands.press(page.getByRole('button', { name: 'Pods and events' }));
      await page.getByRole('region', { name: 'Pods', exact: true }).getByRole('row').nth(4).waitFor(PATIENCE);
    });
  });

  it('to edit: another mode, with what it does said before it is saved', async () => {
    await doing(async (hands) => {
      const { page } = hands;
      await hands.press(page.getByRole('link', { name: 'shop/orders-db' }).first());
      await hands.press(page.getByRole('button', { name: 'Change mode or policy' }));
      const dialog = page.getByRole('dialog', { name: 'Policy of shop/orders-db' });
      await hands.choose(dialog.getByRole('radio', { name: 'Initial', exact: true }));
      await dialog.getByRole('region', { name: 'What saving does' }).getByRole('listitem').first().waitFor();
      await dialog
        .getByRole('list', { name: 'New pods' })
        .getByText(/^postgres CPU/)
        .first()
        .waitFor();
      await hands.press(dialog.getByRole('button', { name: 'Save' }));
      await noticed(page, 'Saved shop/orders-db');
      await page.getByText('Sets requests when pods are created.').first().waitFor();
    });
  });

  it('to stop everything, and to go on', async () => {
    await doing(async (hands) => {
      const { page } = hands;
      await hands.press(page.getByRole('button', { name: 'Stop', exact: true }));
      await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Stop everything' }));
      const banner = page.getByRole('region', { name: 'Stopped' });
      await banner.getByText('Stopped: everything.').waitFor();
      await hands.press(banner.getByRole('button', { name: 'Resume' }));
      await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Resume' }));
      await banner.waitFor({ state: 'detached' });
    });
  });

  it('to read the log: who did what, and all there is to it', async () => {
    await doing(async (hands) => {
      const { page } = hands;
      await hands.press(
        page
          .getByRole('navigation')
          .getByRole('link', { name: /^Changes/ })
          .first(),
      );
      await hands.press(page.getByRole('link', { name: 'Audit', exact: true }));
      const stop = page.getByRole('row', { name: /Stop.*Everything.*by an unnamed user/ }).first();
      await hands.press(stop.locator('summary'));
      await stop.getByText(/^Stop · \d/).waitFor();
      await stop
        .getByText(/ → Off$/)
        .first()
        .waitFor();
    });
  });

  /** Takes a chart along, as picture with its name and legend and as numbers. */
  async function takes(page: Page, label: string | RegExp, head: RegExp): Promise<void> {
    const taken = async (kind: string) => {
      const name = new RegExp(`^${kind}: ${typeof label === 'string' ? label : label.source.slice(1)}`);
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      return readFileSync(await (await coming).path());
    };
    expect((await taken('CSV')).toString()).toMatch(head);
    const picture = await watchPictures(page);
    expect((await taken('PNG')).subarray(1, 4).toString()).toBe('PNG');
    const said = await picture.words();
    expect(said[0]).toMatch(label);
    expect(said.length).toBeGreaterThan(1);
    const drawing = await picture.drawing();
    expect(drawing.indexOf('<text')).toBeGreaterThan(drawing.lastIndexOf('<path'));
  }

  it('to see what matters on a phone, within three screens', async () => {
    const phone = { width: 390, height: 844, colorScheme: 'light' } as const;
    const see = async (page: Page) => {
      await page.getByRole('heading', { level: 2, name: 'Memory', exact: true }).waitFor(PATIENCE);
      const height = () => page.evaluate(() => document.documentElement.scrollHeight);
      await expect.poll(height, PATIENCE).toBeLessThanOrEqual(3 * phone.height);
    };
    expect(await opened.visitor.visit(opened.dashboard.url, see, phone)).toEqual([]);
  });

  it('to look at a time: what is dragged over is shown, and is in the address', async () => {
    const errors = await opened.visitor.visit(opened.dashboard.url, async (page) => {
      const day = page.getByRole('figure', { name: 'CPU over the last day' });
      await day.waitFor(PATIENCE);
      await dragOver(day.locator('svg').first(), /[?&]from=\d+&to=\d+/);
      await page.getByRole('figure', { name: 'CPU in the time chosen' }).waitFor();
      await takes(page, 'CPU in the time chosen', /^time,requested \(millicores\)/);
      await page.getByRole('button', { name: 'Whole day' }).click();
      await day.waitFor();

      await page.goto(`${opened.dashboard.url}/changes/audit`);
      const chart = page.getByRole('region', { name: 'Actions over time' });
      await chart.waitFor(PATIENCE);
      await takes(page, /^Actions in steps of/, /^from,evictions,/);
      await dragOver(chart.locator('[aria-hidden="true"]').first(), /[?&]since=.*until=/);
    });
    expect(errors).toEqual([]);
  });

  it('to find something while they type, and to go on where they were', async () => {
    const errors = await opened.visitor.visit(`${opened.dashboard.url}/changes/audit`, async (page) => {
      const field = page.getByPlaceholder('Find a pod, a user, a word');
      await field.waitFor(PATIENCE);
      await field.focus();
      await page.keyboard.press('Control+k');
      const palette = page.getByPlaceholder('Page, action or workload');
      await palette.waitFor(PATIENCE);
      await expect.poll(() => palette.evaluate((one) => one === document.activeElement)).toBe(true);
      await page.keyboard.press('Escape');
      await palette.waitFor({ state: 'detached' });
      await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    });
    expect(errors).toEqual([]);
  });

  it('all four by the keyboard alone', async () => {
    const errors = await opened.visitor.visit(`${opened.dashboard.url}/workloads`, async (page) => {
      const keys = page.keyboard;
      await page.getByRole('table').getByRole('link').first().waitFor(PATIENCE);
      await keys.press('j');
      const first = page.locator('tbody a:focus');
      const name = await first.innerText();
      await keys.press('j');
      await expect.poll(() => first.innerText()).not.toBe(name);
      await keys.press('k');
      await expect.poll(() => first.innerText()).toBe(name);
      await keys.press('Enter');
      await page.getByRole('heading', { level: 1, name }).waitFor(PATIENCE);

      await page.getByRole('button', { name: 'Change mode or policy' }).waitFor(PATIENCE);
      await keys.press('e');
      const dialog = page.getByRole('dialog', { name: /^Policy of / });
      const radio = dialog.getByRole('radio', { name: 'InPlace', exact: true });
      await radio.waitFor(PATIENCE);
      await chooseByKeyboard(page, radio);
      await dialog.getByRole('region', { name: 'What saving does' }).getByRole('listitem').first().waitFor();
      await keys.press('Control+Enter');
      await noticed(page, 'Saved ');
      await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
      await noticed(page, ' is as before');

      await keys.press('s');
      await pressByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Stop everything' }));
      await page.getByRole('region', { name: 'Stopped' }).getByText('Stopped: everything.').waitFor(PATIENCE);
      // A key belongs to a dialog until that is gone.
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await keys.press('s');
      await pressByKeyboard(
        page,
        page.getByRole('dialog', { name: /^Resume / }).getByRole('button', { name: 'Resume' }),
      );
      await page.getByRole('region', { name: 'Stopped' }).waitFor({ state: 'detached' });
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      await goByKeys(page, 'ga', /\/changes\/audit$/);
      await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor(PATIENCE);
      await page
        .getByRole('row', { name: /Update mode changed/ })
        .first()
        .waitFor(PATIENCE);
    });
    expect(errors).toEqual([]);
  });
});
