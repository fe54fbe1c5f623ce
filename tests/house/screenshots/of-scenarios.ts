import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { SCENARIOS } from '@/sandbox/scenarios/catalogue';
import { wallClock } from '@/server/lib/time/clock';
import { faultsIn, type Look, launchBrowser, openPage, show } from '@/tests/support/browser';
import { type Dashboard, startDashboard } from '@/tests/support/dashboard';
import { settled } from '@/tests/support/every-page';

const FOLDER = path.resolve('.build/screenshots');
const PAGES = {
  overview: '/',
  workload: async (page: Page) => (await firstWorkload(page)) ?? '/workloads',
  workloads: '/workloads',
  plan: '/changes',
  audit: '/changes/audit',
  savings: '/savings',
  rules: '/rules',
} as const;
const look = (width: number, height: number, colorScheme: Look['colorScheme']): Look => ({
  width,
  height,
  colorScheme,
});
const [PHONE, DESK_IN_THE_DARK] = [look(390, 844, 'light'), look(1440, 900, 'dark')];
/** The scheme turns once, since all is drawn again. */
const LOOKS = [
  PHONE,
  look(768, 1024, 'light'),
  look(1440, 900, 'light'),
  DESK_IN_THE_DARK,
  look(768, 1024, 'dark'),
  look(390, 844, 'dark'),
];
/** What is there differs by width, colours by scheme. */
const JUDGED = [PHONE, DESK_IN_THE_DARK];
/** Until there is something to be seen: passes, changes, and what came of them. */
const GROWING_MS = 20_000;

/** Takes pictures of the scenarios of these names, of all if there are none; false if some page has a fault. */
export async function takeScenarioPictures(chromium: string, names: readonly string[]): Promise<boolean> {
  const chosen = SCENARIOS.filter(({ name }) => names.length === 0 || names.includes(name));
  const browser = await launchBrowser(chromium);
  let faults = 0;
  try {
    for (const { name } of chosen) {
      const dashboard = await startDashboard({
        PLUMBLINE_SANDBOX: 'true',
        PLUMBLINE_SANDBOX_SCENARIO: name,
        PLUMBLINE_SANDBOX_HISTORY: '8d',
        PLUMBLINE_CLOCK_SPEED: '360',
        PLUMBLINE_CLOCK_ADAPTS: 'true',
      });
      try {
        await wallClock.sleep(GROWING_MS);
        const { page, messages } = await openPage(browser, PHONE);
        for (const fault of await picturesOf(name, dashboard, page, messages)) {
          faults++;
          console.log(fault);
        }
        await page.context().close();
      } finally {
        await dashboard.stop();
      }
    }
  } finally {
    await browser.close();
  }
  return faults === 0;
}

async function picturesOf(
  scenario: string,
  dashboard: Dashboard,
  page: Page,
  messages: string[],
): Promise<string[]> {
  const faults: string[] = [];
  const folder = path.join(FOLDER, scenario);
  mkdirSync(folder, { recursive: true });
  for (const [name, where] of Object.entries(PAGES)) {
    await page.goto(`${dashboard.url}${typeof where === 'string' ? where : '/workloads'}`);
    await settled(page).catch(() => faults.push(`${scenario} ${name}: does not settle`));
    if (typeof where !== 'string') {
      await page.goto(dashboard.url + (await where(page)));
      await settled(page);
    }
    const found = await faultsIn(page, LOOKS, JUDGED, async ({ width, colorScheme }) => {
      await page.screenshot({ path: path.join(folder, `${name}-${width}-${colorScheme}.png`) });
    });
    found.push(...messages.splice(0).map((message) => `the console says: ${message}`));
    faults.push(...found.map((fault) => `${scenario} ${name} ${fault}`));
    await show(page, PHONE);
  }
  console.log(`${folder}: ${faults.length} faults`);
  return faults;
}

async function firstWorkload(page: Page): Promise<string | undefined> {
  const first = page.locator('main a[href^="/workloads/"]').first();
  return (await first.count()) > 0 ? ((await first.getAttribute('href')) ?? undefined) : undefined;
}
