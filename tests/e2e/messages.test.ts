import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/accessibility';
import { faultsIn, findChromium, LOOKS, type Look, launchBrowser, Visitor } from '../support/browser';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { PATIENCE } from '../support/patience';
import { TestReceiver } from '../support/receiver';

const chromium = findChromium();
const PHONE: Look = { width: 360, height: 740, colorScheme: 'dark' };

let dashboard: Dashboard;
let receiver: TestReceiver;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  if (!chromium) return;
  receiver = await TestReceiver.start();
  receiver.answer = ({ path }) => ({ status: path === '/refuses-s3cret' ? 403 : 200 });
  dashboard = await startDashboard({
    PLUMBLINE_SANDBOX: 'true',
    PLUMBLINE_TELL_URL: `${receiver.url('/s3cret')},slack:http://localhost:${receiver.port}/refuses-s3cret`,
  });
  browser = await launchBrowser(chromium);
  visitor = new Visitor(browser);
});
afterAll(async () => {
  await browser?.close();
  await dashboard?.stop();
  await receiver?.close();
});

describe.skipIf(!chromium)('the page Messages', () => {
  async function visiting(path: string, visit: (page: Page) => Promise<void>): Promise<void> {
    expect(await visitor.visit(dashboard.url + path, visit)).toEqual([]);
  }
  const heading = (page: Page) => page.getByRole('heading', { name: 'Messages', level: 1 });

  it('sends a test by keyboard alone, shows what came of it, and the audit log who asked', async () => {
    await visiting('/', async (page) => {
      await page.getByText(/^Live$/).waitFor(PATIENCE);
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Page, action or workload').fill('slack');
      await page.keyboard.press('Enter');
      await heading(page).waitFor(PATIENCE);
      await page.getByRole('button', { name: 'Send a test message' }).focus();
      await page.keyboard.press('Enter');
      const result = page
        .getByRole('status')
        .filter({ hasText: 'The test message did not arrive everywhere' });
      await result.waitFor(PATIENCE);
      await expect
        .poll(() => result.innerText())
        .toContain(
          `127.0.0.1:${receiver.port}: Delivered. localhost:${receiver.port}: The receiver refuses the message`,
        );
      await page.getByRole('cell', { name: 'Delivered.' }).first().waitFor(PATIENCE);
      expect(await page.content()).not.toContain('s3cret');
      expect(await accessibilityFaults(page)).toEqual([]);
    });
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/refuses-s3cret', '/s3cret']);
    await visiting('/changes/audit', async (page) => {
      await page.getByText('Test message sent').first().waitFor(PATIENCE);
      expect(await page.content()).not.toContain('s3cret');
    });
  });

  it('fits every window', async () => {
    await visiting('/settings/messages', async (page) => {
      await heading(page).waitFor(PATIENCE);
      await page.getByRole('table').first().waitFor(PATIENCE);
      expect(await faultsIn(page, [...LOOKS, PHONE])).toEqual([]);
    });
  });
});
