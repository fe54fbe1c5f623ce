import type { Locator, Page } from 'playwright';

/** More than any page has to be tabbed through. */
const MOST_TABS = 400;

/**
 * Reaches something as people without a mouse do, with Tab from where the focus is.
 * @throws when Tab never gets there
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** Reaches a button or a link by Tab, and presses Enter on it. */
export async function pressByKeyboard(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** How people press something, for jobs that have to be done either way. */
export const PRESSES: readonly (readonly [how: string, press: typeof pressByKeyboard])[] = [
  ['by clicks', (_page, target) => target.click()],
  ['by keyboard alone', pressByKeyboard],
];

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
