import { gzipSync } from 'node:zlib';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StatusAnswer } from '@/server/contract/status';
import type { WorkloadsView } from '@/server/contract/workloads';
import { accessibilityFaults } from '../support/accessibility';
import {
  changeAnswers,
  DESKTOP,
  findChromium,
  launchBrowser,
  openAddress,
  openPage,
  overflow,
  Visitor,
} from '../support/browser';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { PATIENCE } from '../support/patience';
import { sendRaw } from '../support/raw-http';
import { until } from '../support/until';

const chromium = findChromium();
/** The address of a script in a page. */
const CHUNK = /\/_next\/static\/chunks\/[\w.~-]+\.js/;
const SWITCH = {
  kind: 'change',
  id: '1',
  who: 'local',
  change: 'scenario',
  namespace: '',
  name: '',
  outcome: 'done',
  detail: '',
  before: null,
  after: null,
};
describe.skipIf(!chromium)('the dashboard over the embedded cluster', () => {
  let dashboard: Dashboard;
  let browser: Browser;
  let visitor: Visitor;

  beforeAll(async () => {
    dashboard = await startDashboard({ PLUMBLINE_SANDBOX: 'true', PLUMBLINE_CLOCK_SPEED: '60' });
    browser = await launchBrowser(chromium ?? '');
    visitor = new Visitor(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await dashboard?.stop();
  });

  /** Runs `visit` on a page at `path` and expects that the browser reported no error. */
  async function visiting(path: string, visit: (page: Page) => Promise<void>, look = DESKTOP): Promise<void> {
    expect(await visitor.visit(dashboard.url + path, visit, look)).toEqual([]);
  }

  const recommended = (page: Page) => page.locator('tbody', { hasText: '% used' }).first();

  it('shows recommendations that update by themselves', async () => {
    await visiting('/workloads', async (page) => {
      await recommended(page).waitFor();
      const table = page.getByRole('table');
      const before = await table.innerText();
      await expect.poll(() => table.innerText(), PATIENCE).not.toBe(before);
    });
  });

  it('leads from former addresses to where pages are now, for its own Host alone', async () => {
    for (const [former, now] of [
      ['/plan?namespace=shop', '/changes?namespace=shop'],
      ['/policies/small', '/rules/small'],
      ['/problems?namespace=shop', '/namespaces/shop'],
    ] as const) {
      const { status, headers } = await fetch(dashboard.url + former, { redirect: 'manual' });
      expect([status, headers.get('location')]).toEqual([307, now]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect((await sendRaw(dashboard.url, 'GET /plan', ['Host: evil.example'])).status).toBe(403);
  });

  it('saves what the log shows as a table or as JSON', async () => {
    for (const [format, type] of [
      ['csv', 'text/csv; charset=utf-8'],
      ['json', 'application/json'],
    ] as const) {
      const { status, headers } = await fetch(
        `${dashboard.url}/api/audit/export?kind=action&format=${format}`,
      );
      expect([status, headers.get('content-type')]).toEqual([200, type]);
      expect(headers.get('content-disposition')).toBe(`attachment; filename="audit.${format}"`);
    }
  });

  it('names at most 250 kB of script, compressed, for the first page', async () => {
    const html = await (await fetch(`${dashboard.url}/`)).text();
    const old = new Set(
      [...html.matchAll(/<script[^>]*nomodule[^>]*>/gi)].map(([tag]) => CHUNK.exec(tag)?.[0]),
    );
    const chunks = new Set([...html.matchAll(new RegExp(CHUNK, 'g'))].map(([chunk]) => chunk));
    const sizes = [...chunks].map(async (chunk) => {
      const script = await (await fetch(dashboard.url + chunk)).arrayBuffer();
      return old.has(chunk) ? 0 : gzipSync(new Uint8Array(script)).length;
    });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(250_000);
  });

  it('loads another page ahead once somebody points at its link', async () => {
    await visiting('/', async (page) => {
      const ahead: string[] = [];
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (searchParams.has('_rsc')) ahead.push(pathname);
      });
      await page.getByText(/\d+ VPAs in \d+ namespaces/).waitFor();
      await page.waitForResponse(/\/api\/overview/);
      expect(ahead).toEqual([]);
      const changes = page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Changes' });
      await until('the plan loaded ahead', async () => {
        await changes.hover();
        return ahead.includes('/changes');
      });
    });
  });

  it('opens what was asked for once its script can be loaded', async () => {
    const { page } = await openPage(browser, DESKTOP);
    let isAway = false;
    const refused: string[] = [];
    await page.route('**/_next/static/chunks/**', async (route) => {
      if (!isAway) return route.continue();
      refused.push(route.request().url());
      return route.abort();
    });
    await page.goto(dashboard.url);
    await page.getByText(/\d+ VPAs in \d+ namespaces/).waitFor();
    isAway = true;
    await page.keyboard.press('?');
    // The bundler asks twice by itself.
    await until('a script refused three times', async () =>
      refused.some((url) => refused.filter((one) => one === url).length > 2),
    );
    isAway = false;
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.context().close();
  });

  it('moves nothing while it loads for those who prefer reduced motion', async () => {
    await visiting('/changes/audit', async (page) => {
      let answer = () => {};
      const asked = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/workloads**', async (route) => {
        await asked;
        await route.continue();
      });
      await page.getByRole('navigation').getByRole('link', { name: 'Workloads' }).click();
      await page.locator('[aria-busy=true] > :nth-child(2)').waitFor();
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
      answer();
      await recommended(page).waitFor();
    });
  });

  it('leads from a workload in the table to its evidence', async () => {
    await visiting('/workloads', async (page) => {
      const link = recommended(page).getByRole('link');
      const name = await link.innerText();
      await link.click();
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await page.getByRole('img', { name: /^CPU use of .+: 50 % of usage at or below/ }).waitFor();
      await page.getByRole('img', { name: /^Memory use of/ }).waitFor();
      await page.getByText('90th percentile of usage').first().waitFor();
      await page
        .getByText(/^The target is \d/)
        .first()
        .waitFor();
      await page.getByLabel('cpu bound to explain').getByText('Upper').click();
      await page.getByText(/^The upper bound is \d/).waitFor();
      await page.getByRole('application', { name: /^CPU use of .+, \d/ }).waitFor();
    });
  });

  it('moves no row while the pointer is over the table or one is chosen', async () => {
    await visiting('/workloads', async (page) => {
      await recommended(page).waitFor();
      let kept: WorkloadsView | undefined;
      let isTurned = false;
      await changeAnswers<WorkloadsView>(page, '**/api/workloads?*', (view) => {
        kept ??= view;
        // What changes beside the order tells that the page has the answer.
        return isTurned ? { ...kept, rows: [...kept.rows].reverse(), all: 7_777 } : kept;
      });
      await page.reload();
      const links = page.locator('tbody th[scope^=row] a');
      const places = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      await expect.poll(async () => (await places()).length === kept?.rows.length, PATIENCE).toBe(true);
      const before = await places();
      await links.first().hover();
      isTurned = true;
      await page
        .getByText(/ of 7,777 workloads/)
        .first()
        .waitFor(PATIENCE);
      expect(await places()).toEqual(before);
      const first = page.getByRole('checkbox', { name: /^Choose \S+\// }).first();
      await first.check();
      await page.mouse.move(0, 0);
      await page.getByText('1 workload chosen').waitFor();
      expect(await places()).toEqual(before);
      await first.uncheck();
      await page.mouse.move(0, 0);
      await expect.poll(places, PATIENCE).toEqual(before.reverse());
    });
  });

  it('leads from the overview to a namespace and its workloads, and stops it', async () => {
    await visiting('/', async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      await page.getByRole('figure', { name: 'CPU over the last day' }).waitFor();
      await page.getByText('Week', { exact: true }).click();
      await page.waitForURL(/span=week/);
      await page.getByRole('figure', { name: 'Memory over the last week' }).waitFor();
      const state = page.getByRole('region', { name: 'State of Plumbline' });
      await state.getByText(/parts? of Plumbline/).click();
      await state.getByText('Recommender').waitFor();
      await page.getByRole('navigation').getByRole('link', { name: 'Workloads' }).click();
      await page.getByRole('link', { name: 'By namespace', exact: true }).click();
      await page.getByRole('table').getByRole('link', { name: 'shop' }).click();
      await page.getByRole('heading', { level: 1, name: 'shop' }).waitFor();
      await recommended(page).waitFor();
      await page.getByRole('button', { name: 'Stop shop' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Stop namespace shop' }).waitFor();
    });
  });

  it('says when a namespace has no VPA', async () => {
    await visitor.visit(`${dashboard.url}/namespaces/nowhere`, async (page) => {
      await page.getByRole('heading', { name: 'No VPA in namespace nowhere' }).waitFor();
    });
  });

  it('keeps filter and sort in the address, so that a link shows the same', async () => {
    await visiting('/workloads', async (page) => {
      await recommended(page).waitFor();
      await page.getByRole('button', { name: 'CPU' }).click();
      await page.getByRole('textbox', { name: 'Filter by name' }).fill('search');
      await page.waitForURL(/q=search/);
      expect(page.url()).toMatch(/sort=cpu&order=desc/);
      await openAddress(page);
      await page.getByText(/^1 of \d+ workloads$/).waitFor();
      await page.getByRole('textbox', { name: 'Filter by name' }).fill('no such thing');
      await page.getByText('No workload matches this filter.').waitFor();
      await page.getByRole('button', { name: 'Show all workloads' }).click();
      await page.getByText(/^\d+ workloads$/).waitFor();
    });
  });

  it('says that every workload has a VPA, and leads to them', async () => {
    await visiting('/workloads?vpa=without', async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Every workload has a VPA' }).waitFor();
      expect(await page.getByRole('combobox', { name: 'Update mode' }).count()).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('link', { name: 'Show all workloads' }).click();
      await recommended(page).waitFor();
    });
  });

  it.each([
    ['thumb off', 'shop/thumbnailer'],
    ['stop shop', 'namespace shop'],
  ])('offers to stop what is typed beside the word: %s', async (typed, stopped) => {
    await visiting('/', async (page) => {
      await page.getByText(/^Live$/).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Page, action or workload').fill(typed);
      await page
        .getByRole('button', { name: `Stop ${stopped}…` })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Stop evictions and resizes' });
      await dialog.getByRole('button', { name: `Stop ${stopped}`, exact: true }).waitFor();
      await dialog
        .getByLabel(/^Reason/)
        .and(page.locator(':focus'))
        .waitFor();
    });
  });

  it('keeps what is chosen in the search when the answer comes late', async () => {
    await visiting('/', async (page) => {
      await page.getByText(/^Live$/).waitFor();
      let answer = () => {};
      const asked = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/workloads/search**', async (route) => {
        await asked;
        await route.continue();
      });
      await page.keyboard.press('Control+k');
      const search = page.getByRole('textbox', { name: 'Search pages, actions and workloads' });
      await search.fill('stop s');
      const items = page.getByRole('dialog').locator('[data-action]');
      const chosen = page.getByRole('dialog').locator('[data-action][data-selected]');
      await chosen.waitFor();
      const before = await items.count();
      const first = await chosen.innerText();
      answer();
      await expect.poll(() => items.count()).toBeGreaterThan(before);
      expect(await chosen.allInnerTexts()).toEqual([first]);
      const order = await items.allInnerTexts();
      await search.press('ArrowDown');
      await expect.poll(() => chosen.allInnerTexts()).toEqual([order[order.indexOf(first) + 1]]);
    });
  });

  it('is searched from the keyboard', async () => {
    await visiting('/changes/audit', async (page) => {
      await page.getByText(/^Live$/).waitFor();
      await page.keyboard.press('Control+k');
      const search = page.getByRole('textbox', { name: 'Search pages, actions and workloads' });
      await search.fill('storefront');
      await page
        .getByRole('button', { name: /storefront/ })
        .first()
        .waitFor();
      await search.press('ArrowDown');
      await search.press('Enter');
      await page.waitForURL(/\/workloads\/shop\/storefront/);
    });
  });

  it('shows in the plan why a pod is changed or left alone', async () => {
    await visiting('/changes', async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor();
      await page.getByText(/^Next pass|^The updater runs/).waitFor();
      await page.getByRole('button', { name: /Not allowed to/ }).click();
      await page.waitForURL(/decision=not-allowed/);
      await page.getByText('Update mode Off only recommends.').first().waitFor();
    });
  });

  it('shows the effect of a mode before it is saved, and records the change', async () => {
    await visiting('/workloads/shop/checkout', async (page) => {
      await page.getByRole('button', { name: 'Change mode or policy' }).click();
      const dialog = page.getByRole('dialog');
      await expect.poll(() => dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await dialog.getByRole('radio', { name: 'Initial' }).click();
      await dialog.getByRole('region', { name: 'What saving does' }).getByRole('listitem').first().waitFor();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Sets requests when pods are created.').first().waitFor();
      await page.getByRole('navigation').getByRole('link', { name: 'Changes' }).click();
      await page.getByRole('link', { name: 'Audit', exact: true }).click();
      await page
        .getByRole('row', { name: /Update mode changed.*shop\/checkout.*by an unnamed user/ })
        .first()
        .waitFor();
    });
  });

  it('rejects an invalid policy, naming the field', async () => {
    await visiting('/workloads/shop/checkout', async (page) => {
      await page.getByRole('button', { name: 'Change mode or policy' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Every other container (*)' }).click();
      await dialog.getByLabel('Minimum CPU').fill('2');
      await dialog.getByLabel('Maximum CPU').fill('1');
      await dialog.getByText('This cannot be saved', { exact: true }).waitFor();
      await expect.poll(() => dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    });
  });

  it('keeps counts of three digits within the bar of places, on any window', async () => {
    await visiting('/workloads', async (page) => {
      await changeAnswers<StatusAnswer>(page, '**/api/status', (status) => ({
        ...status,
        urgencies: { ...status.urgencies, broken: 128, waits: 0 },
        awaiting: 128,
      }));
      await page.reload();
      const bar = page.getByRole('navigation', { name: 'Places' });
      const counts = bar.getByText('128');
      await expect.poll(() => counts.count(), PATIENCE).toBe(2);
      for (const width of [1440, 768, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const beyond = await counts.evaluateAll((badges) =>
          badges.map((badge) => {
            const room = badge.closest('nav')?.clientWidth ?? 0;
            const link = badge.closest('a')?.getBoundingClientRect().right ?? 0;
            return Math.max(0, badge.getBoundingClientRect().right - Math.min(room, link + 4));
          }),
        );
        expect(beyond, `${width} pixels wide`).toEqual([0, 0]);
      }
      await page.setViewportSize(DESKTOP);
    });
  });

  it('draws the fields of no other container again while somebody types', async () => {
    await visiting('/workloads/shop/checkout', async (page) => {
      await page.getByRole('button', { name: 'Change mode or policy' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Every other container (*)' }).click();
      await dialog.getByRole('button', { name: 'app', exact: true }).click();
      const [other, typed] = [dialog.locator('fieldset').nth(0), dialog.locator('fieldset').nth(1)];
      // React writes the names of inputs anew whenever it draws them.
      const drawnAgain = await other.evaluateHandle((fields) => {
        const inputs: string[] = [];
        new MutationObserver((seen) => {
          inputs.push(...seen.map(({ attributeName }) => String(attributeName)));
        }).observe(fields, { attributes: true, childList: true, subtree: true });
        return inputs;
      });
      await typed.getByLabel('Minimum CPU').pressSequentially('100m');
      await dialog.getByText('minAllowed').first().waitFor();
      expect(await typed.getByLabel('Minimum CPU').inputValue()).toBe('100m');
      expect(await drawnAgain.jsonValue()).toEqual([]);
    });
  });

  it('stops everything from any page, says so on every page, and resumes', async () => {
    await visiting('/changes/audit', async (page) => {
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await page.getByRole('button', { name: 'Stop everything' }).click();
      const banner = page.getByRole('region', { name: 'Stopped' });
      await banner.getByText('Stopped: everything.').waitFor();
      await banner.getByText(/^\d+ VPAs set to mode Off; \d+ VPAs? w\w+ Off already$/).waitFor();
      await page.getByRole('link', { name: 'Plan', exact: true }).click();
      await banner.waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await banner.getByRole('button', { name: 'Resume' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
      await banner.waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Audit', exact: true }).click();
      await page
        .getByRole('row', { name: /Resume.*Everything.*by an unnamed user/ })
        .first()
        .waitFor();
      await page
        .getByRole('row', { name: /Stop.*Everything.*by an unnamed user/ })
        .first()
        .waitFor();
    });
  });

  it('stops by a button that moves while it is pressed, and by none that is left', async () => {
    await visiting('/changes/audit', async (page) => {
      const banner = page.getByRole('region', { name: 'Stopped' });
      const stop = page.getByRole('button', { name: 'Stop everything' });
      const pressMoving = async (stray: number) => {
        await stop.evaluate((button) => {
          button.style.transform = '';
        });
        await expect.poll(() => stop.isEnabled()).toBe(true);
        await stop.hover();
        const box = await stop.boundingBox();
        if (!box) throw new Error('There is no button');
        await page.mouse.down();
        await stop.evaluate((button) => {
          button.style.transform = 'translateY(200px)';
        });
        await page.mouse.move(box.x + box.width / 2 - stray, box.y + box.height / 2);
        await page.mouse.up();
      };
      const open = page.getByRole('button', { name: 'Stop', exact: true });
      await open.click();
      // What the dialog still loads may move the button before it is pressed.
      await until('what a press of a moving button does', async () => {
        if (await stop.isVisible()) await pressMoving(0).catch(() => undefined);
        return banner
          .getByText('Stopped: everything.')
          .waitFor({ timeout: 5_000 })
          .then(
            () => true,
            () => false,
          );
      });
      await banner.getByRole('button', { name: 'Resume' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
      await banner.waitFor({ state: 'detached' });
      await open.click();
      await pressMoving(300);
      // What it would have asked the server comes before this.
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
      expect(await banner.count()).toBe(0);
    });
  });

  it('offers other scenarios, and says first what is lost', async () => {
    await visiting('/', async (page) => {
      await page.getByRole('link', { name: 'Embedded cluster' }).click();
      await page.getByRole('listitem', { name: 'Small shop' }).getByText('Runs now').waitFor();
      await page.getByRole('button', { name: 'Run this: OOM storm' }).click();
      await page.getByRole('dialog').getByText('The running cluster, Small shop, ends.').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  });

  it('compresses what pages request, and sends nothing if nothing changed', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const first = await fetch(`${dashboard.url}/api/namespaces`, { headers });
    const etag = first.headers.get('etag') ?? '';
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\//)]);
    const again = await fetch(`${dashboard.url}/api/namespaces`, {
      headers: { ...headers, 'if-none-match': etag },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const workloads = await fetch(`${dashboard.url}/api/workloads`, { headers });
    expect(workloads.headers.get('content-encoding')).toBe('gzip');
    expect(((await workloads.json()) as { all: number }).all).toBeGreaterThan(3);
  });

  it('does not poll while the page is hidden, and polls at once when it is visible again', async () => {
    const { page } = await openPage(browser, DESKTOP);
    await page.clock.install();
    await page.goto(`${dashboard.url}/changes`);
    await page.getByText(/^Live$/).waitFor();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/plan')) asked++;
    });
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await expect.poll(() => asked, PATIENCE).toBeGreaterThan(1);
    await show('hidden');
    // One that was on its way is told of before the next command ends.
    await page.clock.runFor('00:01');
    const before = asked;
    await page.clock.runFor('01:00');
    expect(asked).toBe(before);
    await show('visible');
    await expect.poll(() => asked, PATIENCE).toBeGreaterThan(before);
    await page.context().close();
  });

  it.each([
    ['/changes?decision=garbage', 'Plan', '"decision" is not known: garbage.'],
    ['/changes/audit?after=garbage', 'Audit', '"after" is not a position in the log.'],
    ['/changes/audit?what=gossip&last=1y', 'Audit', '"what" is not known: gossip; "last" is not known: 1y.'],
    ['/?state=garbage', 'Workloads', '"state" is not known: garbage.'],
  ])('says of %s what cannot be understood, and leads out of it', async (path, name, words) => {
    await visitor.visit(dashboard.url + path, async (page) => {
      await page.getByText(words).waitFor();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.getByRole('button', { name: /^Show / }).click();
      await page.getByText(words).waitFor({ state: 'detached' });
    });
  });

  it('says at its field what is wrong with a time asked for, and asks for the last hours at a press', async () => {
    await visiting('/changes/audit?since=2026-11-22&until=2026-11-21', async (page) => {
      await page.getByText('This is before From').waitFor();
      const until = page.getByRole('textbox', { name: 'Until (UTC)' });
      await until.fill('yesterday');
      await until.blur();
      await page.getByText('Write it as YYYY-MM-DD hh:mm').waitFor();
      await page.getByText('24 h', { exact: true }).click();
      await page.waitForURL((url) => url.search === '?last=24h');
      await expect.poll(() => until.inputValue()).toBe('');
      await page.getByRole('row').nth(1).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  });

  it("takes the times of the log by the viewer's clock, and keeps them in UTC in the address", async () => {
    await visiting(
      '/changes/audit?since=2026-11-22+07:30',
      async (page) => {
        const since = page.getByRole('textbox', { name: 'From (GMT+5:30)' });
        await since.waitFor();
        await expect.poll(() => since.inputValue()).toBe('2026-11-22 13:00');
        await since.fill('2026-11-21');
        await page.waitForURL((url) => url.searchParams.get('since') === '2026-11-20 18:30');
        await expect.poll(() => since.inputValue()).toBe('2026-11-21');
        await since.press('Enter');
        await expect.poll(() => since.inputValue()).toBe('2026-11-21 00:00');
        await page.getByRole('button', { name: /GMT\+5:30/ }).click();
        const inUtc = page.getByRole('textbox', { name: 'From (UTC)' });
        await inUtc.waitFor();
        await expect.poll(() => inUtc.inputValue()).toBe('2026-11-20 18:30');
      },
      { ...DESKTOP, timeZone: 'Asia/Kolkata' },
    );
  });

  it('shows earlier runs of the demo only when asked', async () => {
    await visiting('/', async (page) => {
      await changeAnswers<{ entries: object[] }>(page, '**/api/audit?**', (log, address) => {
        const isEarlier = address.includes('run=earlier');
        const entries = isEarlier ? [{ ...SWITCH, atMs: Date.UTC(2100, 0, 1) }] : log.entries;
        return { ...log, entries, hasEarlier: true };
      });
      await page.getByRole('navigation').getByRole('link', { name: 'Changes' }).click();
      await page.getByRole('link', { name: 'Audit', exact: true }).click();
      await page.getByRole('switch', { name: 'Earlier runs of the demo' }).click();
      await page.waitForURL(/run=earlier/);
      await page.getByRole('row', { name: /^An earlier run 1 Jan 2100.*Scenario switched/ }).waitFor();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  });

  it('finds pages and actions before workloads', async () => {
    await visiting('/', async (page) => {
      await page.getByText(/^Live$/).waitFor();
      await page.keyboard.press('Control+k');
      const search = page.getByRole('textbox', { name: 'Search pages, actions and workloads' });
      await search.fill('s');
      await page.getByRole('button', { name: /^storefront/ }).waitFor();
      const groups = page.locator(
        '[data-mantine-spotlight] .mantine-Spotlight-actionsGroup, .mantine-Spotlight-actionsGroup',
      );
      expect(
        await groups.evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').content)),
      ).toEqual(['"Pages"', '"Actions"', '"Workloads"']);
      await search.fill('stop');
      await page.getByRole('button', { name: 'Stop evictions and resizes' }).waitFor();
      await search.press('Enter');
      const stop = page.getByRole('dialog', { name: 'Stop evictions and resizes' });
      await stop.waitFor();
      await page.keyboard.press('Escape');
      await stop.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await search.fill('theme');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: 'Switch to the dark colour scheme' })
        .click();
      await page.locator('[data-mantine-color-scheme=dark]').waitFor();
    });
  });

  it('tells version, user, cluster, and how to use it with kubectl', async () => {
    await visiting('/changes', async (page) => {
      const footer = page.getByRole('contentinfo');
      await footer.getByText(/^Plumbline \d+\.\d+\.\d+$/).waitFor();
      await footer.getByText('You are an unnamed user (no login configured)').waitFor();
      await footer.getByText(/^Kubernetes v1\.\d+\.\d+ at https:/).waitFor();
      await footer.getByText(/^kubectl --kubeconfig \S+sandbox\.kubeconfig get vpa -A$/).waitFor();
      await footer.getByRole('button', { name: 'Copy the command' }).waitFor();
    });
  });

  it('keeps every page and the count of what needs somebody in sight on a phone, and dialogs inside the window', async () => {
    const phone = { width: 360, height: 640, colorScheme: 'light' } as const;
    await visiting(
      '/changes/audit',
      async (page) => {
        await changeAnswers(page, '**/api/status', (status) => ({
          ...status,
          urgencies: { broken: 5, waits: 7, better: 1 },
        }));
        const inSight = async (what: Locator) => {
          await what.waitFor();
          const box = await what.boundingBox();
          return Boolean(
            box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 360 && box.y + box.height <= 640,
          );
        };
        const navigation = page.getByRole('navigation', { name: 'Places' });
        const pages = navigation.getByRole('link');
        await pages.filter({ hasText: 'Overview' }).getByText(/^12/).waitFor();
        for (const link of await pages.all()) await expect.poll(() => inSight(link)).toBe(true);
        await expect.poll(() => inSight(pages.filter({ hasText: 'Overview' }).getByText(/^12/))).toBe(true);
        await expect.poll(() => pages.count()).toBe(7);
        await page.getByRole('button', { name: 'Stop', exact: true }).click();
        const dialog = page.getByRole('dialog');
        for (const kind of ['Namespace', 'One VPA', 'Everything']) {
          await dialog.getByText(kind, { exact: true }).first().click();
          await expect.poll(() => inSight(dialog.getByRole('heading', { level: 2 }))).toBe(true);
          await expect.poll(() => inSight(dialog.getByRole('button', { name: /^Stop/ }))).toBe(true);
        }
        expect(await overflow(page)).toBe(0);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      },
      phone,
    );
  });

  it.each(['/nowhere', '/workloads/shop/%E0%A4%A', '/%ff/%'])('says that %s is no page', async (path) => {
    expect((await fetch(dashboard.url + path)).status).toBe(404);
    // The browser itself reports the 404.
    await visitor.visit(dashboard.url + path, async (page) => {
      await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
      await page.getByText(/^Live$/).waitFor();
    });
  });

  it('says on the page of all clusters how to start a hub', async () => {
    const faults = await visitor.visit(`${dashboard.url}/clusters`, async (page) => {
      await page.getByRole('heading', { name: 'This is no hub' }).waitFor();
      await page.getByText('npm run hub -- --clusters clusters.yaml').waitFor();
      await page.getByText(/^Live$/).waitFor();
    });
    expect(faults).toEqual([]);
  });

  it('says when there is no such workload', async () => {
    await visitor.visit(`${dashboard.url}/workloads/shop/nothing`, async (page) => {
      await page.getByRole('heading', { name: 'No VPA named nothing in shop' }).waitFor();
    });
  });
});
