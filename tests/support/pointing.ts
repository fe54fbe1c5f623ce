import type { Locator, Page } from 'playwright';
import { until } from './until';

/** For so long it is waited for what came of a move before the next: where a page still comes in, things move away. */
const FOLLOWS_WITHIN_MS = 5_000;
const soon = { timeout: FOLLOWS_WITHIN_MS };

/** Moves the pointer to the middle of something, or to a place in it, again until `shown` is there. */
export async function pointAt(
  target: Locator,
  shown: Locator,
  place?: { x: number; y: number },
): Promise<void> {
  const { mouse } = target.page();
  await until(`what shows where one points at ${target}`, async () => {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) return false;
    await mouse.move(0, 0);
    await mouse.move(box.x + (place?.x ?? box.width / 2), box.y + (place?.y ?? box.height / 2));
    // A line that stands upright has no width, and counts as out of sight.
    return succeeds(shown.waitFor({ ...soon, state: 'attached' }));
  });
}

/** Drags from a fifth to four fifths of something, again until that leads to the address. */
export async function dragOver(target: Locator, address: RegExp): Promise<void> {
  const page = target.page();
  const drag = async () => {
    await target.scrollIntoViewIfNeeded(soon);
    const box = await target.boundingBox(soon);
    if (!box) throw new Error('not drawn');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 0.2 * box.width, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.5 * box.width, y, { steps: 3 });
    await page.mouse.move(box.x + 0.8 * box.width, y, { steps: 3 });
    await page.mouse.up();
    await page.waitForURL(address, soon);
  };
  await until(
    `where dragging over ${target} leads to`,
    async () => address.test(page.url()) || (await succeeds(drag())),
  );
}

/** Scrolls down, again until the page is long enough to have moved. */
export async function scrollDown(page: Page): Promise<void> {
  await until('a page that scrolls', async () => {
    await page.mouse.wheel(0, 10_000);
    return succeeds(page.waitForFunction(() => window.scrollY > 0, undefined, soon));
  });
}

function succeeds(what: Promise<unknown>): Promise<boolean> {
  return what.then(
    () => true,
    () => false,
  );
}
