import type { Browser, CDPSession, Page } from 'playwright';
import { wallClock } from '@/server/lib/time/clock';
import { DESKTOP, findChromium, launchBrowser, openBarePage } from '@/tests/support/browser';
import { type Bench, type Figure, median, quantile } from './bench';
import { Busy } from './busy';
import { Dashboard } from './dashboard';
import { ScaleCluster } from './scale-cluster';

const VPAS = 10_000;
const NAMESPACES = 50;
const VISITS = 5;
const MINUTE_MS = 60_000;
/** What is loaded ahead of its use is loaded some seconds after the content. */
const SETTLING_MS = 6000;
/** With the browser and the dashboard, a load of about eight. */
const BUSY_LOOPS = 6;
const TYPED = 'service-77';
/** Between two keys, in the time of a person who types fast. */
const KEY_MS = 120;
/** In a frame: five rows, as fast as people flick. */
const SCROLLED_PIXELS = 300;

interface Loaded {
  /** Until the content is there, and until nothing more is loaded. */
  scriptKilobytes: number;
  settledKilobytes: number;
  /** Until anything was painted, and until the content was. */
  firstPaintMs: number;
  contentMs: number;
}

/** Measures the pages of a dashboard of a cluster in a browser, once what its first pass wrote has come back. */
export function inBrowser<T>(
  chromium: string,
  cluster: ScaleCluster,
  measure: (browser: Browser, url: string) => Promise<T>,
): Promise<T> {
  return Dashboard.of(cluster, async (dashboard) => {
    await dashboard.quiet();
    const browser = await launchBrowser(chromium);
    try {
      return await measure(browser, dashboard.url);
    } finally {
      await browser.close();
    }
  });
}

/**
 * Bytes that the tab receives from now on, by type of resource, as sent, with headers. An answer that its page has
 * already (304) counts too: nobody reads its body, so the browser reports it as aborted, with its headers alone.
 */
export async function countBytes(page: Page): Promise<{ of(type?: string): number }> {
  const session = await page.context().newCDPSession(page);
  const heads = new Map<string, { type: string; length: number }>();
  const bytes = new Map<string, number>();
  const count = (requestId: string, length = heads.get(requestId)?.length ?? 0) => {
    const { type = '' } = heads.get(requestId) ?? {};
    bytes.set(type, (bytes.get(type) ?? 0) + length);
    heads.delete(requestId);
  };
  session.on('Network.responseReceived', ({ requestId, type, response }) =>
    heads.set(requestId, { type, length: response.encodedDataLength }),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    count(requestId, encodedDataLength),
  );
  session.on('Network.loadingFailed', ({ requestId }) => count(requestId));
  await session.send('Network.enable');
  return {
    of: (type) => (type ? (bytes.get(type) ?? 0) : [...bytes.values()].reduce((sum, one) => sum + one, 0)),
  };
}

/**
 * Milliseconds from the start of the navigation until `content` was painted, by the page's own clock: what asks from
 * outside looks up to half a second later.
 */
export async function painting(page: Page, content: string): Promise<{ seen(): Promise<number> }> {
  await page.addInitScript((selector) => {
    const seen = new Promise<number>((resolve) => {
      const look = () => {
        if (document.querySelector(selector)?.getClientRects().length)
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
        else requestAnimationFrame(look);
      };
      look();
    });
    Object.assign(window, { contentSeen: seen });
  }, content);
  return {
    seen: () => page.evaluate(() => (window as unknown as { contentSeen: Promise<number> }).contentSeen),
  };
}

/** A visit with nothing in the browser's cache: scripts, and how long until `content` is there. */
async function load(browser: Browser, url: string, content: string): Promise<Loaded> {
  const { page } = await openBarePage(browser, DESKTOP);
  try {
    const bytes = await countBytes(page);
    const painted = await painting(page, content);
    await page.goto(url, { waitUntil: 'commit' });
    const contentMs = await painted.seen();
    const firstPaintMs = await firstPaint(page);
    const scriptKilobytes = bytes.of('Script') / 1000;
    await page.waitForLoadState('networkidle');
    await wallClock.sleep(SETTLING_MS);
    return { scriptKilobytes, settledKilobytes: bytes.of('Script') / 1000, firstPaintMs, contentMs };
  } finally {
    await page.context().close();
  }
}

