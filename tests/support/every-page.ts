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

/** Waits until the page shows what it is about. */
export async function settled(page: Page): Promise<void> {
  await page.getByText(/^Live$/).waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
}
