import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { KubeList, Pod } from '@/server/objects/types';
import { accessibilityFaults } from '../support/accessibility';
import { findChromium, launchBrowser, overflow, Visitor } from '../support/browser';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { pressEitherWay as press } from '../support/keyboard';
import { noticed } from '../support/notices';
import { PATIENCE } from '../support/patience';
import { until } from '../support/until';

const chromium = findChromium();
const PHONE = { width: 360, height: 740, colorScheme: 'dark' } as const;

/** Changes go on while people look: one may have another amount by then, or be over. */
const OUTCOMES = ['done', 'moved', 'over'];

/** What came of the changes that are approved next on the page. */
async function resultsOn(page: Page): Promise<string[]> {
  const answer = await page.waitForResponse(
    (response) => response.url().endsWith('/api/approvals') && response.request().method() === 'POST',
    PATIENCE,
  );
  const { results } = (await answer.json()) as { results: { outcome: string }[] };
  return results.map(({ outcome }) => outcome);
}

/**
 * Decides in the dialog that `opened` opens and fills in, again where the amounts had moved from what it showed:
 * they go on while people read.
 */
async function decideInTheEnd(page: Page, verb: string, opened: () => Promise<Locator>): Promise<void> {
  await until(`a change that is decided by ${verb}`, async () => {
    const dialog = await opened();
    const results = resultsOn(page);
    await dialog.getByRole('button', { name: verb }).click();
    const outcomes = await results;
    for (const outcome of outcomes) expect(OUTCOMES).toContain(outcome);
    if (outcomes.every((outcome) => outcome === 'done')) return true;
    await dialog.getByRole('button', { name: 'Close' }).click();
    return false;
  });
}

