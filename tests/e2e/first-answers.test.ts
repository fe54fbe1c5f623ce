import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NamespacesView, WorkloadsView } from '@/server/contract/workloads';
import { DESKTOP, findChromium, type Look, launchBrowser, openPage } from '../support/browser';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { PeopleOfSandbox } from '../support/people-of-sandbox';
import { until } from '../support/until';

const chromium = findChromium();
/** What a browser says that it takes for a document. */
const AS_DOCUMENT = { accept: 'text/html,application/xhtml+xml' };
/** Until the document is there, whatever becomes of its scripts. */
const WITHOUT_ITS_SCRIPTS = { waitUntil: 'commit' } as const;
const PHONE_AGENT = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36';

/** The HTML, without the marks that React leaves between two texts. */
async function documentAt(url: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(url, { headers: { ...AS_DOCUMENT, ...headers } });
  return (await answer.text()).replaceAll('<!-- -->', '');
}

describe.skipIf(!chromium)('a document', () => {
  let dashboard: Dashboard;
  let browser: Browser;

  beforeAll(async () => {
    dashboard = await startDashboard({ PLUMBLINE_SANDBOX: 'true', PLUMBLINE_CLOCK_SPEED: '60' });
    browser = await launchBrowser(chromium ?? '');
    for (const place of ['/', '/workloads', '/workloads/shop/storefront'])
      await until(`a document of ${place}`, async () => {
        const html = await documentAt(dashboard.url + place);
        return html.includes('<h1') && !html.includes('aria-busy="true"');
      });
  });
  afterAll(async () => {
    await browser?.close();
    await dashboard?.stop();
  });

  /** Opens a page by a document that has its answers: where all is busy, they may be late. */
  const open = (page: Page, place: string, options?: Parameters<Page['goto']>[1]) =>
    until(`a document of ${place} that has its answers`, async () => {
      const document = await page.goto(dashboard.url + place, options);
      return !(await document?.text())?.includes('earlyAnswers');
    });

  /** Somebody whose browser runs no script. */
  async function withoutScripts(look: (page: Page) => Promise<void>, options = {}): Promise<void> {
    const context: BrowserContext = await browser.newContext({ javaScriptEnabled: false, ...options });
    try {
      await look(await context.newPage());
    } finally {
      await context.close();
    }
  }

  it.each([
    ['/', /\d+ VPAs in \d+ namespaces/, 'main a[href^="/workloads"]'],
    ['/workloads', /^storefront$/, 'tbody a[href^="/workloads/"]'],
    ['/workloads/shop/storefront', /^storefront$/, 'main h1'],
  ])('at %s shows what it is about before any script runs', async (place, words, link) => {
    await withoutScripts(async (page) => {
      await open(page, place);
      expect(await page.getByText(words).first().isVisible()).toBe(true);
      expect(await page.locator(link).first().isVisible()).toBe(true);
      expect(await page.getByText(/^Live$/).isVisible()).toBe(true);
      expect(await page.locator('[aria-busy=true]').count()).toBe(0);
    });
  });

  it('has no styles in it: they are in files that a browser keeps', async () => {
    expect(await documentAt(dashboard.url)).not.toContain('<style');
  });

  const STOP = (dialog: Locator) => dialog.getByRole('button', { name: 'Stop everything' });
  const PALETTE = (dialog: Locator) => dialog.getByPlaceholder('Page, action or workload');
  it.each([
    ['a click', (page: Page) => page.getByRole('button', { name: 'Stop', exact: true }).dblclick(), STOP],
    ['a key', (page: Page) => page.keyboard.press('s'), STOP],
    ['Ctrl and a key', (page: Page) => page.keyboard.press('Control+k'), PALETTE],
  ])('does %s that came before its scripts, once they run, and once', async (_, press, shows) => {
    const { page, errors } = await openPage(browser, DESKTOP);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/_next/static/**/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await open(page, '/', WITHOUT_ITS_SCRIPTS);
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
    await press(page);
    expect(await page.getByRole('dialog').count()).toBe(0);
    release();
    await shows(page.getByRole('dialog')).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('says more about what the pointer rests on since before its scripts', async () => {
    const { page, errors } = await openPage(browser, { ...DESKTOP, timeZone: 'Asia/Kolkata' });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/_next/static/**/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await open(page, '/workloads/shop/storefront', WITHOUT_ITS_SCRIPTS);
    await page
      .getByText(/^VPA created/)
      .locator('time')
      .hover();
    release();
    await page
      .getByRole('tooltip')
      .getByText(/ GMT\+5:30/)
      .waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('does a key once that came when it listened and had not done the early ones', async () => {
    const { page, errors } = await openPage(browser, DESKTOP);
    await page.addInitScript(() => {
      const { setTimeout } = window;
      const held: (() => void)[] = [];
      Object.assign(window, {
        heldPresses: held,
        setTimeout: (task: () => void, ...rest: unknown[]) =>
          String(task).includes('earlyPresses')
            ? held.push(task)
            : Reflect.apply(setTimeout, window, [task, ...rest]),
      });
    });
    await page.goto(dashboard.url, { waitUntil: 'load' });
    await page.waitForFunction(() => 'heldPresses' in window && (window.heldPresses as []).length > 0);
    const scheme = page.locator('html');
    const before = await scheme.getAttribute('data-mantine-color-scheme');
    await page.keyboard.press('d');
    const after = before === 'dark' ? 'light' : 'dark';
    await page.locator(`html[data-mantine-color-scheme="${after}"]`).waitFor();
    await page.evaluate(() => {
      for (const task of (window as unknown as { heldPresses: (() => void)[] }).heldPresses) task();
    });
    // What is done early is done by then.
    await page.keyboard.press('Control+k');
    await PALETTE(page.getByRole('dialog')).waitFor();
    expect(await scheme.getAttribute('data-mantine-color-scheme')).toBe(after);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('is drawn for a phone where one asks for it', async () => {
    const folds = async (userAgent?: string) => {
      let count = 0;
      await withoutScripts(
        async (page) => {
          await open(page, '/');
          count = await page.getByText('Over time, modes, states and the plan').count();
        },
        { viewport: { width: 390, height: 844 }, ...(userAgent && { userAgent }) },
      );
      return count;
    };
    expect([await folds(), await folds(PHONE_AGENT)]).toEqual([0, 1]);
  });

  const PHONE: Look = { width: 390, height: 844, colorScheme: 'dark' };
  it.each([
    { ...DESKTOP, timeZone: 'UTC' },
    { ...PHONE, timeZone: 'Europe/Berlin' },
    { ...DESKTOP, colorScheme: 'dark', timeZone: 'America/New_York' },
  ] as const)('becomes a page as it is: $timeZone, $width wide, $colorScheme', async (look) => {
    const { page, errors } = await openPage(browser, look);
    const clock = page.getByRole('banner').getByText(/^\d+ [A-Z][a-z]+ \d\d:\d\d$/);
    const short = new Intl.DateTimeFormat('en-GB', { timeZone: look.timeZone, timeZoneName: 'short' });
    const name = short.formatToParts(Date.now()).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    for (const place of ['/', '/workloads', '/workloads/shop/storefront', '/']) {
      await page.goto(dashboard.url + place);
      await clock.waitFor();
      await page.getByRole('banner').getByText(name).waitFor({ state: 'attached' });
      await page.waitForResponse(/\/api\/status$/);
    }
    expect(errors).toEqual([]);
    // By the second page the server knows the clock of the browser.
    // A page whose style sheets fail shows nothing of what comes with them.
    await page.context().route('**/_next/**/*.js', (route) => route.abort());
    await open(page, '/', WITHOUT_ITS_SCRIPTS);
    await page.getByRole('banner').getByText(name).waitFor({ state: 'attached' });
    await page.context().close();
  });

  it.each([
    ['/', '/api/overview'],
    ['/workloads', '/api/workloads?'],
    ['/workloads/shop/storefront', '/api/workloads/shop/storefront'],
    ['/savings', '/api/status'],
  ])('at %s has what it shows first, so that the page asks only for what is new', async (place, first) => {
    const { page, errors } = await openPage(browser, DESKTOP);
    const asked: Request[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) asked.length = 0;
      if (request.url() === dashboard.url + first) asked.push(request);
    });
    await open(page, place);
    await until('two polls', async () => asked.length > 1);
    for (const request of asked) expect(await request.headerValue('if-none-match')).toMatch(/^W\//);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('shows nothing of its own again to somebody who comes back to it', async () => {
    const { page } = await openPage(browser, DESKTOP);
    await page.clock.install();
    await open(page, '/');
    const of = page.getByText(/\d+ VPAs in \d+ namespaces/);
    await of.waitFor();
    await page.waitForResponse(/\/api\/overview/);
    await page.getByRole('navigation').getByRole('link', { name: 'Workloads' }).click();
    await page.waitForURL('**/workloads');
    await page.locator('tbody a').first().waitFor();
    await page.route('**/api/overview', () => undefined);
    // Long enough for the browser to forget what it asked for.
    await page.clock.runFor('06:00');
    await page.goBack();
    await page.locator('main [aria-busy=true]').waitFor();
    expect(await of.count()).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('is none where a page is loaded by another one', async () => {
    const loaded = await fetch(`${dashboard.url}/workloads`, { headers: { rsc: '1' } });
    const text = await loaded.text();
    expect(loaded.headers.get('content-type')).toMatch(/^text\/x-component/);
    expect(text).toContain('Workloads');
    expect(text).not.toContain('storefront');
    const claimed = await fetch(`${dashboard.url}/workloads`, {
      headers: { rsc: '1', 'x-plumbline-document': 'true' },
    });
    expect(await claimed.text()).not.toContain('storefront');
  });
});

describe('a document of a dashboard that people sign in to', () => {
  let dashboard: Dashboard;
  let people: PeopleOfSandbox;

  beforeAll(async () => {
    dashboard = await startDashboard({ PLUMBLINE_SANDBOX: 'true', PLUMBLINE_AUTH: 'token' });
    people = new PeopleOfSandbox(dashboard.kubeconfig);
  });
  afterAll(async () => {
    await people?.close();
    await dashboard?.stop();
  });

  /** The cookie of a session. */
  async function signedIn(token: string): Promise<string> {
    const answer = await fetch(`${dashboard.url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(answer.status).toBe(200);
    return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  }

  it('has in it what the API would tell who asks, and no more', async () => {
    const asAdmin = { authorization: `Bearer ${people.adminToken}` };
    const { namespaces } = await until('the workloads', async () => {
      const answer = await fetch(`${dashboard.url}/api/namespaces`, { headers: asAdmin });
      const view = (await answer.json()) as NamespacesView;
      return view.namespaces?.length > 1 && view;
    });
    const [{ name: own } = { name: '' }] = namespaces;
    const list = await fetch(`${dashboard.url}/api/workloads`, { headers: asAdmin });
    const { rows } = (await list.json()) as WorkloadsView;
    const placesOf = (isShown: (namespace: string) => boolean) =>
      rows
        .filter((row) => isShown(row.namespace))
        .map(({ namespace, name }) => `/workloads/${namespace}/${name}`);
    const [all, others] = [placesOf(() => true), placesOf((namespace) => namespace !== own)];
    expect(others.length).toBeGreaterThan(3);
    const [other = ''] = others;
    const at = (place: string, cookie: string) => documentAt(dashboard.url + place, { cookie });
    const comesTo = (place: string, cookie: string, has: RegExp | string) =>
      until(`${place} with ${has}`, async () => (await at(place, cookie)).search(has) >= 0);
    /** Only what is answered about a workload has it. */
    const detail = /containers\W+\[/;

    const admin = await signedIn(people.adminToken);
    await comesTo('/workloads', admin, other);
    await comesTo(other, admin, detail);

    const reader = await signedIn(await people.readerOf(own));
    await comesTo('/workloads', reader, `/workloads/${own}/`);
    expect(await at(other, reader)).not.toMatch(detail);
    const nobody = await signedIn(await people.strangerIn(own));
    expect(await at(other, nobody)).not.toMatch(detail);
    for (const place of ['/', '/workloads', '/savings']) {
      const [readers, nobodys] = [await at(place, reader), await at(place, nobody)];
      expect([place, others.filter((one) => readers.includes(one))]).toEqual([place, []]);
      expect([place, all.filter((one) => nobodys.includes(one))]).toEqual([place, []]);
    }
  });

  it('is kept by nobody', async () => {
    const cookie = await signedIn(people.adminToken);
    const { headers } = await fetch(dashboard.url, { headers: { ...AS_DOCUMENT, cookie } });
    expect(headers.get('cache-control')).toContain('no-store');
  });
});
