import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { pagesFor } from '@/components/navigation/pages';

/** Every page of the header, and those that other pages lead to, with the embedded cluster as it starts. */
export const EVERY_PAGE: readonly string[] = [
  ...pagesFor({ embedded: true }).map(({ href }) => href),
  '/workloads/shop/storefront',
  '/namespaces/shop',
  '/audit?kind=action,admission,change,decision',
  '/approvals/shop/storefront',
  '/nodes/node-1',
  '/telling',
  '/try',
  '/diagnostics',
];

/** From a phone to a wide screen, in pixels. */
export const WIDTHS = [360, 768, 1440, 2560] as const;
export const SCHEMES = ['light', 'dark'] as const;

const FOLDER = fileURLToPath(new URL('../../.build/screenshots', import.meta.url));

/** Waits until the page shows what it is about. */
export async function settled(page: Page): Promise<void> {
  await page.getByText(/^Live$/).waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
}

/** Keeps a picture of the whole page for people to look at, in `.build/screenshots/`. */
export async function keepPicture(page: Page, at: string, width: number, scheme: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const name = at.replace(/\?.*/, '').replaceAll('/', '-').slice(1) || 'overview';
  await page.screenshot({ path: path.join(FOLDER, `${name}-${width}-${scheme}.png`), fullPage: true });
}
