import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { accessibilityFaults, SETTLES_WITHIN_MS } from './accessibility';
import { keepNotices } from './notices';
import { PATIENCE_MS } from './patience';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A visit is over before code that is optimized twice would have paid for it; what is compiled serves the next visit.
  '--js-flags=--no-opt --no-maglev --no-flush-bytecode',
];

/** How much of the page a failed visit tells, and for how long it waits for it. */
const SEEN_AT_MOST = 3_000;
const SEEN_WITHIN_MS = 10_000;

/** Chromium's shell without windows needs a third less of the processor than the whole browser. */
const PROGRAMS = ['chromium-headless-shell', 'chromium'];

/** The machine's Chromium; undefined, with a line that names the package, when there is none. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const found = PROGRAMS.flatMap((program) => folders.map((folder) => path.join(folder, program))).find(
    (file) => existsSync(file),
  );
  if (found) return found;
  if (process.env.CI === 'true')
    throw new Error('Chromium is missing: apt-get install chromium-headless-shell');
  console.warn('Skipped: these tests need Chromium (apt-get install chromium-headless-shell).');
  return undefined;
}

export interface Look {
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
  /** UTC by default. */
  timeZone?: string;
}

export const DESKTOP: Look = { width: 1440, height: 900, colorScheme: 'light' };

/** The sizes and schemes every page must look right in. */
export const LOOKS: readonly Look[] = [DESKTOP, { width: 768, height: 1024, colorScheme: 'dark' }];

export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS, timeout: PATIENCE_MS });
}

interface OpenedPage {
  page: Page;
  errors: string[];
  messages: string[];
}

/**
 * As `openBarePage`; ways to an address end once the page does what is done in it, unless they say until when they wait,
 * and what notices say is kept.
 */
export async function openPage(
  browser: Browser,
  look: Look,
  extraHTTPHeaders: Record<string, string> = {},
): Promise<OpenedPage> {
  const opened = await openBarePage(browser, look, extraHTTPHeaders);
  await opened.page.addInitScript(keepNotices);
  waitUntilItListens(opened.page);
  return opened;
}

/** A page in a fresh context that notes every error the browser reports in `errors`, and all it says in `messages`. */
export async function openBarePage(
  browser: Browser,
  look: Look,
  extraHTTPHeaders: Record<string, string> = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({
    extraHTTPHeaders,
    viewport: { width: look.width, height: look.height },
    colorScheme: look.colorScheme,
    reducedMotion: 'reduce',
    timezoneId: look.timeZone ?? 'UTC',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const errors: string[] = [];
  const messages: string[] = [];
  page.on('pageerror', (error) => {
    errors.push(error.message);
    messages.push(error.message);
  });
  page.on('console', (message) => {
    messages.push(message.text());
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`.trim());
  });
  return { page, errors, messages };
}

/**
 * A document shows what can be pressed before its scripts run; what is done until then is kept for ten seconds at most,
 * which a busy machine may need for the scripts.
 */
function waitUntilItListens(page: Page): void {
  const { goto, reload, waitForURL } = page;
  const listens = () => page.waitForFunction(() => window.earlyPresses === undefined);
  page.goto = async (url, options) => {
    const answer = await goto.call(page, url, options);
    if (options?.waitUntil === undefined) await listens();
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload.call(page, options);
    if (options?.waitUntil === undefined) await listens();
    return answer;
  };
  page.waitForURL = async (url, options) => {
    await waitForURL.call(page, url, options);
    if (options?.waitUntil === undefined) await listens();
  };
}

/**
 * Somebody with a browser. Each look has one window, used for one visit after the other, since what it has loaded
 * and compiled it need not load again; nothing that a page keeps for itself outlives a visit.
 */
export class Visitor {
  private readonly windows = new Map<Look, Awaited<ReturnType<typeof openPage>>>();

  /** @param headers what a proxy in front of the dashboard sends along */
  constructor(
    private readonly browser: Browser,
    private readonly headers: Record<string, string> = {},
  ) {}

  /** Runs `visit` on the page at `url`; answers what errors the browser reported meanwhile. */
  async visit(url: string, visit: (page: Page) => Promise<void>, look = DESKTOP): Promise<string[]> {
    const window = this.windows.get(look) ?? (await openPage(this.browser, look, this.headers));
    // If a visit fails, the next one begins anew.
    this.windows.delete(look);
    const { page, errors } = window;
    errors.length = 0;
    let breaks: (error: Error) => void = () => undefined;
    // What a page that broke does not show any more would be waited for in vain.
    const broken = new Promise<never>((_, reject) => {
      breaks = reject;
    });
    page.on('pageerror', breaks);
    const visited = async () => {
      await page.goto(url);
      await visit(page);
    };
    try {
      await Promise.race([visited(), broken]);
    } catch (error) {
      const seen = await shownOn(page);
      await page.context().close();
      throw new Error(`${error instanceof Error ? error.message : error}\n${seen}`, { cause: error });
    } finally {
      page.off('pageerror', breaks);
    }
    await leave(page);
    await show(page, look);
    this.windows.set(look, window);
    return [...errors];
  }
}

/** Where a failed visit got to, and what was there. */
async function shownOn(page: Page): Promise<string> {
  const text = page.locator('body').innerText({ timeout: SEEN_WITHIN_MS });
  return `At ${page.url()}: ${(await text.catch(() => 'nothing that answers')).slice(0, SEEN_AT_MOST)}`;
}

async function leave(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  page.removeAllListeners('request');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto('about:blank');
}

/**
 * Loads what the address leads to, as a link does. To reload is not the same while Next is still busy with an earlier
 * change of the address: for a moment it sets that again.
 */
export async function openAddress(page: Page): Promise<void> {
  await page.goto(page.url());
}

/** Gives the page what `change` makes of each answer; the server is never told what the page has, so each has a body. */
export async function changeAnswers<T extends object>(
  page: Page,
  url: string,
  change: (body: T, address: string) => object,
): Promise<void> {
  await page.route(url, async (route) => {
    const request = route.request();
    const response = await route.fetch({
      headers: { ...request.headers(), 'if-none-match': '' },
      // The server may just close a connection that was idle.
      maxRetries: 3,
    });
    await route.fulfill({ response, json: change((await response.json()) as T, request.url()) });
  });
}

/** The page as it stands in another look, without a new visit. */
export async function show(page: Page, { width, height, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
}

/**
 * What of the page as it stands is wider than the window, or what axe finds wrong with it, in each of several looks;
 * one visit is enough for all of them. With `judged` axe looks at these alone; `shown` is called in each.
 */
export async function faultsIn(
  page: Page,
  looks: readonly Look[],
  judged = looks,
  shown: (look: Look) => Promise<void> = async () => {},
): Promise<string[]> {
  const faults: string[] = [];
  for (const look of looks) {
    await show(page, look);
    await page.locator(`html[data-mantine-color-scheme=${look.colorScheme}]`).waitFor();
    const found = judged.includes(look) ? await accessibilityFaults(page) : [];
    const tooWide = await overflow(page);
    await shown(look);
    if (tooWide > 0) found.push(`${tooWide} pixels too wide`);
    faults.push(...found.map((fault) => `${look.width} ${look.colorScheme}: ${fault}`));
  }
  return faults;
}

/** By how many pixels the page is wider than the window, once charts have taken the size of a window that changed. */
export async function overflow(page: Page): Promise<number> {
  const fits = () => document.documentElement.scrollWidth <= window.innerWidth;
  await page.waitForFunction(fits, undefined, { timeout: SETTLES_WITHIN_MS }).catch(() => undefined);
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}
