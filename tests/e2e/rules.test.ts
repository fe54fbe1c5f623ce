import { describe, expect, it } from 'vitest';
import type { AuditView } from '@/server/contract/audit';
import { loadAccess } from '@/server/kube/access';
import { KubeClient, MERGE_PATCH } from '@/server/kube/client';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import { accessibilityFaults } from '../support/accessibility';
import { findChromium, type Look, overflow } from '../support/browser';
import { openedDashboard } from '../support/opened-dashboard';
import { PATIENCE } from '../support/patience';

const chromium = findChromium();
const PHONE: Look = { width: 360, height: 740, colorScheme: 'dark' };

describe.skipIf(!chromium)('the pages of rules', () => {
  const opened = openedDashboard({
    PLUMBLINE_SANDBOX: 'true',
    PLUMBLINE_SANDBOX_SCENARIO: 'policies',
    PLUMBLINE_CLOCK_SPEED: '60',
  });
  const { visiting } = opened;

  it.each([
    ['/api/v1/rules', '/api/v1/policies'],
    ['/api/v1/rules/shop?q=search', '/api/v1/policies/shop?q=search'],
    ['/api/rule-drafts?of=shop', '/api/policy-drafts?of=shop'],
    ['/api/messages', '/api/telling'],
  ])('%s answers by its former name %s too', async (present, former) => {
    const answerOf = (path: string) => fetch(opened.dashboard.url + path);
    await expect.poll(async () => (await answerOf(present)).status).toBe(200);
    const [now, before] = await Promise.all([answerOf(present), answerOf(former)]);
    expect(before.status).toBe(200);
    expect(Object.keys((await before.json()) as object)).toEqual(Object.keys((await now.json()) as object));
  });

  it('make a rule in a form, show the VPAs it made, change it, and delete it with its VPAs kept', async () => {
    await visiting('/rules', async (page) => {
      await page.getByRole('button', { name: 'New rule' }).first().click(PATIENCE);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name', { exact: true }).fill('shop-defaults');
      await dialog.getByText('It takes every workload of every namespace').first().waitFor(PATIENCE);
      await expect.poll(() => dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await dialog.getByLabel(/^Namespaces with labels/).fill('team=platform');
      await dialog.getByLabel(/^Precedence/).fill('5');
      await dialog
        .getByText(/workloads? match(es)? now\./)
        .first()
        .waitFor(PATIENCE);
      await dialog.getByText('Calendar: when pods may').click();
      await dialog.getByRole('button', { name: 'Week nights' }).click();
      await dialog.getByText(/^(Open now|Closed now)/).waitFor(PATIENCE);
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Save' }).click(PATIENCE);
      await dialog.waitFor({ ...PATIENCE, state: 'detached' });
      await page.getByRole('link', { name: 'shop-defaults' }).click(PATIENCE);
      await page.getByRole('heading', { level: 1, name: 'shop-defaults' }).waitFor(PATIENCE);
      await page.getByRole('heading', { name: 'Calendar' }).waitFor(PATIENCE);
      await page.getByRole('link', { name: 'log-agent' }).waitFor(PATIENCE);
      await page.getByRole('cell', { name: 'Has its VPA' }).waitFor(PATIENCE);
      expect(await accessibilityFaults(page)).toEqual([]);

      await page.getByRole('button', { name: 'Change the rule' }).click();
      await page.getByRole('dialog').getByRole('radio', { name: 'Initial' }).check();
      await page.getByRole('dialog').getByText('updateMode: Initial').waitFor(PATIENCE);
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click(PATIENCE);
      await page.getByRole('dialog').waitFor({ ...PATIENCE, state: 'detached' });
      await page.getByText('mode Initial').waitFor(PATIENCE);

      await page.getByRole('button', { name: 'Delete' }).click();
      // The rule for everything takes the workload too.
      await page.getByRole('dialog').getByText('1 VPA goes over to another rule').waitFor(PATIENCE);
      await page.getByRole('dialog').getByRole('radio', { name: 'Keep them' }).check();
      expect(await accessibilityFaults(page)).toEqual([]);
      const foreseen: string[] = [];
      const isDeleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
      const watched = isDeleted.then(() =>
        page.on('request', (request) => {
          if (request.url().endsWith('/shop-defaults/deletion/preview')) foreseen.push(request.url());
        }),
      );
      await page.getByRole('dialog').getByRole('button', { name: 'Delete the rule' }).click();
      await watched;
      await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor(PATIENCE);
      // What is gone is not asked for once more.
      expect(foreseen).toEqual([]);
      await page.getByText('4 rules').first().waitFor(PATIENCE);
      expect(await page.getByRole('link', { name: 'shop-defaults' }).count()).toBe(0);
      const { rows } = (await (
        await page.request.get(`${opened.dashboard.url}/api/workloads?q=log-agent`)
      ).json()) as {
        rows: unknown[];
      };
      expect(rows).toHaveLength(1);
    });
  });

  it('say before one is deleted what becomes of the pods of VPAs that are removed', async () => {
    await visiting('/rules/everything', async (page) => {
      await page.getByRole('button', { name: 'Delete' }).click(PATIENCE);
      const dialog = page.getByRole('dialog');
      await dialog
        .getByText(/VPAs? stays? as (it is|they are): what becomes of pods does not change/)
        .waitFor(PATIENCE);
      await dialog.getByRole('radio', { name: 'Remove them' }).check();
      await dialog
        .getByText(/VPAs? (is|are) removed: no pod of (it|them) is changed any more/)
        .waitFor(PATIENCE);
      // They are Off.
      await dialog.getByText('New pods there state what their template does already.').waitFor();
      await dialog.getByRole('region', { name: 'What last week would have been' }).waitFor(PATIENCE);
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    });
  });

  it('say before one sets its VPAs from Off to Initial what new pods state then', async () => {
    await visiting('/rules/everything', async (page) => {
      await page.getByRole('button', { name: 'Change the rule' }).click(PATIENCE);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: 'Initial' }).check();
      const amounts = dialog
        .getByRole('region', { name: 'What new pods state' })
        .getByRole('list', { name: 'New pods' });
      await amounts
        .getByText(/memory/)
        .first()
        .waitFor(PATIENCE);
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole('radio', { name: 'Off' }).check();
      await amounts.first().waitFor({ ...PATIENCE, state: 'detached' });
    });
  });

  it('show how a VPA of one earns its mode, what the next step would do, and record no one for looking', async () => {
    const client = KubeClient.connect(loadAccess({ kubeconfig: opened.dashboard.kubeconfig }));
    const name = 'search-by-hand';
    await client.request('PATCH', pathOf(API_RESOURCES.vpas, 'shop', name), {
      body: { metadata: { annotations: { 'plumbline.dev/graduation': '{}' } } },
      contentType: MERGE_PATCH,
    });
    await client.close();
    await visiting(`/workloads/shop/${name}?tab=policy`, async (page) => {
      const steps = page.getByRole('list', { name: 'Steps' });
      await steps.getByText('InPlaceOrRecreate').waitFor(PATIENCE);
      await expect.poll(() => steps.locator('[aria-current=step]').count(), PATIENCE).toBe(1);
      await page.getByText('A replay of the last days is clean.').waitFor();
      const next = page.getByRole('region', { name: /^What .* would do now$/ });
      await next.getByRole('region', { name: /^Last week with / }).waitFor(PATIENCE);
      expect(await accessibilityFaults(page)).toEqual([]);
      const answer = await page.request.get(`${opened.dashboard.url}/api/audit?kind=change&limit=100`);
      const { entries } = (await answer.json()) as AuditView;
      expect(entries.filter((entry) => entry.kind === 'change' && entry.change === 'replay')).toEqual([]);
    });
  });

  it('fit a phone', async () => {
    await visiting(
      '/rules?edit=new',
      async (page) => {
        await page.getByRole('dialog').waitFor(PATIENCE);
        expect(await overflow(page)).toBe(0);
        expect(await accessibilityFaults(page)).toEqual([]);
      },
      PHONE,
    );
  });
});
