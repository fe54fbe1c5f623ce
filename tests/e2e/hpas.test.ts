import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAccess } from '@/server/kube/access';
import { KubeClient, MERGE_PATCH } from '@/server/kube/client';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { HorizontalPodAutoscaler } from '@/server/objects/types';
import { accessibilityFaults } from '../support/accessibility';
import { findChromium, launchBrowser, overflow, Visitor } from '../support/browser';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { findProgram, output } from '../support/installed-program';
import { pressEitherWay as press } from '../support/keyboard';
import { noticed } from '../support/notices';
import { PATIENCE } from '../support/patience';

const chromium = findChromium();
const PHONE = { width: 360, height: 740, colorScheme: 'dark' } as const;
const STOREFRONT = pathOf(API_RESOURCES.horizontalPodAutoscalers, 'mesh', 'storefront');

describe.skipIf(!chromium)('the pages of HPAs', () => {
  let dashboard: Dashboard;
  let browser: Browser;
  let visitor: Visitor;
  let client: KubeClient;

  beforeAll(async () => {
    dashboard = await startDashboard({
      PLUMBLINE_SANDBOX: 'true',
      PLUMBLINE_SANDBOX_SCENARIO: 'sidecar-hides-load',
      PLUMBLINE_CLOCK_SPEED: '60',
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

  async function visiting(
    where: string,
    visit: (page: Page) => Promise<void>,
    look = undefined as typeof PHONE | undefined,
  ) {
    const errors = await (look
      ? visitor.visit(dashboard.url + where, visit, look)
      : visitor.visit(dashboard.url + where, visit));
    expect(errors).toEqual([]);
  }

  it('lead from the list to an HPA, its picture, and the picture as a table', async () => {
    await visiting('/', async (page) => {
      await page.getByRole('navigation').getByRole('link', { name: 'Workloads' }).click();
      await page.getByRole('link', { name: 'With an HPA', exact: true }).click();
      await page.getByRole('columnheader', { name: 'HPA' }).waitFor(PATIENCE);
      const cell = page.getByRole('cell').filter({ hasText: 'cpu of container app' }).first();
      await cell.waitFor(PATIENCE);
      expect(await accessibilityFaults(page)).toEqual([]);
      const storefront = page.locator('a[href="/hpas/mesh/storefront"]');
      await storefront.click();
      await page.getByRole('heading', { level: 1, name: 'storefront' }).waitFor();
      await page.getByText(/replicas: cpu of the pods is at \d+ % of its target 60 %/).waitFor(PATIENCE);
      await page.getByRole('application', { name: /^Scaling of storefront, .*: replicas$/ }).waitFor();
      await page.getByRole('application', { name: /metrics against their targets$/ }).waitFor();
      const fold = page.locator('summary', { hasText: 'Show as table' });
      await fold.focus();
      await fold.press('Enter');
      const table = page.getByRole('region', { name: /^Scaling of storefront.*as a table$/ });
      await expect
        .poll(() => table.getByRole('columnheader').allInnerTexts())
        .toEqual([
          'Time',
          'Replicas',
          'Asked for',
          'Controller asks for',
          'cpu of the pods, of its target 60 %',
          'cpu of the pods asks for',
          'Decided by',
          'Held back by',
        ]);
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  });

  it('fit a phone', async () => {
    for (const where of ['/workloads?hpa=any&vpa=all', '/hpas/mesh/checkout'])
      await visiting(
        where,
        async (page) => {
          await page.getByText('checkout').first().waitFor(PATIENCE);
          await page.getByText('cpu of container app').first().waitFor(PATIENCE);
          expect(await overflow(page)).toBe(0);
        },
        PHONE,
      );
  });

  it('try an edit on live data, say what the API server refuses, and save what kubectl then shows', async () => {
    await visiting('/hpas/mesh/storefront', async (page) => {
      await page.getByRole('button', { name: 'Change the rules' }).click();
      const dialog = page.getByRole('dialog');
      const most = dialog.getByLabel('Maximum of replicas');
      await most.fill('1');
      await dialog
        .getByText(/must be greater than or equal to `minReplicas`/)
        .first()
        .waitFor(PATIENCE);
      await expect.poll(() => most.getAttribute('aria-invalid'), PATIENCE).toBe('true');
      await expect.poll(() => dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await most.fill('14');
      await dialog.getByText('It scales between 2 and 14 replicas instead of 2 and 10.').waitFor(PATIENCE);
      await dialog.getByText('With these rules').waitFor();
      await dialog.getByText('No pod starts or goes now.').waitFor();
      await dialog.getByRole('region', { name: /^What the last .* would have been$/ }).waitFor();
      await dialog.getByText('No more shortage than now.').waitFor();
      const yaml = dialog.getByRole('region', { name: 'Difference of the YAML' });
      await expect.poll(() => yaml.innerText()).toMatch(/− {3}maxReplicas: 10\s+\+ {3}maxReplicas: 14/);
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await noticed(page, 'Saved mesh/storefront');
    });
    expect((await client.request<HorizontalPodAutoscaler>('GET', STOREFRONT)).spec.maxReplicas).toBe(14);
    const kubectl = findProgram('kubectl');
    if (kubectl) {
      const args = [
        '--cache-dir',
        path.join(dashboard.dataDir, 'cache'),
        '-n',
        'mesh',
        'get',
        'hpa',
        'storefront',
      ];
      expect(await output(kubectl, args, { KUBECONFIG: dashboard.kubeconfig })).toMatch(/ 2 +14 +2 /);
    }
    await visiting('/changes/audit?what=hpa-rules', async (page) => {
      await page.getByText('Rules of the HPA changed').first().waitFor(PATIENCE);
      await page.getByText('maxReplicas', { exact: true }).waitFor();
    });
  });

  it('one that sleeps wakes two steps from the inbox, by mouse or keyboard', async () => {
    const before = await client.request<HorizontalPodAutoscaler>('GET', STOREFRONT);
    await visiting('/', async (page) => {
      await page.getByText('A container is full, and its HPA does not see it').waitFor(PATIENCE);
      await page.getByText('Not by Plumbline.').first().waitFor();
      await press(
        page,
        page.getByRole('button', { name: 'Measure this HPA by container… (HPA mesh/storefront)' }),
      );
      const dialog = page.getByRole('dialog', { name: 'Rules of HPA mesh/storefront' });
      const yaml = dialog.getByRole('region', { name: 'Difference of the YAML' });
      await yaml.filter({ hasText: /\+ .*type: ContainerResource/ }).waitFor(PATIENCE);
      await press(page, dialog.getByRole('button', { name: 'Save' }));
      await noticed(page, 'Saved mesh/storefront');
    });
    const { spec } = await client.request<HorizontalPodAutoscaler>('GET', STOREFRONT);
    expect(spec.metrics?.map(({ type }) => type)).toEqual(['Resource', 'ContainerResource']);
    await visiting('/', async (page) => {
      await page
        .getByText('A container is full, and its HPA does not see it')
        .waitFor({ ...PATIENCE, state: 'detached' });
    });
    await client.request('PATCH', STOREFRONT, {
      body: { spec: { metrics: before.spec.metrics } },
      contentType: MERGE_PATCH,
    });
  });
});
