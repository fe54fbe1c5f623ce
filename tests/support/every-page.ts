import type { Page } from 'playwright';
import { placesFor } from '@/components/navigation/pages';

/** Every page of every place, and some of single things, with the embedded cluster as it starts. */
export const EVERY_PAGE: readonly string[] = [
  ...placesFor({ embedded: true }).flatMap(({ pages }) => pages.map(({ href }) => href)),
  '/workloads/shop/storefront',
  '/namespaces/shop',
  '/changes/audit?kind=action,admission,change,decision',
  '/approvals/shop/storefront',
  '/nodes/node-1',
];

/** Waits until the page shows what it is about. */
export async function settled(page: Page): Promise<void> {
  await page.getByText(/^Live$/).waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
}
