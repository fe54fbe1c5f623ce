import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditView } from '@/server/contract/audit';
import type { ClusterOrdersView, ClustersView } from '@/server/contract/clusters';
import type { HubRecordView } from '@/server/contract/hub-record';
import type { StopsView } from '@/server/contract/operations';
import type { Pod } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { accessibilityFaults } from '../support/accessibility';
import { DESKTOP, findChromium, launchBrowser, openPage } from '../support/browser';
import { noticed } from '../support/notices';
import { sendRaw } from '../support/raw-http';
import { ThreeClusters } from '../support/three-clusters';
import { until } from '../support/until';

const chromium = findChromium();
const VPAS = 'verticalpodautoscalers.autoscaling.k8s.io';
const JSON_TYPE = { 'content-type': 'application/json' };

describe('a hub over three clusters of two processes each', () => {
  let rules: ThreeClusters;
  let browser: Browser | undefined;

  beforeAll(async () => {
    if (chromium) browser = await launchBrowser(chromium);
    rules = await ThreeClusters.start();
    // More than its pods have, and somebody must approve it.
    rules.members['eu-1'].sandbox.registry.mutate<VerticalPodAutoscaler>(
      VPAS,
      'shop',
      'storefront',
      (vpa) => {
        vpa.metadata.annotations = { ...vpa.metadata.annotations, 'plumbline.dev/approvals': 'always' };
        vpa.spec.resourcePolicy = {
          containerPolicies: [{ containerName: 'app', minAllowed: { memory: '700Mi' } }],
        };
      },
    );
  });
  afterAll(async () => {
    await browser?.close();
    await rules?.close();
  });

  const ask = async <T>(user: string, address: string): Promise<{ status: number; body: T }> => {
    const response = await fetch(`${rules.hub.url}/api/v1${address}`, { headers: rules.as(user) });
    return { status: response.status, body: (await response.json()) as T };
  };
  const change = (headers: Record<string, string>, address: string, body: object, method = 'POST') =>
    fetch(`${rules.hub.url}/api/v1${address}`, {
      method,
      headers: { ...JSON_TYPE, ...headers },
      body: JSON.stringify(body),
    });
  const stopsIn = async (name: 'ap-1' | 'eu-1' | 'us-1') =>
    (await ask<StopsView>('ada', `/clusters/${name}/stop`)).body.stops.map(({ scope, who }) => [
      scope.kind,
      who,
    ]);
  const answering = async (user: string, wanted: number) =>
    (await ask<ClustersView>(user, '/clusters')).body.sums.answering === wanted;

  async function asAda(visit: (page: Page) => Promise<void>): Promise<string[]> {
    const { page, errors } = await openPage(browser as Browser, DESKTOP);
    await page.context().setExtraHTTPHeaders(rules.as('ada'));
    await visit(page);
    await page.context().close();
    return errors;
  }

  it('shows a person with rights in one cluster that one alone', async () => {
    await until('two that refuse eve', async () => {
      const { rows } = (await ask<ClustersView>('eve', '/clusters')).body;
      return rows.filter(({ fault }) => fault === 'forbidden').length === 2 && (await answering('eve', 1));
    });
    const { rows, sums } = (await ask<ClustersView>('eve', '/clusters')).body;
    expect(sums.vpas).toBe(rows.find(({ name }) => name === 'eu-1')?.answer?.vpas);
    for (const route of ['workloads', 'overview', 'plan', 'approvals', 'costs.csv'])
      expect([
        route,
        (await ask('eve', `/clusters/us-1/${route}`).catch(() => ({ status: 0 }))).status,
      ]).toEqual([route, 403]);
    expect((await ask('eve', '/clusters/eu-1/workloads')).status).toBe(200);
    const { status } = await change(rules.as('eve'), '/clusters/us-1/stop', { scope: { kind: 'all' } });
    const ordered = await change(rules.as('eve'), '/clusters/stop', { clusters: 'us-1' });
    const { orders } = (await ordered.json()) as ClusterOrdersView;
    expect([status, orders[0]?.order]).toEqual([
      403,
      expect.objectContaining({ state: 'refused', fault: 'forbidden' }),
    ]);
    expect(await stopsIn('us-1')).toEqual([]);
  });

  it('lets nobody name themselves, neither at the hub nor at a cluster', async () => {
    const { dashboard } = rules.members['us-1'];
    const guessed = { ...rules.asHubFor('ada'), 'x-plumbline-proxy-secret': 'guessed' };
    for (const headers of [{ 'x-member-user': 'ada' }, guessed])
      expect((await fetch(`${dashboard.url}/api/v1/workloads`, { headers })).status).toBe(401);
    // What would count at the cluster is not passed on to it.
    const forged = { ...rules.as('eve'), 'x-member-user': 'ada', 'x-member-groups': 'admins' };
    const response = await fetch(`${rules.hub.url}/api/v1/clusters/us-1/workloads`, { headers: forged });
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      403,
      expect.stringContaining('eve lacks the right'),
    ]);
    const unproven = await fetch(`${rules.hub.url}/api/v1/clusters/us-1/workloads`, {
      headers: { 'x-user': 'ada' },
    });
    expect(unproven.status).toBe(401);
  });

  it('takes no change from pages of other sites', async () => {
    const all = { scope: { kind: 'all' } };
    for (const [address, body] of [
      ['/clusters/eu-1/stop', all],
      ['/clusters/stop', { clusters: 'all' }],
    ] as const) {
      const statuses: number[] = [];
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/x-www-form-urlencoded' },
      ];
      for (const headers of foreign)
        statuses.push((await change({ ...rules.as('ada'), ...headers }, address, body)).status);
      expect(statuses).toEqual([403, 403, 415, 415]);
    }
    expect(await stopsIn('eu-1')).toEqual([]);
  });

  it.each([
    '/api/clusters/eu-1/%2e%2e/%2e%2e/session',
    '/api/clusters/eu-1/..%2f..%2fsession',
    '/api/v1/clusters/eu-1/%2e%2e/us-1/stop',
    '/api/clusters/eu-1/workloads/shop/..%5c..%5cstop',
    '/api/clusters/eu-1//stop',
    '/api/clusters/eu-1/clusters/eu-1/stop',
    '/api/clusters/eu-1@evil.example/stop',
    '/api/clusters/eu-1/nodes/a%0d%0ax-member-user:%20root',
    '/api/clusters/eu-1/session',
  ])('leads to nothing that a person may not do by %s', async (address) => {
    const { host } = new URL(rules.hub.url);
    const headers = Object.entries({ ...rules.as('eve'), ...JSON_TYPE }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    const { status } = await sendRaw(
      rules.hub.url,
      `POST ${address}`,
      [`Host: ${host}`, ...headers],
      '{"scope":{"kind":"all"}}',
    );
    expect(status).toBeGreaterThanOrEqual(300);
    expect(status).toBeLessThan(500);
    expect([await stopsIn('eu-1'), await stopsIn('us-1')]).toEqual([[], []]);
  });

  it.skipIf(!chromium)('opens a workload of one, filtered and found on the page of all', async () => {
    await until('answers of all', () => answering('ada', 3));
    const errors = await asAda(async (page) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.goto(rules.hub.url);
      const table = page.getByRole('table', { name: 'Clusters as each last answered' });
      await table.getByText('Runs').nth(2).waitFor();
      await page.goto(`${rules.hub.url}/clusters?label=region%3Deu`);
      await table.getByRole('rowheader', { name: 'eu-1' }).waitFor();
      await expect.poll(() => table.getByRole('rowheader').count()).toBe(1);
      asked.length = 0;
      await table.getByRole('link', { name: 'eu-1' }).click();
      await page.getByRole('navigation', { name: 'Cluster', exact: true }).getByText('region=eu').waitFor();
      await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Workloads' }).click();
      await page.getByRole('link', { name: 'storefront' }).first().click();
      await page.waitForURL('**/clusters/eu-1/workloads/shop/storefront');
      await page.getByRole('heading', { level: 1, name: 'storefront' }).waitFor();
      await expect.poll(() => page.title()).toBe('storefront in shop · eu-1 · Plumbline');
      expect(await accessibilityFaults(page)).toEqual([]);
      const ofOthers = asked.filter(
        (path) =>
          path.startsWith('/api/') && !path.startsWith('/api/clusters/eu-1/') && path !== '/api/session',
      );
      expect(ofOthers.filter((path) => path !== '/api/clusters' && path !== '/api/status')).toEqual([]);

      // The way back to all, and back again, asks each cluster for its own pages alone.
      await page.getByRole('navigation', { name: 'Cluster', exact: true }).getByRole('link').click();
      await table.getByRole('rowheader', { name: 'us-1' }).waitFor();
      asked.length = 0;
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'storefront' }).waitFor();
      await expect.poll(() => asked).toContain('/api/clusters/eu-1/status');
      expect(asked.filter((path) => path.startsWith('/api/workloads'))).toEqual([]);
    });
    expect(errors).toEqual([]);
  });

  it.skipIf(!chromium)('lets a person approve a change there, in their name', async () => {
    const requests = () =>
      [...rules.members['eu-1'].sandbox.registry.list<Pod>('pods', 'shop')]
        .filter(({ metadata }) => metadata.labels?.app === 'storefront' && !metadata.deletionTimestamp)
        .map(({ spec }) => spec.containers.find(({ name }) => name === 'app')?.resources?.requests?.memory);
    await until('a change that waits', async () => {
      const { body } = await ask<{ rows?: unknown[] }>('ada', '/clusters/eu-1/approvals');
      return (body.rows?.length ?? 0) > 0;
    });
    const before = requests();
    const errors = await asAda(async (page) => {
      await page.goto(`${rules.hub.url}/clusters/eu-1/approvals/shop/storefront`);
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Approve 1 change' });
      await dialog.getByLabel('Reason (optional)').fill('seen from the hub');
      await dialog.getByRole('button', { name: 'Approve' }).click();
      await noticed(page, '1 change approved');
    });
    expect(errors).toEqual([]);
    await until('pods with what was approved', () =>
      requests().every((memory, index) => memory !== undefined && memory !== before[index]),
    );
    await until('the record of it there', async () => {
      const { body } = await ask<AuditView>('ada', '/clusters/eu-1/audit?what=approved');
      return body.entries.some((entry) => entry.kind === 'change' && entry.who === 'ada');
    });
  });

  it.skipIf(!chromium)(
    'stops all, also one that was killed, once it is back, by a hub that was killed',
    async () => {
      await rules.members['us-1'].dashboard.kill();
      const errors = await asAda(async (page) => {
        const rowOf = (name: string) =>
          page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
        await page.goto(`${rules.hub.url}/clusters`);
        await page.getByRole('button', { name: 'Stop clusters' }).click();
        const dialog = page.getByRole('dialog', { name: 'Stop clusters' });
        await dialog.getByLabel('Reason').fill('a bad day');
        await dialog.getByRole('button', { name: 'Stop' }).click();
        for (const name of ['ap-1', 'eu-1'])
          await rowOf(name).getByText('Your stop of everything is taken.').waitFor();
        await rowOf('us-1').getByText('the hub keeps trying', { exact: false }).waitFor();
        // A page that is open meanwhile would ask in vain.
        await page.goto('about:blank');
        await rules.restartHub();
        await page.goto(`${rules.hub.url}/clusters`);
        await rowOf('us-1').getByText('the hub keeps trying', { exact: false }).waitFor();
        await rules.revive('us-1');
        await rowOf('us-1').getByText('Your stop of everything is taken.').waitFor();
        for (const name of ['ap-1', 'eu-1', 'us-1'] as const)
          expect(await stopsIn(name)).toEqual([['all', 'ada']]);

        await page.getByRole('button', { name: 'Resume', exact: true }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
        await rowOf('us-1').getByText('Your resume of everything is taken.').waitFor();
      });
      expect(errors).toEqual([]);
      for (const name of ['ap-1', 'eu-1', 'us-1'] as const) {
        await until(`${name} runs`, async () => (await stopsIn(name)).length === 0);
        await until(`the record of ${name}`, async () => {
          const { body } = await ask<AuditView>('ada', `/clusters/${name}/audit?what=stop`);
          return body.entries.some((entry) => entry.kind === 'change' && entry.who === 'ada');
        });
      }
    },
  );

  it.skipIf(!chromium)(
    'has one record at the hub of what was done through it, and what each answered',
    async () => {
      const recordOf = async (user: string, query = '') =>
        (await ask<HubRecordView>(user, `/clusters/orders?${query}`)).body.rows;
      await until('the stop that came late', async () =>
        (await recordOf('ada', 'what=clusters-stop')).some(({ detail }) => detail === 'taken by us-1'),
      );
      const [stop] = await recordOf('ada', 'what=clusters-stop&q=us-1:&order=oldest');
      expect(stop).toMatchObject({ who: 'eve', isOwn: false });
      const [given] = (await recordOf('ada', 'what=clusters-stop')).filter(
        ({ clusters }) => clusters.length === 3,
      );
      expect(given).toMatchObject({
        who: 'ada',
        reason: 'a bad day',
        scope: { kind: 'all' },
        clusters: [
          { name: 'ap-1' },
          { name: 'eu-1' },
          { name: 'us-1', state: expect.stringMatching(/away|asked/) },
        ],
      });
      // Who answered only once the record was made has one of its own.
      const inTime = (given?.clusters ?? []).filter(({ state }) => state === 'taken').map(({ name }) => name);
      const late = (await recordOf('ada', 'what=clusters-stop')).flatMap(
        ({ detail }) => /^taken by (.+)$/.exec(detail ?? '')?.[1] ?? [],
      );
      expect([...new Set([...inTime, ...late])].sort()).toEqual(['ap-1', 'eu-1', 'us-1']);
      // The page of an approval has the change replayed.
      const approved = (await recordOf('ada', 'what=clusters-change&outcome=done')).filter(
        ({ route }) => route !== 'POST /replays',
      );
      expect(approved).toMatchObject([
        { who: 'ada', detail: 'eu-1: Approves or rejects changes.', route: 'POST /approvals' },
      ]);
      // Of what others did, eve reads no reasons.
      for (const row of await recordOf('eve', 'limit=500'))
        if (row.who !== 'eve') expect(row).not.toHaveProperty('reason');
      const refused = await recordOf('eve', 'what=clusters-change&outcome=refused');
      expect(refused[0]).toMatchObject({ who: 'eve', route: 'POST /stop', clusters: [{ name: 'us-1' }] });
      expect((await ask('ada', '/clusters/orders?colour=red')).status).toBe(400);
      const errors = await asAda(async (page) => {
        await page.goto(`${rules.hub.url}/clusters/orders?what=clusters-stop`);
        const table = page.getByRole('table', { name: 'What was done through the hub' });
        const row = table.getByRole('row').filter({ hasText: 'a bad day' }).filter({ hasText: 'Each' });
        if (inTime.length === 2)
          await row.getByText('2 clusters took it, 1 cluster', { exact: false }).waitFor();
        await row.getByText('Each').click();
        await row
          .getByText(inTime.includes('eu-1') ? 'eu-1 took it.' : 'eu-1 had not answered yet.')
          .waitFor();
        expect(await accessibilityFaults(page)).toEqual([]);
      });
      expect(errors).toEqual([]);
    },
  );

  it.skipIf(!chromium)('says of one that is away that it cannot be shown, and why', async () => {
    await rules.members['ap-1'].dashboard.kill();
    await asAda(async (page) => {
      await page.goto(`${rules.hub.url}/clusters/ap-1/workloads`);
      await page.getByRole('heading', { name: 'ap-1 cannot be shown' }).waitFor();
      await page.getByText('Nothing answers at its address.').waitFor();
      await page.getByRole('link', { name: 'To all clusters' }).click();
      await page.getByRole('heading', { level: 1, name: 'Clusters' }).waitFor();
    });
  });
});
