import path from 'node:path';
import { wallClock } from '@/server/lib/time/clock';
import { DESKTOP, launchBrowser, openPage } from '@/tests/support/browser';
import { startDashboard } from '@/tests/support/dashboard';
import { settled } from '@/tests/support/every-page';

const FOLDER = path.resolve('public');
const PICTURES = [
  { file: 'overview.png', at: '/' },
  { file: 'screenshot.png', at: '/workloads/shop/storefront' },
] as const;
/** Two hours of the cluster, after the past of a week: enough for recommendations and evictions. */
const GROWING_MS = 20_000;

/** Takes the pictures of the README from the embedded cluster, with a fixed seed. */
export async function takeReadmePictures(chromium: string): Promise<void> {
  const dashboard = await startDashboard({
    PLUMBLINE_SANDBOX: 'true',
    PLUMBLINE_SANDBOX_HISTORY: '8d',
    PLUMBLINE_CLOCK_SPEED: '360',
  });
  const browser = await launchBrowser(chromium);
  try {
    const { page } = await openPage(browser, DESKTOP);
    await page.goto(dashboard.url);
    await settled(page);
    await wallClock.sleep(GROWING_MS);
    for (const { file, at } of PICTURES) {
      await page.goto(dashboard.url + at);
      await settled(page);
      await page.waitForFunction(
        () =>
          !document.body.innerText.includes('Reading the past') &&
          document.querySelector('.mantine-Skeleton-root') === null,
      );
      await page.screenshot({ path: path.join(FOLDER, file) });
      console.log(`public/${file}`);
    }
  } finally {
    await browser.close();
    await dashboard.stop();
  }
}
