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
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  const endMs = performance.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const found = await page.evaluate(faults);
    if (found.length === 0 || performance.now() > endMs) return found;
    await page.waitForTimeout(500);
  }
}

/** Runs in the page, and answers with faults alone: all that axe looked at is megabytes. */
async function faults(): Promise<string[]> {
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const options = { resultTypes: ['violations' as const], preload: false };
  // A tooltip under the mouse is in no landmark, and need not be.
  const { violations } = await axe.run({ exclude: '[role=tooltip]' }, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