async function visits(browser: Browser, url: string, content: string): Promise<Loaded> {
  const loaded: Loaded[] = [];
  for (let visit = 0; visit < VISITS; visit++) loaded.push(await load(browser, url, content));
  return {
    scriptKilobytes: Math.max(...loaded.map(({ scriptKilobytes }) => scriptKilobytes)),
    settledKilobytes: Math.max(...loaded.map(({ settledKilobytes }) => settledKilobytes)),
    firstPaintMs: median(loaded.map(({ firstPaintMs }) => firstPaintMs)),
    contentMs: median(loaded.map(({ contentMs }) => contentMs)),
  };
}

/** Milliseconds from the start of the navigation until there was a first text or skeleton. */
function firstPaint(page: Page): Promise<number> {
  return page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
}

/** The same visits while others keep the machine busy. */
async function besideBusy(browser: Browser, url: string, content: string): Promise<Loaded> {
  const busy = Busy.start(BUSY_LOOPS);
  try {
    return await visits(browser, url, content);
  } finally {
    busy.stop();
  }
}

interface Typed {
  /** Until the browser begins with a key, and until it has painted what came of it; the longest. */
  delayMs: number;
  paintedMs: number;
}

/** Types into the filter of the list as a person does. */
async function type(page: Page): Promise<Typed> {
  await page.evaluate(() => {
    const seen: { delayMs: number; paintedMs: number }[] = [];
    Object.assign(window, { keysSeen: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.name.startsWith('key'))
          seen.push({ delayMs: entry.processingStart - entry.startTime, paintedMs: entry.duration });
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });
  await page.locator('input[type=search], [role=searchbox], input[placeholder]').first().click();
  for (let round = 0; round < 2; round++) {
    await page.keyboard.type(TYPED, { delay: KEY_MS });
    for (let key = 0; key < TYPED.length; key++) await page.keyboard.press('Backspace', { delay: KEY_MS });
  }
  await wallClock.sleep(1000);
  const keys = await page.evaluate(() => (window as unknown as { keysSeen: Typed[] }).keysSeen);
  // A key that was answered within a frame is not reported.
  const most = (of: keyof Typed) => Math.max(0, ...keys.map((one) => one[of]));
  return { delayMs: most('delayMs'), paintedMs: most('paintedMs') };
}

/** Scrolls from the first to the last of 500 rows; milliseconds of each frame. */
async function scroll(page: Page, url: string): Promise<number[]> {
  await page.goto(`${url}/workloads?rows=500`);
  await page.locator('tbody[data-index="0"] a').first().waitFor();
  return page.evaluate(async (pixels) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const { scrollingElement } = document;
    const frames: number[] = [];
    let former = await frame();
    const isOver = () =>
      !scrollingElement || scrollingElement.scrollTop + innerHeight >= scrollingElement.scrollHeight - 1;
    while (!isOver()) {
      scrollBy(0, pixels);
      const now = await frame();
      frames.push(now - former);
      former = now;
    }
    return frames;
  }, SCROLLED_PIXELS);
}

async function heapMegabytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

interface Stayed {
  /** In the last minute. */
  kilobytes: number;
  heapFrom: number;
  heapTo: number;
}

/** Leaves the page open for `minutes`; the first sixth, in which it settles, does not count. */
async function stay(page: Page, minutes: number): Promise<Stayed> {
  const session = await page.context().newCDPSession(page);
  const settledMs = Math.max(MINUTE_MS, (minutes * MINUTE_MS) / 6);
  await wallClock.sleep(settledMs);
  const heapFrom = await heapMegabytes(session);
  await wallClock.sleep((minutes - 1) * MINUTE_MS - settledMs);
  const bytes = await countBytes(page);
  await wallClock.sleep(MINUTE_MS);
  return { kilobytes: bytes.of() / 1000, heapFrom, heapTo: await heapMegabytes(session) };
}

