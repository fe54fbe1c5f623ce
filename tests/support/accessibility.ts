import axe from 'axe-core';
import type { Page } from 'playwright';

/** On a busy machine a page may be on its way for so long. */
export const SETTLES_WITHIN_MS = 60_000;

/**
 * What axe finds wrong with the page once it stands: rule and place, one a line. What is looked at while something still
 * moves or comes in may be gone a moment later, so a fault is one that stays.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // After a step to another page its title comes a moment later than its content.
  await page.waitForFunction(() => document.title !== '');
  if (await page.evaluate(() => !('axe' in window))) {
    await page.evaluate(axe.source);
    await page.evaluate(readColorsOnce);
  }
  const endMs = performance.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const found = await page.evaluate(faults);
    if (found.length === 0 || performance.now() > endMs) return found;
    await page.waitForTimeout(500);
  }
}

interface ReadColor {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(text: string): ReadColor;
}

/**
 * Runs in the page. For each text axe reads the colours of all that is behind it, each time from what CSS says, and that
 * is a fifth of its work; a page has some twenty colours.
 */
function readColorsOnce(): void {
  const { axe } = window as unknown as { axe: { commons: { color: { Color: { prototype: ReadColor } } } } };
  const color = axe.commons.color.Color.prototype;
  const read = color.parseString;
  const known = new Map<string, Pick<ReadColor, 'r' | 'g' | 'b' | 'alpha'>>();
  color.parseString = function (text) {
    const former = known.get(text);
    if (former) return Object.assign(this, former);
    read.call(this, text);
    const { r, g, b, alpha } = this;
    known.set(text, { r, g, b, alpha });
    return this;
  };
}

/** Runs in the page, and answers with faults alone: all that axe looked at is megabytes. */
async function faults(): Promise<string[]> {
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const options = { resultTypes: ['violations' as const], preload: false };
  // A tooltip under the mouse is in no landmark, and need not be.
  const { violations } = await axe.run({ exclude: '[role=tooltip]' }, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
