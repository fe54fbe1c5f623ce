import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PastView } from '@/server/contract/past';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { Pod } from '@/server/objects/types';
import { accessibilityFaults } from '../support/accessibility';
import { changeAnswers, findChromium, type Look, launchBrowser, overflow, Visitor } from '../support/browser';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { goByKeys } from '../support/keyboard';
import { noticed } from '../support/notices';
import { PATIENCE } from '../support/patience';
import { watchPictures } from '../support/pictures';
import { pointAt, scrollDown } from '../support/pointing';
import { steady } from '../support/steady';

const chromium = findChromium();
const DESKTOP: Look = { width: 1440, height: 700, colorScheme: 'light' };
const PHONE: Look = { width: 360, height: 740, colorScheme: 'dark' };

let dashboard: Dashboard;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  if (!chromium) return;
  dashboard = await startDashboard({
    PLUMBLINE_SANDBOX: 'true',
    PLUMBLINE_CLOCK_SPEED: '60',
    PLUMBLINE_SANDBOX_HEAD_START: '190m',
  });
  browser = await launchBrowser(chromium);
  visitor = new Visitor(browser);
});
afterAll(async () => {
  await browser?.close();
  await dashboard?.stop();
});

describe.skipIf(!chromium)('the pages of workloads', () => {
  /** Runs `visit` on a page at `path` and expects that the browser reported no error. */
  async function visiting(path: string, visit: (page: Page) => Promise<void>, look = DESKTOP): Promise<void> {
    expect(await visitor.visit(dashboard.url + path, visit, look)).toEqual([]);
  }

  const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

  it('name every plot, and give its data as a table to the keyboard', async () => {
    await visiting('/workloads/shop/storefront', async (page) => {
      await page.getByRole('application', { name: /^CPU use of storefront, container app, \d/ }).waitFor();
      await page.getByRole('application', { name: /^Memory use of storefront, container app, \d/ }).waitFor();
      const folds = page.locator('summary', { hasText: 'Show as table' });
      await expect.poll(() => folds.count(), PATIENCE).toBe(5);
      expect(await page.getByRole('table').count()).toBe(0);
      // Also one that is inside an open fold.
      const turned = folds
        .locator('svg')
        .evaluateAll((chevrons) => chevrons.map((one) => getComputedStyle(one).transform));
      expect(await turned).toEqual(Array(5).fill('none'));
      for (const fold of await folds.all()) {
        await fold.focus();
        await fold.press('Enter');
      }
      const past = page.getByRole('region', { name: /^CPU use of storefront.* up to .*as a table/ });
      await expect
        .poll(() => past.getByRole('columnheader').allInnerTexts())
        .toEqual([
          'Time',
          'Upper bound',
          'Target',
          'Target without its cap',
          'Lower bound',
          'Request',
          'Limit',
          'Usage, mean',
          'Usage, 95th percentile',
          'Usage, maximum',
          'Recommender',
        ]);
      await expect.poll(() => past.getByRole('row').count()).toBeGreaterThan(2);
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  });

  it('have charts over time that share their crosshair, hide what is not wanted, and can be taken along', async () => {
    await visiting('/workloads/shop/storefront?last=90d', async (page) => {
      const cpu = page.getByRole('region', { name: 'CPU use and bounds over time' });
      const memory = page.getByRole('region', { name: 'Memory use and bounds over time' });
      await page.getByText(/The data begin \d/).waitFor();
      const plot = cpu.getByRole('application');
      const lines = cpu.locator('.recharts-line-curve');
      await plot.waitFor();
      await expect.poll(() => lines.count()).toBeGreaterThan(3);
      const drawn = await steady('the number of lines', () => lines.count());

      await cpu.getByRole('button', { name: /^Usage: mean/, pressed: true }).click();
      await cpu.getByRole('button', { name: /^Usage: mean/, pressed: false }).waitFor();
      await memory.getByRole('button', { name: /^Usage: mean/, pressed: false }).waitFor();
      await expect.poll(() => lines.count()).toBe(drawn - 3);
      await page.waitForURL((url) => url.searchParams.get('hide') === 'usage');

      await plot.scrollIntoViewIfNeeded();
      await steady('the place of the plot', async () => JSON.stringify(await plot.boundingBox()));
      const { width = 0 } = (await plot.boundingBox()) ?? {};
      const cursors = page.locator('.recharts-tooltip-cursor');
      await pointAt(plot, cursors.nth(1), { x: width * 0.9, y: 60 });
      expect(await cursors.count()).toBe(2);

      const taken = async (kind: string) => {
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          memory.getByRole('button', { name: new RegExp(`^${kind}: Memory use of storefront`) }).click(),
        ]);
        expect(file.suggestedFilename()).toMatch(
          new RegExp(`^memory-use-of-storefront-.+\\.${kind.toLowerCase()}$`),
        );
        return readFileSync(await file.path());
      };
      expect((await taken('CSV')).toString()).toMatch(/^time,upper bound \(bytes\).*\r\n20\d\d-/);
      await memory.getByText('Rollout', { exact: true }).waitFor();
      const picture = await watchPictures(page);
      expect((await taken('PNG')).subarray(1, 4).toString()).toBe('PNG');
      const said = await picture.words();
      expect(said).toEqual(expect.arrayContaining(['Request', 'Target', 'Bounds', 'Rollout']));
      expect(said[said.indexOf('Rollout') - 1]).toBe('▼');
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  });

  it('begin with usage, bounds and confidence in the first 900 pixels of a desk', async () => {
    await visiting(
      '/workloads/shop/storefront',
      async (page) => {
        const seen = [
          ...['CPU', 'Memory'].flatMap((resource) => [
            page.getByRole('img', { name: new RegExp(`^${resource} use of storefront, container app: `) }),
            page.getByRole('application', {
              name: new RegExp(`^${resource} use of storefront, container app, `),
            }),
          ]),
          page.getByRole('application', { name: /^History of storefront, container app that counted/ }),
          page.getByRole('application', { name: /^Bounds of storefront, container app, in multiples/ }),
        ];
        for (const one of seen) {
          await one.waitFor(PATIENCE);
          await expect
            .poll(async () => {
              const box = await one.boundingBox();
              return (box?.y ?? Infinity) + (box?.height ?? Infinity);
            }, PATIENCE)
            .toBeLessThan(900);
        }
      },
      { ...DESKTOP, height: 900 },
    );
  });

  it('say so where the browser draws no picture of a chart', async () => {
    await visiting('/workloads/shop/storefront', async (page) => {
      const button = page.getByRole('button', { name: /^PNG: Memory use/ });
      await button.waitFor(PATIENCE);
      await page.evaluate(() => {
        HTMLCanvasElement.prototype.toBlob = (done) => done(null);
      });
      await button.click();
      await noticed(page, 'The browser could not draw the picture');
    });
  });

  it('are short on a phone: one resource, and the first tab open', async () => {
    await visiting(
      '/workloads/shop/storefront',
      async (page) => {
        const cpu = page.getByRole('region', { name: 'CPU use and bounds over time' });
        const memory = page.getByRole('region', { name: 'Memory use and bounds over time' });
        const why = page.getByRole('region', { name: 'Why this CPU target' });
        await cpu.getByRole('application').waitFor();
        await why.waitFor();
        expect(await memory.count()).toBe(0);
        await page.getByRole('radiogroup', { name: 'Resource shown' }).getByText('Memory').click();
        await memory.getByRole('application').waitFor();
        await cpu.waitFor({ state: 'detached' });
        expect([await accessibilityFaults(page), await overflow(page)]).toEqual([[], 0]);
      },
      PHONE,
    );
  });

  it('have links to their sections, which lead there', async () => {
    await visiting('/workloads/shop/storefront?tab=pods', async (page) => {
      await page.getByRole('link', { name: 'Link to Events in Kubernetes' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.hash === '#events');
      await page.goto('about:blank');
      await page.goto(`${dashboard.url}/workloads/shop/storefront?tab=pods#events`);
      await page.getByRole('heading', { name: 'Events in Kubernetes' }).waitFor();
      await expect.poll(() => scrolled(page), PATIENCE).toBeGreaterThan(0);
    });
  });

  it('say what a confidence rests on, and when bounds are narrower', async () => {
    await visiting('/workloads/shop/storefront', async (page) => {
      await page.getByText(/of history: samples span .+ samples, /).waitFor();
      const history = page.getByRole('region', { name: /^History behind the upper bounds/ });
      await history.getByText(/the upper bounds are [\d.,]+ × what usage asks for/).waitFor();
      await history.getByText('Samples, at one a minute').waitFor();
      await expect.poll(() => history.getByText(/^1\.1 × (in \d|reached)/).count()).toBe(1);
      await page.getByText('Bounds, in multiples of the target').waitFor(PATIENCE);
    });
  });

  it('have usage, bounds and requests in one picture, and the share of usage above a cursor', async () => {
    await visiting('/workloads/shop/storefront?axis=linear', async (page) => {
      const picture = page.getByRole('img', { name: /^CPU use of storefront, container app: 50 % of usage/ });
      await picture.waitFor();
      await expect
        .poll(() => picture.getAttribute('aria-label'))
        .toMatch(/target \d.*bounds \d.*current request \d.*limit \d/);
      const cursor = page.getByRole('slider', { name: /^Share of CPU use of storefront/ });
      await cursor.focus();
      await cursor.press('End');
      await page.getByText(/^Above .+: 0 % of the time; at or below: 100 %\.$/).waitFor();
      await cursor.press('Home');
      await expect.poll(() => cursor.getAttribute('aria-valuetext')).toMatch(/: 100 % of the time/);
      const { width = 0 } = (await cursor.boundingBox()) ?? {};
      await pointAt(cursor, page.getByText(/^Above .+: 0 % of the time/), { x: width - 1, y: 80 });
    });
  });

  it('keep container, bound, axis and range in the address', async () => {
    const asked = '?container=envoy&cpu-bound=upperBound&axis=linear&last=6h';
    await visiting(`/workloads/shop/storefront${asked}`, async (page) => {
      await page.getByRole('heading', { name: 'Why this CPU upper bound' }).waitFor();
      const chosen = (group: RegExp) =>
        page.getByRole('radiogroup', { name: group }).locator('input:checked');
      await expect.poll(() => chosen(/^Container/).getAttribute('value')).toBe('envoy');
      await expect.poll(() => chosen(/^Axis of CPU/).getAttribute('value')).toBe('linear');
      await expect.poll(() => chosen(/^Time shown/).getAttribute('value')).toBe('6h');
      await page.keyboard.press(']');
      await page.waitForURL(/container=app/);
      expect(new URL(page.url()).searchParams.get('cpu-bound')).toBe('upperBound');
      await page.getByRole('button', { name: 'Change mode or policy' }).click();
      await page.getByRole('dialog').getByRole('button').first().focus();
      await page.keyboard.press(']');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(new URL(page.url()).searchParams.get('container')).toBe('app');
      await page.keyboard.press(']');
      await page.waitForURL(/container=envoy/);
    });
  });

  it('show the range that is typed, by the clock of the page, and keep it in the address', async () => {
    await visiting(
      '/workloads/shop/storefront?from=1790000000000&to=1790003600000',
      async (page) => {
        const [from, to] = [page.getByLabel('From (GMT+5:30)'), page.getByLabel('To (GMT+5:30)')];
        await expect.poll(() => from.inputValue()).toBe('2026-09-21 19:43');
        await from.fill('21 Sep');
        await from.press('Enter');
        await page.getByText('Write it as YYYY-MM-DD hh:mm').waitFor();
        expect(await accessibilityFaults(page)).toEqual([]);
        await from.press('Escape');
        await expect.poll(() => from.inputValue()).toBe('2026-09-21 19:43');
        await from.fill('2026-09-20');
        await to.fill('2026-09-20 06:30');
        await to.press('Enter');
        const asked = { from: Date.UTC(2026, 8, 19, 18, 30), to: Date.UTC(2026, 8, 20, 1) };
        await page.waitForURL((url) => url.searchParams.get('from') === String(asked.from));
        await page.waitForURL((url) => url.searchParams.get('to') === String(asked.to));
        expect(await to.evaluate((input) => input === document.activeElement)).toBe(true);
        await page
          .getByRole('banner')
          .getByRole('button', { name: /GMT\+5:30/ })
          .click();
        await page.getByLabel('From (UTC)').waitFor();
        await expect.poll(() => page.getByLabel('From (UTC)').inputValue()).toBe('2026-09-19 18:30');
      },
      { ...DESKTOP, timeZone: 'Asia/Kolkata' },
    );
  });

  it('draw of hundreds of kills as many as have room, and answer meanwhile', async () => {
    await visiting('/workloads/shop/storefront', async (page) => {
      await changeAnswers<PastView>(page, '**/past?*', (past) => {
        const every = (past.toMs - past.fromMs) / 400;
        const kills = Array.from({ length: 400 }, (_, index) => past.fromMs + index * every);
        return {
          ...past,
          marks: kills.map((atMs) => ({
            kind: 'oom',
            atMs,
            lastMs: atMs,
            times: 1,
            pods: [],
            detail: '',
            record: 'none',
          })),
        };
      });
      await page.reload();
      for (const name of [/^CPU use of storefront/, /^Memory use of storefront/]) {
        const chart = page.getByRole('application', { name });
        await chart.locator('[data-mark]').nth(20).waitFor({ state: 'attached' });
        const places = await chart
          .locator('[data-mark] text')
          .evaluateAll((signs) => signs.map((sign) => Number(sign.getAttribute('x'))));
        const apart = places.slice(1).map((place, index) => place - (places[index] ?? 0));
        expect(Math.min(...apart)).toBeGreaterThan(5);
      }
      await page.getByRole('button', { name: 'Change mode or policy' }).first().click();
      await page.getByRole('dialog').waitFor();
    });
  });

  it('draw no chart and no input again while its data stay, however often the rest is', async () => {
    await visiting('/workloads/shop/storefront', async (page) => {
      const answers = new Map<string, PastView>();
      await changeAnswers<PastView>(page, '**/past?*', (past, address) => {
        answers.set(address, answers.get(address) ?? past);
        return answers.get(address) ?? past;
      });
      await page.reload();
      const charts = page.locator('main svg[role=application]');
      await expect.poll(() => charts.count(), PATIENCE).toBe(4);
      // React writes the name and the type of an input anew whenever it draws it.
      const still = page.locator('main svg[role=application], main input');
      await still.evaluateAll((drawn) => {
        const noted = Object.assign(window, { redrawn: [] as string[] });
        const observer = new MutationObserver((changes) => {
          noted.redrawn.push(...changes.map(({ target }) => String(target.parentElement?.textContent)));
        });
        for (const one of drawn) observer.observe(one, { subtree: true, childList: true, attributes: true });
      });
      const redrawn = async () => {
        await page.evaluate(() => Object.assign(window, { redrawn: [] }));
        for (let answered = 0; answered < 3; answered++)
          await page.waitForResponse(/\/api\/workloads\/shop\/storefront$/);
        return page.evaluate(() => (window as unknown as { redrawn: string[] }).redrawn);
      };
      // What comes late may move them once.
      let changes = await redrawn();
      for (let more = 0; changes.length > 0 && more < 4; more++) changes = await redrawn();
      expect(changes).toEqual([]);
    });
  });

  it('show events and what was done', async () => {
    await visiting('/workloads/shop/storefront', async (page) => {
      await page.getByRole('button', { name: 'Pods and events' }).click();
      await page.waitForURL(/tab=pods/);
      // The events of its start are gone after an hour of the cluster's clock.
      const cluster = KubeClient.connect(loadAccess({ kubeconfig: dashboard.kubeconfig }));
      const { items } = await cluster.request<{ items: Pod[] }>('GET', pathOf(API_RESOURCES.pods, 'shop'));
      const pod = items.find(({ metadata }) => metadata.name.startsWith('storefront-'));
      await cluster.request('DELETE', pathOf(API_RESOURCES.pods, 'shop', pod?.metadata.name));
      await cluster.close();
      const events = page.getByRole('region', { name: 'Events in Kubernetes' });
      await events.getByRole('listitem').first().waitFor(PATIENCE);
      await page.getByRole('region', { name: 'Done and changed' }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  });

  it("show times by the viewer's clock, with UTC beside it, or in UTC by choice", async () => {
    await visiting(
      '/workloads/shop/storefront',
      async (page) => {
        const created = page.getByText(/^VPA created/).locator('time');
        const tip = page.getByRole('tooltip');
        await pointAt(created, tip.getByText(/ GMT\+5:30/));
        await pointAt(created, tip.getByText(/ UTC/));
        const clock = page.getByRole('banner').getByRole('button', { name: /GMT\+5:30/ });
        await clock.click();
        await page.getByRole('banner').getByRole('button', { name: / UTC/ }).waitFor();
        await pointAt(created, tip.getByText(/ UTC/));
        expect(await tip.getByText(/GMT/).count()).toBe(0);
        await page.reload();
        await page.getByRole('banner').getByRole('button', { name: / UTC/ }).waitFor();
      },
      { ...DESKTOP, timeZone: 'Asia/Kolkata' },
    );
  });

  it('are printed in light colours, without what one presses', async () => {
    await visiting(
      '/workloads/shop/storefront',
      async (page) => {
        await page.getByRole('application', { name: /^CPU use of storefront/ }).waitFor();
        await page.emulateMedia({ media: 'print' });
        expect(await page.getByRole('button', { name: 'Stop', exact: true }).isVisible()).toBe(false);
        expect(await page.getByRole('button', { name: 'Change mode or policy' }).isVisible()).toBe(false);
        expect(await page.getByText('Drag over a chart').isVisible()).toBe(false);
        expect(await page.getByText('The same with kubectl').isVisible()).toBe(false);
        await expect
          .poll(() => page.getByRole('heading', { name: 'Pods', exact: true }).isVisible())
          .toBe(true);
        // Which cluster, and at what time: on paper `2 h ago` says nothing without.
        const strip = page.getByRole('banner');
        await expect.poll(() => strip.getByText('Embedded cluster').isVisible()).toBe(true);
        await expect.poll(() => strip.getByText('UTC').isVisible()).toBe(true);
        await expect.poll(() => strip.getByText('last pass').isVisible()).toBe(true);
        const colours = await page.evaluate(() => {
          const card = document.querySelector('#main section section') ?? document.body;
          return [document.body, card].map((one) => getComputedStyle(one).backgroundColor);
        });
        expect(colours).toEqual(['rgb(255, 255, 255)', expect.stringMatching(/255, 255, 255|0, 0, 0, 0/)]);
        const { width } = (await page.locator('.recharts-surface').first().boundingBox()) ?? {};
        expect(width).toBeGreaterThan(200);
        await page.emulateMedia({ media: 'screen' });
      },
      PHONE,
    );
  });

  it('are printed from the dark in colours that can be read on paper', async () => {
    await visiting(
      '/workloads/shop/storefront',
      async (page) => {
        const from = page.getByRole('textbox', { name: /^From/ });
        await from.waitFor();
        await page.emulateMedia({ media: 'print' });
        for (const one of [from, page.getByRole('link', { name: 'Past actions' })]) {
          const { paper, ink } = await one.evaluate((element) => {
            const { backgroundColor, color } = getComputedStyle(element);
            return { paper: backgroundColor, ink: color };
          });
          expect(paper).toBe('rgba(0, 0, 0, 0)');
          expect(brightness(ink)).toBeLessThan(0.4);
        }
        await page.emulateMedia({ media: 'screen' });
      },
      { ...DESKTOP, colorScheme: 'dark' },
    );
  });

  it('show a CronJob by what its next pods start with', async () => {
    await visiting('/workloads?q=invoices', async (page) => {
      const row = page.locator('tbody', { hasText: 'invoices' });
      await row.getByText('requests of new pods').waitFor(PATIENCE);
      expect(await row.getByText('not set').count()).toBe(0);
    });
  });

  it('open at their top, and Back leads to where one was', async () => {
    await visiting('/workloads', async (page) => {
      await page.getByRole('link', { name: 'storefront' }).waitFor();
      await scrollDown(page);
      const left = await steady('the scroll', () => scrolled(page));
      await page.getByRole('link', { name: 'search', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'search' }).waitFor();
      await page.getByRole('application').first().waitFor();
      expect(await scrolled(page)).toBe(0);
      await scrollDown(page);
      await page.goBack();
      await expect.poll(() => scrolled(page), PATIENCE).toBe(left);
    });
  });

  it('turn to the beginning of the list', async () => {
    await visiting('/changes/audit?kind=action,admission,change,decision', async (page) => {
      const older = page.getByRole('button', { name: 'Older' });
      await older.waitFor(PATIENCE);
      await scrollDown(page);
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

describe.skipIf(!chromium)('somebody at the keyboard, or here for the first time', () => {
  const visiting = async (path: string, visit: (page: Page) => Promise<void>) =>
    expect(await visitor.visit(dashboard.url + path, visit, DESKTOP)).toEqual([]);

  it('goes to pages by two keys, and finds all keys under ?', async () => {
    await visiting('/changes/audit', async (page) => {
      await page.getByText(/^Live$/).waitFor();
      await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
      await page.keyboard.press('?');
      const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await sheet.getByText('Next container').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      // Keys do nothing behind a dialog.
      await page.keyboard.press('g');
      await page.keyboard.press('p');
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
      expect(page.url()).toMatch(/audit$/);
      await goByKeys(page, 'gp', /\/changes$/);
    });
  });

  it('types these keys as letters in a field, and can turn them off', async () => {
    await visiting('/changes/audit', async (page) => {
      const field = page.getByRole('textbox', { name: 'Find by name' });
      await field.click();
      await page.keyboard.type('gp?s');
      await expect.poll(() => field.inputValue()).toBe('gp?s');
      expect(await page.getByRole('dialog').count()).toBe(0);
      await page.getByRole('button', { name: /^Keyboard shortcuts/ }).click();
      await page.getByRole('switch', { name: 'Shortcuts of keys without Ctrl' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('heading', { level: 1, name: 'Audit' }).click();
      await page.keyboard.press('s');
      await page.keyboard.press('g');
      await page.keyboard.press('w');
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(page.url()).toContain('/changes/audit');
    });
  });

  it('is shown around in four steps where that is set, once', async () => {
    await visiting('/', async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      const tour = page.getByRole('region', { name: 'Tour of Plumbline' });
      expect(await tour.count()).toBe(0);
      await changeAnswers(page, '**/api/status', (status) => ({ ...status, offersTour: true }));
      await page.reload();
      await tour.getByText('Step 1 of 4').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await tour.getByRole('button', { name: 'Next' }).click();
      await page.waitForURL(/\/workloads\/[^/]+\/[^/]+$/);
      await tour.getByRole('button', { name: 'Next' }).click();
      await page.waitForURL(/\/changes$/);
      await tour.getByRole('button', { name: 'Next' }).click();
      await tour.getByText('Step 4 of 4').waitFor();
      await tour.getByRole('button', { name: 'Close' }).click();
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor();
      expect(await tour.count()).toBe(0);
    });
  });
});

describe.skipIf(!chromium)('the form for a policy', () => {
  /** Opens the form; it begins in its first field. */
  async function editing(visit: (dialog: Locator, page: Page) => Promise<void>): Promise<void> {
    const url = `${dashboard.url}/workloads/shop/thumbnailer?edit=policy`;
    const begin = async (page: Page) => {
      const dialog = page.getByRole('dialog');
      // The dialog takes the focus; a list opened before that would close.
      await dialog.locator('input[type=radio]:focus').waitFor();
      await visit(dialog, page);
    };
    expect(await visitor.visit(url, begin, DESKTOP)).toEqual([]);
  }

  it('keeps its height, title and Save in view while one types, on a desk and on a phone', async () => {
    await editing(async (dialog, page) => {
      const place = () => dialog.boundingBox();
      const save = dialog.getByRole('button', { name: 'Save' });
      const title = dialog.getByRole('heading', { name: 'Policy of shop/thumbnailer' });
      const most = dialog.getByLabel(/maxAllowed.memory/).first();
      for (const { width, height } of [DESKTOP, PHONE]) {
        await page.setViewportSize({ width, height });
        const before = await place();
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
            expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
          }
        }
      }
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
      await expect.poll(() => dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    });
  });

  it('shows two complaints whole, on a desk and on a phone', async () => {
    await editing(async (dialog, page) => {
      await dialog
        .getByLabel(/maxAllowed.memory/)
        .first()
        .fill('-5Mi');
      await dialog
        .getByLabel(/minAllowed.cpu/)
        .first()
        .fill('garbage');
      await expect.poll(() => dialog.locator('[aria-invalid="true"]').count(), PATIENCE).toBe(2);
      for (const { width, height } of [DESKTOP, PHONE]) {
        await page.setViewportSize({ width, height });
        const cut = await dialog.evaluate(
          (element) =>
            [...element.querySelectorAll('li, p')].filter((one) => one.scrollWidth > one.clientWidth + 1)
              .length,
        );
        expect(cut).toBe(0);
      }
    });
  });
});

/** Of a colour as the browser writes it, 0 to 1. */
function brightness(colour: string): number {
  const [red = 255, green = 255, blue = 255] = (colour.match(/\d+/g) ?? []).map(Number);
  return (0.3 * red + 0.6 * green + 0.1 * blue) / 255;
}
