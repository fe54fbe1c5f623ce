import type { Browser, CDPSession, Page } from 'playwright';
import { wallClock } from '@/server/lib/time/clock';
import { DESKTOP, findChromium, openBarePage } from '@/tests/support/browser';
import { type Bench, type Figure, median } from './bench';
import { inBrowser } from './browser';
import { ScaleCluster } from './scale-cluster';

const VPAS = 1_000;
const NAMESPACES = 50;
const PODS_EACH = 5;
const VISITS = 5;
/** After an interaction: what it asked for has come, and what it painted is reported. */
const SETTLING_MS = 1_000;

export interface Vitals {
  /** The largest contentful paint, and when the first was. */
  lcpMs: number;
  fcpMs: number;
  /** How far what was there moved, without a cause of the person. */
  cls: number;
  /** The interaction to next paint, and what the page computed until it had settled: of each. */
  interactions: readonly Interaction[];
  /** The longest of the visit. */
  inpMs: number;
}

const DEEDS = ['fold', 'span', 'open-search', 'key', 'close-search', 'open-stop', 'close-stop'] as const;
type Deed = (typeof DEEDS)[number];

export interface Interaction {
  what: Deed;
  ms: number;
  cpuMs: number;
}

/** Has the page note what the browser reports from the start of the navigation on. */
async function noting(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted = { lcpMs: 0, cls: 0, durations: {} as Record<number, number> };
    Object.assign(window, { vitals: noted });
    const observe = (type: string, each: (entry: PerformanceEntry) => void, options: object = {}) =>
      new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({
        type,
        buffered: true,
        ...options,
      });
    observe('largest-contentful-paint', ({ startTime }) => {
      noted.lcpMs = startTime;
    });
    observe('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      };
      if (!hadRecentInput) noted.cls += value;
    });
    observe(
      'event',
      (entry) => {
        const { interactionId = 0, duration } = entry as PerformanceEventTiming & { interactionId?: number };
        if (interactionId > 0)
          noted.durations[interactionId] = Math.max(noted.durations[interactionId] ?? 0, duration);
      },
      { durationThreshold: 16 },
    );
  });
}

/** What people do on the first page: fold out, choose a span, search, and open the stop without pressing it. */
async function interact(page: Page): Promise<Vitals['interactions']> {
  const done: Interaction[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  // An interaction that was painted within a frame is not reported.
  const longest = () =>
    page.evaluate(() => {
      const { vitals } = window as unknown as { vitals: { durations: Record<number, number> } };
      const most = Math.max(0, ...Object.values(vitals.durations));
      vitals.durations = {};
      return most;
    });
  const did = async (what: Deed, act: () => Promise<unknown>) => {
    const from = await computedMs(session);
    await act();
    await wallClock.sleep(SETTLING_MS);
    done.push({ what, cpuMs: (await computedMs(session)) - from, ms: await longest() });
  };
  await did('fold', () => page.locator('main summary').first().click());
  await did('span', () => page.getByText('Week', { exact: true }).first().click());
  await did('open-search', () => page.keyboard.press('Control+k'));
  for (const key of 'service') await did('key', () => page.keyboard.press(key));
  await did('close-search', () => page.keyboard.press('Escape'));
  await did('open-stop', () => page.getByRole('button', { name: 'Stop', exact: true }).click());
  await did('close-stop', () => page.keyboard.press('Escape'));
  return done;
}

/** What the main thread of the page took of a processor so far, whatever else the machine does. */
async function computedMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

/** A visit of the first page with nothing in the browser's cache. */
export async function visit(browser: Browser, url: string): Promise<Vitals> {
  const { page } = await openBarePage(browser, DESKTOP);
  try {
    await noting(page);
    await page.goto(url);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.locator('main a[href^="/workloads"]').first().waitFor();
    await page.waitForLoadState('networkidle');
    await wallClock.sleep(SETTLING_MS);
    const { lcpMs, cls } = await page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals);
    const fcpMs = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    );
    const interactions = await interact(page);
    const inpMs = Math.max(...interactions.map(({ ms }) => ms));
    return { lcpMs, fcpMs, cls, interactions, inpMs };
  } finally {
    await page.context().close();
  }
}

/**
 * The Web Vitals of the first page at 1,000 workloads with five pods each, on an empty cache: the largest contentful
 * paint (LCP), the longest interaction to next paint of a visit (INP), and the layout shift until it is complete (CLS);
 * medians of several visits, and the worst INP of all, then of each kind of interaction.
 * @see https://web.dev/articles/inp
 */
export const vitalsBench: Bench = {
  name: 'vitals',
  async run() {
    const chromium = findChromium();
    if (!chromium) return [];
    const cluster = await ScaleCluster.start(VPAS, NAMESPACES, PODS_EACH);
    return inBrowser(chromium, cluster, async (browser, url) => {
      const seen: Vitals[] = [];
      // The first visit compiles what the server runs.
      await visit(browser, url);
      for (let count = 0; count < VISITS; count++) seen.push(await visit(browser, url));
      return figuresOf(seen);
    });
  },
};

function figuresOf(seen: readonly Vitals[]): Figure[] {
  const middle = (of: Exclude<keyof Vitals, 'interactions'>) => median(seen.map((one) => one[of]));
  const interactions = seen.flatMap((one) => one.interactions);
  const of = (deed: Deed, figure: 'ms' | 'cpuMs' = 'ms') =>
    interactions.filter(({ what }) => what === deed).map((one) => one[figure]);
  return [
    { name: 'vitals-fcp', value: middle('fcpMs'), unit: 'ms' },
    { name: 'vitals-lcp', value: middle('lcpMs'), unit: 'ms', reach: '≤ 2,500' },
    { name: 'vitals-cls', value: middle('cls'), unit: '', reach: '≤ 0.1' },
    { name: 'vitals-inp', value: middle('inpMs'), unit: 'ms', reach: '≤ 100' },
    { name: 'vitals-inp-most', value: Math.max(...seen.map(({ inpMs }) => inpMs)), unit: 'ms' },
    ...DEEDS.flatMap((deed) => [
      { name: `vitals-inp-${deed}`, value: median(of(deed)), unit: 'ms' },
      { name: `vitals-inp-${deed}-most`, value: Math.max(...of(deed)), unit: 'ms' },
      { name: `vitals-cpu-${deed}`, value: median(of(deed, 'cpuMs')), unit: 'ms' },
    ]),
  ];
}