async function measure(browser: Browser, url: string): Promise<Figure[]> {
  const FIRST = 'main a[href^="/workloads"]';
  const LIST = 'tbody a[href^="/workloads/"]';
  const first = await visits(browser, `${url}/`, FIRST);
  const list = await visits(browser, `${url}/workloads`, LIST);
  const firstBusy = await besideBusy(browser, `${url}/`, FIRST);
  const listBusy = await besideBusy(browser, `${url}/workloads`, LIST);
  const { page } = await openBarePage(browser, DESKTOP);
  await page.goto(`${url}/workloads`);
  await page.locator('tbody a[href^="/workloads/"]').first().waitFor();
  const typed = await type(page);
  const frames = await scroll(page, url);
  const minutes = Math.max(3, Number(process.env.BENCH_MINUTES ?? 3));
  await page.goto(`${url}/`);
  const stayed = await stay(page, minutes);
  const growth = (stayed.heapTo / stayed.heapFrom - 1) * 100;
  const CONTENT = { unit: 'ms', reach: '≤ 1,000' };
  const BUSY_CONTENT = { unit: 'ms', reach: '≤ 5,000' };
  return [
    { name: 'browser-first-script', value: first.scriptKilobytes, unit: 'kB', reach: '≤ 250' },
    { name: 'browser-first-script-settled', value: first.settledKilobytes, unit: 'kB', reach: '≤ 250' },
    { name: 'browser-first-paint', value: first.firstPaintMs, ...CONTENT },
    { name: 'browser-first-content', value: first.contentMs, ...CONTENT },
    { name: 'browser-busy-first-paint', value: firstBusy.firstPaintMs, ...CONTENT },
    { name: 'browser-busy-first-content', value: firstBusy.contentMs, ...BUSY_CONTENT },
    { name: 'browser-list-script', value: list.scriptKilobytes, unit: 'kB' },
    { name: 'browser-list-script-settled', value: list.settledKilobytes, unit: 'kB' },
    { name: 'browser-list-paint', value: list.firstPaintMs, ...CONTENT },
    { name: 'browser-list-content', value: list.contentMs, ...CONTENT },
    { name: 'browser-busy-list-paint', value: listBusy.firstPaintMs, ...CONTENT },
    { name: 'browser-busy-list-content', value: listBusy.contentMs, ...BUSY_CONTENT },
    { name: 'browser-key-delay', value: typed.delayMs, unit: 'ms', reach: '≤ 50' },
    { name: 'browser-key-painted', value: typed.paintedMs, unit: 'ms' },
    { name: 'browser-scroll-frame-p95', value: quantile(frames, 0.95), unit: 'ms', reach: '≤ 50' },
    { name: 'browser-scroll-frame-most', value: Math.max(...frames), unit: 'ms' },
    { name: 'browser-idle-minute', value: stayed.kilobytes, unit: 'kB', reach: '≤ 100' },
    { name: 'browser-heap', value: stayed.heapTo, unit: 'MB' },
    { name: 'browser-heap-growth', value: growth, unit: '%', reach: '≤ 10' },
  ];
}

/**
 * What the dashboard costs a browser at 10,000 VPAs: script (compressed) until there is content and until nothing more
 * is loaded, and the time until there is a first paint and content, each on an empty cache, also while six loops keep the
 * machine busy; how long a key in the filter waits; how long
 * the frames are while 500 rows pass by; what an open first page loads in a minute, and whether its memory grows, over
 * `BENCH_MINUTES` (3 unless set).
 */
export const browserBench: Bench = {
  name: 'browser',
  async run() {
    const chromium = findChromium();
    if (!chromium) return [];
    return inBrowser(chromium, await ScaleCluster.start(VPAS, NAMESPACES), measure);
  },
};
