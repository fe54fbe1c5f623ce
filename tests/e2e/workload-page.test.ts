import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, findChromium, type Look, launchBrowser, Visitor } from '../support/browser';
import { type Dashboard, startDashboard } from '../support/dashboard';

const chromium = findChromium();
const DESKTOP: Look = { width: 1440, height: 700, colorScheme: 'light' };
/** A process that shares its machine may take long to answer. */
const PATIENCE = { timeout: 20_000 };
const PHONE: Look = { width: 360, height: 740, colorScheme: 'dark' };

let dashboard: Dashboard;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  if (!chromium) return;
  dashboard = await startDashboard({ PLUMBLINE_SANDBOX: 'true', PLUMBLINE_CLOCK_SPEED: '360' });
  browser = await launchBrowser(chromium);
  visitor = new Visitor(browser);
});
afterAll(async () => {
  await browser?.close();
  await dashboard?.stop();
});

describe.skipIf(!chromium)('the pages of workloads', { timeout: 120_000 }, () => {
  /** Runs `visit` on a page at `path` and expects that the browser reported no error. */
  async function visiting(path: string, visit: (page: Page) => Promise<void>, look = DESKTOP): Promise<void> {
    expect(await visitor.visit(dashboard.url + path, visit, look)).toEqual([]);
  }

  const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
  const scrollToEnd = async (page: Page) => {
    await page.mouse.wheel(0, 10_000);
    await expect.poll(() => scrolled(page), PATIENCE).toBeGreaterThan(0);
  };

  it('name every plot, and give its data as a table to the keyboard', async () => {
    await visiting('/workloads/shop/storefront', async (page) => {
      await page.getByRole('application', { name: /^CPU use of storefront, container app, \d/ }).waitFor();
      await page.getByRole('application', { name: /^Memory use of storefront, container app, \d/ }).waitFor();
      const folds = page.locator('summary', { hasText: 'Show as table' });
      expect(await folds.count()).toBe(4);
      expect(await page.getByRole('table').count()).toBe(1);
      for (const fold of await folds.all()) {
        await fold.focus();
        await fold.press('Enter');
      }
      const past = page.getByRole('region', { name: /^CPU use of storefront.*as a table/ }).last();
      expect(await past.getByRole('columnheader').allInnerTexts()).toEqual([
        'Time',
        'Upper bound',
        'Target',
        'Lower bound',
        'Request',
        'Limit',
        'Usage, mean',
        'Usage, 95th percentile',
        'Usage, maximum',
        'Recommender',
      ]);
      expect(await past.getByRole('row').count()).toBeGreaterThan(2);
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  });

  it('say what a confidence rests on', async () => {
    await visiting('/workloads/shop/storefront', async (page) => {
      await page.getByText(/of history: samples span .+ samples, /).waitFor();
    });
  });

  it('show a CronJob by what its next pods start with', async () => {
    await visiting('/workloads?q=invoices', async (page) => {
      const row = page.locator('tbody', { hasText: 'invoices' });
      await row.getByText('requests of new pods').waitFor({ timeout: 60_000 });
      expect(await row.getByText('not set').count()).toBe(0);
    });
  });

  it('open at their top, and Back leads to where one was', async () => {
    await visiting('/workloads', async (page) => {
      await page.getByRole('link', { name: 'storefront' }).waitFor();
      await scrollToEnd(page);
      const left = await scrolled(page);
      await page.getByRole('link', { name: 'search', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'search' }).waitFor();
      await page.getByRole('application').first().waitFor();
      expect(await scrolled(page)).toBe(0);
      await scrollToEnd(page);
      await page.goBack();
      await expect.poll(() => scrolled(page), PATIENCE).toBe(left);
    });
  });

  it('turn to the beginning of the list', async () => {
    await visiting('/audit?kind=action,admission,change,decision', async (page) => {
      const older = page.getByRole('button', { name: 'Older' });
      await older.waitFor({ timeout: 60_000 });
      await scrollToEnd(page);
      await older.click();
      await page.waitForURL(/after=/);
      await page.getByRole('button', { name: 'Newest' }).waitFor();
      await expect
        .poll(
          () =>
            page.evaluate(() => {
              const top = document.getElementById('list-top')?.getBoundingClientRect().top ?? -1;
              return top >= (document.getElementById('top-bar')?.offsetHeight ?? 0) && top < innerHeight / 2;
            }),
          PATIENCE,
        )
        .toBe(true);
    });
  });
});

describe.skipIf(!chromium)('the form for a policy', { timeout: 120_000 }, () => {
  async function editing(
    visit: (dialog: Locator, page: Page) => Promise<void>,
    look = DESKTOP,
  ): Promise<void> {
    const url = `${dashboard.url}/workloads/shop/thumbnailer?edit=policy`;
    const begin = async (page: Page) => {
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio').first().waitFor();
      await visit(dialog, page);
    };
    expect(await visitor.visit(url, begin, look)).toEqual([]);
  }

  it.each([DESKTOP, PHONE])(
    'keeps its height, title and Save in view while one types, $width wide',
    async (look) => {
      await editing(async (dialog) => {
        const place = () => dialog.boundingBox();
        const before = await place();
        const save = dialog.getByRole('button', { name: 'Save' });
        const title = dialog.getByRole('heading', { name: 'Policy of shop/thumbnailer' });
        const most = dialog.getByLabel(/maxAllowed.memory/).first();
        for (const [text, answer] of [
          ['-5Mi', 'must not be negative'],
          ['100Mi', 'The maximum of 100 MiB memory'],
        ] as const) {
          await most.fill(text);
          await dialog.getByText(answer).first().waitFor({ state: 'attached' });
          expect(await place()).toEqual(before);
          for (const part of [save, title]) {
            const box = await part.boundingBox();
            expect(box?.y).toBeGreaterThanOrEqual(0);
            expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(look.height);
          }
        }
      }, look);
    },
  );

  it('begins in its first field', async () => {
    await editing(async (_, page) => {
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('type')), PATIENCE)
        .toBe('radio');
    });
  });

  it('calls nothing wrong before it is typed', async () => {
    await editing(async (dialog, page) => {
      await dialog.getByText('More: when pods may be changed').click();
      await dialog
        .getByRole('combobox', { name: /CPU while starting/ })
        .first()
        .click();
      await page.getByRole('option', { name: 'Times a factor' }).click();
      await dialog.getByText(/^Still empty: .*factor/).waitFor();
      expect(await dialog.locator('[aria-invalid="true"]').count()).toBe(0);
      expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    });
  });

  it.each([DESKTOP, PHONE])('shows two complaints whole, $width wide', async (look) => {
    await editing(async (dialog) => {
      await dialog
        .getByLabel(/maxAllowed.memory/)
        .first()
        .fill('-5Mi');
      await dialog
        .getByLabel(/minAllowed.cpu/)
        .first()
        .fill('garbage');
      await expect.poll(() => dialog.locator('[aria-invalid="true"]').count(), PATIENCE).toBe(2);
      const cut = await dialog.evaluate(
        (element) =>
          [...element.querySelectorAll('li, p')].filter((one) => one.scrollWidth > one.clientWidth + 1)
            .length,
      );
      expect(cut).toBe(0);
    }, look);
  });
});