describe.skipIf(!chromium)('the pages of approvals', () => {
  let dashboard: Dashboard;
  let browser: Browser;
  let visitor: Visitor;
  let client: KubeClient;

  beforeAll(async () => {
    dashboard = await startDashboard({
      PLUMBLINE_SANDBOX: 'true',
      PLUMBLINE_SANDBOX_SCENARIO: 'approvals',
      PLUMBLINE_CLOCK_SPEED: '60',
      PLUMBLINE_SANDBOX_HEAD_START: '45m',
      PLUMBLINE_WARM_UP: '0s',
      PLUMBLINE_LEAST_HISTORY: '40m',
      PLUMBLINE_LEAST_HISTORY_TO_LOWER: '0s',
      PLUMBLINE_CANARY: '0s',
    });
    client = KubeClient.connect(loadAccess({ kubeconfig: dashboard.kubeconfig }));
    browser = await launchBrowser(chromium ?? '');
    visitor = new Visitor(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await client?.close();
    await dashboard?.stop();
  });

  async function visiting(where: string, visit: (page: Page) => Promise<void>, look?: typeof PHONE) {
    const errors = await (look
      ? visitor.visit(dashboard.url + where, visit, look)
      : visitor.visit(dashboard.url + where, visit));
    expect(errors).toEqual([]);
  }
  const requestsOf = async (namespace: string, app: string) => {
    const pods = await client.request<KubeList<Pod>>('GET', pathOf(API_RESOURCES.pods, namespace), {
      query: { labelSelector: `app=${app}` },
    });
    return pods.items
      .filter(({ metadata }) => !metadata.deletionTimestamp)
      .map(({ spec }) => spec.containers[0]?.resources?.requests?.memory);
  };

  it('let a person approve a change from the plan on, until its pods have it', async () => {
    expect(await requestsOf('bank', 'ledger')).toEqual(['256Mi', '256Mi', '256Mi']);
    await visiting('/changes?namespace=bank', async (page) => {
      await page.getByText('The change waits for a person to approve it.').first().waitFor(PATIENCE);
      await page
        .getByRole('region', { name: 'bank/ledger' })
        .getByRole('link', { name: 'Approve or reject' })
        .first()
        .click();
      await page.waitForURL('**/approvals/bank/ledger');
      await page.getByRole('heading', { level: 1, name: 'ledger' }).waitFor(PATIENCE);
      await page.getByText('By kubectl').click();
      await page.getByText(/kind":"ChangeApproval/).waitFor();
      for (const name of ['Reason', 'Risk', 'Why: container app'])
        await page.getByRole('heading', { level: 2, name, exact: true }).waitFor(PATIENCE);
      await page.getByRole('region', { name: 'Last week, replayed' }).waitFor();
      const pods = page.getByRole('list', { name: 'Pods' }).getByRole('listitem');
      await expect.poll(() => pods.first().innerText(), PATIENCE).toMatch(/^ledger-\S+ \S/);
      expect(await accessibilityFaults(page)).toEqual([]);
      const open = page.getByRole('button', { name: 'Approve', exact: true });
      await open.focus();
      await open.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Approve 1 change' });
      await dialog.getByText('bank/ledger', { exact: true }).waitFor();
      await dialog.getByRole('region', { name: 'What last week would have been' }).waitFor();
      await dialog
        .getByRole('list', { name: 'Pods' })
        .getByText(/^ledger-/)
        .first()
        .waitFor(PATIENCE);
      await dialog
        .getByText(/256 MiB/)
        .first()
        .waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
      await decideInTheEnd(page, 'Approve', async () => {
        await open.click();
        await dialog.getByLabel('Reason (optional)').fill('seen with the team');
        return dialog;
      });
      await noticed(page, '1 change approved');
      await page.getByRole('cell', { name: /Approved.*seen with the team/ }).waitFor(PATIENCE);
    });
    await until('pods with what was approved', async () =>
      (await requestsOf('bank', 'ledger')).every((memory) => memory !== '256Mi'),
    );
    await visiting('/changes/audit?namespace=bank&vpa=ledger&kind=change', async (page) => {
      await page.getByText('Change approved').first().waitFor(PATIENCE);
      await page.getByText('seen with the team').first().waitFor();
    });
  });

  it('let a person reject with a reason, which is needed', async () => {
    await visiting('/changes/approvals?namespace=shop', async (page) => {
      await decideInTheEnd(page, 'Reject', async () => {
        await page.getByRole('checkbox', { name: 'Choose shop/search' }).check(PATIENCE);
        await page.getByRole('button', { name: 'Reject 1 chosen' }).click();
        const dialog = page.getByRole('dialog', { name: 'Reject 1 change' });
        const reject = dialog.getByRole('button', { name: 'Reject' });
        await expect.poll(() => reject.isDisabled()).toBe(true);
        await dialog.getByRole('textbox', { name: 'Reason' }).fill('end of the year');
        return dialog;
      });
      await noticed(page, '1 change rejected');
      await page.getByRole('cell', { name: /Rejected.*end of the year/ }).waitFor(PATIENCE);
    });
    await visiting('/approvals/shop/search', async (page) => {
      await page.getByRole('cell', { name: /Rejected.*end of the year/ }).waitFor(PATIENCE);
    });
  });

  it('let a person approve a namespace as planned now, exactly as shown', async () => {
    await visiting('/changes/approvals?namespace=shop', async (page) => {
      await page.getByRole('link', { name: 'web' }).waitFor(PATIENCE);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: /^Approve all \d that match$/ }).click();
      const dialog = page.getByRole('dialog', { name: /^Approve \d changes?$/ });
      await dialog.getByText('shop/web').first().waitFor(PATIENCE);
      await dialog.getByRole('region', { name: 'What last week would have been' }).waitFor();
      const results = resultsOn(page);
      await dialog.getByRole('button', { name: 'Approve' }).click();
      for (const outcome of await results) expect(OUTCOMES).toContain(outcome);
      expect(await results).toContain('done');
    });
  });

  it('fit a phone, in the dark', async () => {
    for (const where of ['/changes/approvals', '/approvals/shop/search'])
      await visiting(
        where,
        async (page) => {
          await page.getByRole('heading', { level: 1 }).waitFor(PATIENCE);
          await page.getByText('end of the year').first().waitFor(PATIENCE);
          expect(await overflow(page)).toBe(0);
          expect(await accessibilityFaults(page)).toEqual([]);
        },
        PHONE,
      );
  });

  it('go on two steps from the inbox, by mouse or keyboard', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'approvals' });
    const again = await fetch(`${dashboard.url}/api/scenarios`, { method: 'POST', headers, body });
    expect(again.status).toBe(200);
    await visiting('/', async (page) => {
      const approve = page.getByRole('button', { name: /^Approve( \d+)?… \(/ }).first();
      await approve.waitFor(PATIENCE);
      await press(page, approve);
      const dialog = page.getByRole('dialog', { name: /^Approve \d changes?$/ });
      await dialog
        .getByText(/^(bank|shop)\/\w+$/)
        .first()
        .waitFor(PATIENCE);
      const results = resultsOn(page);
      await press(page, dialog.getByRole('button', { name: 'Approve' }));
      for (const outcome of await results) expect(OUTCOMES).toContain(outcome);
    });
  });
});
