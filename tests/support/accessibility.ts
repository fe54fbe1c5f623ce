import axe from 'axe-core';
import type { Page } from 'playwright';

/** What axe finds wrong with the page as it stands: rule and place, one a line. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // After a step to another page its title comes a moment later than its content.
  await page.waitForFunction(() => document.title !== '');
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(faults);
}

/** Runs in the page, and answers with faults alone: all that axe looked at is megabytes. */
async function faults(): Promise<string[]> {
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const options = { resultTypes: ['violations' as const], preload: false };
  // A tooltip under the mouse is in no landmark, and need not be.
  const { violations } = await axe.run({ exclude: '[role=tooltip]' }, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
