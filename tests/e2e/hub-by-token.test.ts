import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditView } from '@/server/contract/audit';
import type { ClusterOrder, ClusterOrdersView, ClustersView } from '@/server/contract/clusters';
import type { StopsView } from '@/server/contract/operations';
import { BehindTls } from '../support/behind-tls';
import { DESKTOP, findChromium, launchBrowser, openPage } from '../support/browser';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { PeopleOfSandbox } from '../support/people-of-sandbox';
import { TestAuthority } from '../support/tls';
import { until } from '../support/until';

const chromium = findChromium();
const READER = 'system:serviceaccount:shop:reader';
const BY_TOKEN = { PLUMBLINE_SANDBOX: 'true', PLUMBLINE_AUTH: 'token' };

describe('a hub without a cluster, whose people sign in with tokens of a cluster', () => {
  let folder: string;
  let issuing: Dashboard;
  let other: Dashboard;
  let hub: Dashboard;
  let people: PeopleOfSandbox;
  let reader: string;
  let browser: Browser | undefined;
  const doors: BehindTls[] = [];

  beforeAll(async () => {
    if (chromium) browser = await launchBrowser(chromium);
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-hub-'));
    [issuing, other] = await Promise.all([startDashboard(BY_TOKEN), startDashboard(BY_TOKEN)]);
    people = new PeopleOfSandbox(issuing.kubeconfig);
    reader = await people.readerOf('shop');
    const authority = await TestAuthority.create();
    writeFileSync(path.join(folder, 'ca.pem'), authority.pem);
    for (const { url } of [issuing, other]) doors.push(await BehindTls.start(url, authority));
    const [issuingUrl, otherUrl] = doors.map(({ url }) => url);
    const file = path.join(folder, 'clusters.yaml');
    writeFileSync(
      file,
      `clusters:
  - { name: eu-1, url: "${issuingUrl}", ca: ca.pem, signOn: { kind: token, reviews: true } }
  - { name: us-1, url: "${otherUrl}", ca: ca.pem, signOn: { kind: token, sharesTokens: true } }
  - { name: unproven, url: "${issuingUrl}", signOn: { kind: token, sharesTokens: true } }`,
    );
    hub = await startDashboard({
      PLUMBLINE_HUB_ALONE: 'true',
      PLUMBLINE_AUTH: 'token',
      PLUMBLINE_CLUSTERS: file,
    });
  });
  afterAll(async () => {
    await browser?.close();
    await hub?.stop();
    for (const door of doors) door.close();
    await people?.close();
    await Promise.all([issuing?.stop(), other?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const by = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
  const ask = async <T>(token: string, address: string) => {
    const response = await fetch(`${hub.url}/api/v1${address}`, { headers: by(token) });
    return { status: response.status, body: (await response.json()) as T };
  };
  // Here only the cluster whose certificate nobody vouches for is away for good; one that is slow is asked again.
  const isPending = ({ state, fault }: ClusterOrder) =>
    state === 'asked' || (state === 'away' && fault !== 'certificate');
  const stop = async (token: string, method = 'POST') => {
    const body = JSON.stringify({ clusters: 'all' });
    const response = await fetch(`${hub.url}/api/v1/clusters/stop`, { method, headers: by(token), body });
    const { orders } = (await response.json()) as ClusterOrdersView;
    for (const { name, order } of orders) {
      // The hub waits a while for each cluster, and then says what came of it with its list.
      if (!isPending(order)) continue;
      const ended = await until(`the answer of ${name} to the ${order.deed}`, async () => {
        const { body } = await ask<ClustersView>(token, '/clusters');
        const now = body.rows.find((row) => row.name === name)?.order;
        return now?.deed === order.deed && !isPending(now) && now;
      });
      Object.assign(order, ended);
    }
    return orders.map(({ name, order: { state, fault } }) => [name, state, ...(fault ? [fault] : [])]);
  };
  const stopsOf = async (member: Dashboard, token: string) => {
    const response = await fetch(`${member.url}/api/v1/stop`, { headers: by(token) });
    return ((await response.json()) as StopsView).stops.map(({ scope, who }) => [scope.kind, who]);
  };

  it('shows what each cluster lets the holder of the token see, and no more', async () => {
    const told = async (token: string) => {
      const rows = async () => (await ask<ClustersView>(token, '/clusters')).body.rows;
      // One that is slow to answer is asked again.
      return await until('what every cluster lets it see', async () => {
        const [issued, unproven, stranger] = await rows();
        const areRefused = stranger?.fault === 'stranger' && unproven?.fault === 'certificate';
        return areRefused && issued?.answer?.vpas;
      });
    };
    await until('the VPAs of its cluster', async () => {
      const answer = await fetch(`${issuing.url}/api/v1/digest`, { headers: by(people.adminToken) });
      const { vpas } = (await answer.json()) as { vpas?: number };
      return (vpas ?? 0) > 0;
    });
    const [all, within] = [await told(people.adminToken), await told(reader)];
    expect(within).toBeGreaterThan(0);
    expect(all).toBeGreaterThan(within);
    const { body } = await ask<{ user: string }>(reader, '/clusters/eu-1/status');
    expect(body.user).toBe(READER);
  });

  it('knows nobody whom no cluster knows', async () => {
    expect((await ask(`${reader}x`, '/clusters')).status).toBe(401);
    const ofOther = new PeopleOfSandbox(other.kubeconfig);
    expect((await ask(ofOther.adminToken, '/clusters')).status).toBe(401);
    await ofOther.close();
  });

  it('has each cluster judge by the token whether somebody may stop there', async () => {
    expect(await stop(reader)).toEqual([
      ['eu-1', 'refused', 'forbidden'],
      ['us-1', 'refused', 'stranger'],
      ['unproven', 'away', 'certificate'],
    ]);
    expect(await stopsOf(issuing, people.adminToken)).toEqual([]);
    expect(await stop(people.adminToken)).toEqual([
      ['eu-1', 'taken'],
      ['us-1', 'refused', 'stranger'],
      ['unproven', 'away', 'certificate'],
    ]);
    const [[kind, who] = []] = await stopsOf(issuing, people.adminToken);
    expect([kind, who]).toEqual(['all', expect.any(String)]);
    const { body } = await ask<AuditView>(people.adminToken, '/clusters/eu-1/audit?what=stop');
    expect(body.entries).toMatchObject([{ kind: 'change', who, outcome: 'done' }]);
    // There it waits for the stop of the reader, who may not stop the others.
    expect(await stop(people.adminToken, 'DELETE')).toEqual([
      ['eu-1', 'taken'],
      ['us-1', 'refused', 'stranger'],
      ['unproven', 'away', 'certificate'],
    ]);
    expect(await stopsOf(issuing, people.adminToken)).toEqual([]);
  });

  it.skipIf(!chromium)('opens the pages of a cluster with the token somebody signed in with', async () => {
    const { page, errors } = await openPage(browser as Browser, DESKTOP);
    await page.goto(`${hub.url}/clusters`);
    await page.getByLabel('Token').fill(reader);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const rowOf = (name: string) =>
      page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
    await rowOf('us-1').getByText('It does not know you.', { exact: true }).waitFor();
    await rowOf('eu-1').getByRole('link', { name: 'eu-1' }).click();
    await page.goto(`${hub.url}/clusters/eu-1/workloads`);
    await page.getByRole('link', { name: 'storefront' }).first().waitFor();
    expect(errors).toEqual([]);
  });
});
