import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditView } from '@/server/contract/audit';
import type { ClusterOrdersView, ClustersView } from '@/server/contract/clusters';
import type { StopsView } from '@/server/contract/operations';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { DESKTOP, findChromium, launchBrowser, openPage } from '../support/browser';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { freePort } from '../support/free-port';
import { until } from '../support/until';

const chromium = findChromium();
const RBAC = 'rbac.authorization.k8s.io';

/** A process with an embedded cluster, which believes whoever has the secret. */
const asMember = (secret: string) => ({
  PLUMBLINE_SANDBOX: 'true',
  PLUMBLINE_AUTH: 'proxy',
  PLUMBLINE_PROXY_SECRET: secret,
  PLUMBLINE_IDENTITY_HEADER: 'x-user',
  PLUMBLINE_GROUPS_HEADER: 'x-groups',
});
/** What the proxy in front of the hub sends for a person. */
const as = (user: string) => ({ 'x-plumbline-proxy-secret': 'of-the-hub', 'x-user': user });

describe('a hub over other clusters', () => {
  let folder: string;
  let member: Dashboard;
  let hub: Dashboard;
  let browser: Browser | undefined;
  let awayPort: number;
  let back: Server | undefined;

  beforeAll(async () => {
    if (chromium) browser = await launchBrowser(chromium);
    member = await startDashboard(asMember('of-the-member'));
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-hub-'));
    writeFileSync(path.join(folder, 'secret'), 'of-the-member');
    const signOn = '{ kind: proxy, secretFile: secret, userHeader: x-user, groupsHeader: x-groups }';
    awayPort = await freePort();
    const away = `http://127.0.0.1:${awayPort}`;
    const file = path.join(folder, 'clusters.yaml');
    writeFileSync(
      file,
      `clusters:
  - { name: eu-1, url: "${member.url}", labels: { region: eu }, signOn: ${signOn} }
  - { name: us-1, url: "${away}", labels: { region: us }, signOn: ${signOn} }`,
    );
    hub = await startDashboard({ ...asMember('of-the-hub'), PLUMBLINE_CLUSTERS: file });
    for (const { kubeconfig } of [member, hub]) {
      const cluster = KubeClient.connect(loadAccess({ kubeconfig }));
      await cluster.request('POST', `/apis/${RBAC}/v1/clusterrolebindings`, {
        body: {
          apiVersion: `${RBAC}/v1`,
          kind: 'ClusterRoleBinding',
          metadata: { name: 'ada' },
          roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'cluster-admin' },
          subjects: [{ apiGroup: RBAC, kind: 'User', name: 'ada' }],
        },
      });
      await cluster.close();
    }
  });
  afterAll(async () => {
    await browser?.close();
    back?.close();
    await hub?.stop();
    await member?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function clustersFor(user: string): Promise<ClustersView> {
    const response = await fetch(`${hub.url}/api/v1/clusters`, { headers: as(user) });
    return (await response.json()) as ClustersView;
  }

  it('shows each person what the clusters let them read, and nobody else', async () => {
    await until('an answer of the cluster', async () => (await clustersFor('ada')).sums.answering === 1);
    const { rows, sums } = await clustersFor('ada');
    expect(rows).toMatchObject([
      { name: 'eu-1', answer: { plumbline: '0.2.0', isStopped: false } },
      { name: 'us-1', fault: 'unreachable' },
    ]);
    expect(sums.vpas).toBe(rows[0]?.answer?.vpas);
    await until('an answer for eve', async () => (await clustersFor('eve')).rows.every(({ fault }) => fault));
    expect(await clustersFor('eve')).toMatchObject({
      rows: [{ name: 'eu-1', fault: 'forbidden' }, { name: 'us-1' }],
      sums: { vpas: 0, answering: 0 },
    });
  });

  it('proves who asks: a member believes no name without the secret', async () => {
    const forged = await fetch(`${member.url}/api/v1/overview`, { headers: { 'x-user': 'ada' } });
    const stranger = await fetch(`${hub.url}/api/v1/clusters`, { headers: { 'x-user': 'ada' } });
    expect([forged.status, stranger.status]).toEqual([401, 401]);
  });

  it.skipIf(!chromium)('has a page with a row for each, by an address that keeps the filter', async () => {
    const { page, errors } = await openPage(browser as Browser, DESKTOP);
    await page.context().setExtraHTTPHeaders(as('ada'));
    await page.goto(hub.url);
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Clusters' }).click();
    const table = page.getByRole('table', { name: 'Clusters as each last answered' });
    await table.getByRole('rowheader', { name: 'eu-1' }).waitFor();
    await table.getByText('Nothing answers at its address.').waitFor();
    await page.goto(`${hub.url}/clusters?label=region%3Deu`);
    await table.getByRole('rowheader', { name: 'eu-1' }).waitFor();
    await expect.poll(() => table.getByRole('rowheader').count()).toBe(1);
    expect(errors).toEqual([]);
  });

  async function stopsOfMember(): Promise<StopsView['stops']> {
    const response = await fetch(`${member.url}/api/v1/stop`, {
      headers: { ...as('ada'), 'x-plumbline-proxy-secret': 'of-the-member' },
    });
    return ((await response.json()) as StopsView).stops;
  }

  const order = (headers: Record<string, string>, method = 'POST') =>
    fetch(`${hub.url}/api/v1/clusters/stop`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ clusters: 'all' }),
    });

  it('lets nobody stop a cluster who may not there, nor a page of another site', async () => {
    const { orders } = (await (await order(as('eve'))).json()) as ClusterOrdersView;
    expect(orders.map(({ order: { state, fault } }) => [state, fault])).toEqual([
      ['refused', 'forbidden'],
      ['away', 'unreachable'],
    ]);
    const elsewhere = await order({ ...as('ada'), origin: 'https://evil.example' });
    const asForm = await order({ ...as('ada'), 'content-type': 'text/plain' });
    const unproven = await order({ 'x-user': 'ada' });
    expect([elsewhere.status, asForm.status, unproven.status]).toEqual([403, 415, 401]);
    expect(await stopsOfMember()).toEqual([]);
  });

  it.skipIf(!chromium)('stops all clusters, and the one that is away once it is back', async () => {
    const { page, errors } = await openPage(browser as Browser, DESKTOP);
    await page.context().setExtraHTTPHeaders(as('ada'));
    await page.goto(`${hub.url}/clusters`);
    await page.getByRole('button', { name: 'Stop clusters' }).click();
    const dialog = page.getByRole('dialog', { name: 'Stop clusters' });
    // What it does in the first cluster that answers is told at once, and of another once it is opened.
    await dialog
      .getByText(/^The next pass would change no pod there|^What the next pass would do is held back/)
      .waitFor();
    await dialog.getByText(/^What new pods state then|^New pods there state/).waitFor();
    await dialog.getByText('us-1').last().click();
    await dialog.getByText('What it does there is not known. Nothing answers at its address.').waitFor();
    await dialog.getByLabel('Reason').fill('a bad day');
    await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
    const rowOf = (name: string) =>
      page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
    await rowOf('eu-1').getByText('Your stop of everything is taken.').waitFor();
    await rowOf('eu-1').getByText('Stopped', { exact: true }).waitFor();
    await rowOf('us-1').getByText('the hub keeps trying', { exact: false }).waitFor();
    expect(await stopsOfMember()).toMatchObject([
      { scope: { kind: 'all' }, who: 'ada', reason: 'a bad day' },
    ]);

    const { hostname, port } = new URL(member.url);
    back = createServer((socket) => {
      const there = connect(Number(port), hostname);
      socket.pipe(there).pipe(socket);
      for (const end of [socket, there]) end.on('error', () => [socket.destroy(), there.destroy()]);
    }).listen(awayPort, '127.0.0.1');
    await rowOf('us-1').getByText('Your stop of everything is taken.').waitFor();

    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await rowOf('us-1').getByText('Your resume of everything is taken.').waitFor();
    expect(await stopsOfMember()).toEqual([]);
    for (const { url, secret } of [
      { url: member.url, secret: 'of-the-member' },
      { url: hub.url, secret: 'of-the-hub' },
    ]) {
      const headers = { ...as('ada'), 'x-plumbline-proxy-secret': secret };
      const what = url === hub.url ? 'clusters-stop' : 'stop';
      await until(`the record of ${what}`, async () => {
        const record = (await (
          await fetch(`${url}/api/v1/audit?what=${what}`, { headers })
        ).json()) as AuditView;
        return record.entries.some((entry) => entry.kind === 'change' && entry.who === 'ada');
      });
    }
    expect(errors).toEqual([]);
  });
});
