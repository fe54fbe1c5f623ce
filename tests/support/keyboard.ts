import type { Locator, Page } from 'playwright';
import { until } from './until';

/** More than any page has to be tabbed through. */
const MOST_TABS = 400;

/**
 * Reaches something as people without a mouse do, with Tab from where the focus is.
 * @throws when Tab never gets there, or it is away for longer than the page waits, or than `timeout` milliseconds
 */
export async function tabTo(page: Page, target: Locator, within: { timeout?: number } = {}): Promise<void> {
  await target.waitFor(within);
  // To find it anew after each key would take most of the time.
  let element = await target.elementHandle(within);
  for (let tabs = 0; tabs < MOST_TABS; ) {
    const at = await element?.evaluate((one) =>
      one === document.activeElement ? 'there' : one.isConnected ? 'elsewhere' : 'drawn anew',
    );
    if (at === 'there') return;
    if (at !== 'elsewhere') {
      element = await target.elementHandle(within);
      continue;
    }
    await page.keyboard.press('Tab');
    tabs++;
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** Reaches a button or a link by Tab, and presses Enter on it. */
export async function pressByKeyboard(
  page: Page,
  target: Locator,
  within: { timeout?: number } = {},
): Promise<void> {
  await tabTo(page, target, within);
  await page.keyboard.press('Enter');
}

/** Presses a button or a link by keyboard, once it is seen that a mouse would reach it as well. */
export async function pressEitherWay(
  page: Page,
  target: Locator,
  within: { timeout?: number } = {},
): Promise<void> {
  await target.click({ trial: true, ...within });
  await pressByKeyboard(page, target, within);
}

const FOLLOWS_WITHIN_MS = 30_000;

/** Goes to a page by its two keys, pressed again where the second came too late to belong to the first. */
export async function goByKeys(page: Page, keys: string, address: RegExp): Promise<void> {
  await until(`where ${keys} leads to`, async () => {
    for (const key of keys) await page.keyboard.press(key);
    const followed = page.waitForURL(address, { timeout: FOLLOWS_WITHIN_MS });
    return followed.then(
      () => true,
      () => false,
    );
  });
}

/** Chooses one of a group of radio buttons: Tab leads to the chosen one, arrows to the others. */
export async function chooseByKeyboard(page: Page, radio: Locator): Promise<void> {
  const name = await radio.getAttribute('name');
  await tabTo(page, page.locator(`input[name="${name}"]:checked`));
  const choices = await page.locator(`input[name="${name}"]`).count();
  for (let moves = 0; moves < choices; moves++) {
    if (await radio.isChecked()) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`Arrows do not reach ${radio}`);
}
