import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { strFromU8, unzipSync } from 'fflate';
import type { Browser, Page, Request } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InboxAcross, SavingsAcross, SearchAcross, WorkloadsAcross } from '@/server/contract/across';
import type { ClusterRulesView } from '@/server/contract/cluster-rules';
import type { ClustersView } from '@/server/contract/clusters';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { accessibilityFaults } from '../support/accessibility';
import {
  DESKTOP,
  faultsIn,
  findChromium,
  type Look,
  launchBrowser,
  openPage,
  Visitor,
} from '../support/browser';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { ended } from '../support/ended-program';
import { freePort } from '../support/free-port';
import { until } from '../support/until';

const COMMAND = fileURLToPath(new URL('../../bin/plumbline.mjs', import.meta.url));
const chromium = findChromium();
const DAY_MS = 86_400_000;
const PHONE: Look = { width: 390, height: 844, colorScheme: 'light' };
const TABLET: Look = { width: 768, height: 1024, colorScheme: 'dark' };
const RBAC = 'rbac.authorization.k8s.io';

const asProxied = (secret: string) => ({
  PLUMBLINE_AUTH: 'proxy',
  PLUMBLINE_PROXY_SECRET: secret,
  PLUMBLINE_IDENTITY_HEADER: 'x-user',
  PLUMBLINE_GROUPS_HEADER: 'x-groups',
});
const as = (user: string) => ({ 'x-plumbline-proxy-secret': 'of-the-hub', 'x-user': user });

/** Gives a person rights in the cluster of a process, in one namespace or in all. */
async function give({ kubeconfig }: Dashboard, user: string, namespace?: string): Promise<void> {
  const cluster = KubeClient.connect(loadAccess({ kubeconfig }));
  const kind = namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding';
  const where = namespace === undefined ? 'clusterrolebindings' : `namespaces/${namespace}/rolebindings`;
  await cluster.request('POST', `/apis/${RBAC}/v1/${where}`, {
    body: {
      apiVersion: `${RBAC}/v1`,
      kind,
      metadata: { name: user, ...(namespace !== undefined && { namespace }) },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup: RBAC, kind: 'User', name: user }],
    },
  });
  await cluster.close();
}

async function makeRules({ kubeconfig }: Dashboard, specs: Record<string, object>): Promise<void> {
  const cluster = KubeClient.connect(loadAccess({ kubeconfig }));
  for (const [name, spec] of Object.entries(specs))
    await cluster.request('POST', '/apis/plumbline.dev/v1alpha1/verticalscalingpolicies', {
      body: { apiVersion: 'plumbline.dev/v1alpha1', kind: 'VerticalScalingPolicy', metadata: { name }, spec },
    });
  await cluster.close();
}

describe('lists over the clusters of a hub that has none of its own', () => {
  let folder: string;
  let members: Dashboard[];
  let hub: Dashboard;
  let browser: Browser | undefined;
  let visitor: Visitor;

  beforeAll(async () => {
    if (chromium) {
      browser = await launchBrowser(chromium);
      visitor = new Visitor(browser, as('ada'));
    }
    const settings = {
      ...asProxied('of-the-members'),
      PLUMBLINE_SANDBOX: 'true',
      PLUMBLINE_CLOCK_SPEED: '60',
    };
    members = await Promise.all([startDashboard(settings), startDashboard(settings)]);
    const [eu, us] = members as [Dashboard, Dashboard];
    await give(eu, 'ada');
    await give(us, 'ada');
    await give(eu, 'eve', 'shop');
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-hub-'));
    writeFileSync(path.join(folder, 'secret'), 'of-the-members');
    const signOn = '{ kind: proxy, secretFile: secret, userHeader: x-user, groupsHeader: x-groups }';
    const file = path.join(folder, 'clusters.yaml');
    writeFileSync(
      file,
      `clusters:
  - { name: eu-1, url: "${eu.url}", labels: { region: eu, stage: prod }, signOn: ${signOn} }
  - { name: us-1, url: "${us.url}", labels: { region: us, stage: prod }, signOn: ${signOn} }
  - { name: us-2, url: "http://127.0.0.1:${await freePort()}", labels: { region: us }, signOn: ${signOn} }`,
    );
    hub = await startDashboard({
      ...asProxied('of-the-hub'),
      PLUMBLINE_CLUSTERS: file,
      PLUMBLINE_HUB_ALONE: 'true',
    });
    await until('the workloads of both members', async () => {
      const { told, rows } = await workloads('ada');
      return told === 2 && rows.every(({ row }) => row.containers.length > 0);
    });
  });
  afterAll(async () => {
    await browser?.close();
    await hub?.stop();
    await Promise.all((members ?? []).map((member) => member.stop()));
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  async function visiting(place: string, visit: (page: Page) => Promise<void>): Promise<void> {
    expect(await visitor.visit(hub.url + place, visit)).toEqual([]);
  }

  async function ask<View>(user: string, route: string): Promise<View> {
    const response = await fetch(`${hub.url}/api/v1/clusters${route}`, { headers: as(user) });
    expect(response.status).toBe(200);
    return (await response.json()) as View;
  }
  const workloads = (user: string, query = '') => ask<WorkloadsAcross>(user, `/workloads${query}`);

  it('have the rows of every member, and tell of the one that is away', async () => {
    const { tallies, members: missing } = await workloads('ada');
    expect(Object.keys(tallies.cluster)).toEqual(['eu-1', 'us-1']);
    expect(tallies.cluster['eu-1']).toBe(tallies.cluster['us-1']);
    expect(missing).toContainEqual({ name: 'us-2', fault: 'unreachable' });
    const { found } = await ask<SearchAcross>('ada', '/search?q=storefront');
    expect(found.map(({ cluster, name }) => `${cluster} ${name}`)).toEqual([
      'eu-1 storefront',
      'us-1 storefront',
    ]);
  });

  it('show nothing, in rows or sums, of what a person may not see at a member', async () => {
    const seen = await until('what eve may see', async () => {
      const known = await workloads('eve');
      return known.told === 1 && known.members.every(({ isAsked }) => !isAsked) && known;
    });
    expect(Object.keys(seen.tallies.cluster)).toEqual(['eu-1']);
    expect(Object.keys(seen.tallies.namespace)).toEqual(['shop']);
    expect(seen.members.find(({ name }) => name === 'us-1')).toMatchObject({ fault: 'forbidden' });
    const { sums } = await ask<ClustersView>('eve', '');
    expect(sums).toMatchObject({ vpas: seen.all, answering: 1 });
    const savings = await ask<SavingsAcross>('eve', '/savings');
    expect(savings.tallies.totals.workloads).toBe(savings.all);
    expect(Object.keys(savings.tallies.namespace)).toEqual(['shop']);
    const inbox = await ask<InboxAcross>('eve', '/inbox');
    expect(inbox.rows.every(({ cluster }) => cluster === 'eu-1')).toBe(true);
    const { found } = await ask<SearchAcross>('eve', '/search?q=storefront');
    expect(found.map(({ cluster }) => cluster)).toEqual(['eu-1']);
    const ofMember = await fetch(`${members[0]?.url}/api/v1/workloads`, {
      headers: { ...as('eve'), 'x-plumbline-proxy-secret': 'of-the-members' },
    });
    expect(((await ofMember.json()) as WorkloadsAcross).all).toBe(seen.all);
  });

  it('refuse a stranger, and a filter that there is not', async () => {
    const stranger = await fetch(`${hub.url}/api/v1/clusters/workloads`, { headers: { 'x-user': 'ada' } });
    const odd = await fetch(`${hub.url}/api/v1/clusters/workloads?group=colour`, { headers: as('ada') });
    expect([stranger.status, odd.status]).toEqual([401, 400]);
  });

  it('answer 304 while nothing is new', async () => {
    const address = `${hub.url}/api/v1/clusters/savings`;
    await until('the same answer twice', async () => {
      const first = await fetch(address, { headers: as('ada') });
      await first.arrayBuffer();
      const etag = first.headers.get('etag') ?? '';
      return (await fetch(address, { headers: { ...as('ada'), 'if-none-match': etag } })).status === 304;
    });
  });

  describe('with rules', () => {
    const rule = (updateMode: string, precedence: number) => ({
      precedence,
      namespaceSelector: { matchLabels: { team: 'of-rules' } },
      template: { spec: { updatePolicy: { updateMode } } },
    });

    beforeAll(async () => {
      const [eu, us] = members as [Dashboard, Dashboard];
      await makeRules(eu, { night: rule('Off', 5), day: rule('Recreate', 7), spare: rule('Off', 1) });
      await makeRules(us, { night: rule('Initial', 5), day: rule('Recreate', 7) });
      await until('the rules of both members', async () => {
        const { told, all } = await ask<ClusterRulesView>('ada', '/rules?label=stage%3Dprod');
        return told === 2 && all === 3;
      });
    });

    it('say where one is missing or another', async () => {
      const { rows, members: missing } = await ask<ClusterRulesView>('ada', '/rules?sort=name&order=asc');
      expect(rows.map(({ name, other, missing: lacking }) => [name, other.names, lacking.names])).toEqual([
        ['day', [], []],
        ['night', ['us-1'], []],
        ['spare', [], ['us-1']],
      ]);
      expect(missing).toEqual([{ name: 'us-2', fault: 'unreachable' }]);
    });

    it('show none to a person who may not read them', async () => {
      await until(
        'an answer for eve',
        async () => (await ask<ClusterRulesView>('eve', '/rules')).members.length === 3,
      );
      const { all, told, members: missing } = await ask<ClusterRulesView>('eve', '/rules');
      expect({ all, told }).toEqual({ all: 0, told: 0 });
      expect(missing.map(({ name, without }) => [name, without])).toContainEqual(['eu-1', 'right']);
      const one = await fetch(`${hub.url}/api/v1/clusters/rules/night`, { headers: as('eve') });
      expect(one.status).toBe(404);
    });

    it('are saved for Git', async () => {
      const saved = await fetch(`${hub.url}/api/v1/clusters/rules.zip?rule=night`, { headers: as('ada') });
      expect([saved.status, saved.headers.get('content-type')]).toEqual([200, 'application/zip']);
      const files = unzipSync(new Uint8Array(await saved.arrayBuffer()));
      expect(
        strFromU8(files['plumbline-rules/clusters/us-1/rules/night.yaml'] ?? new Uint8Array()),
      ).toContain('path: /spec/template/spec/updatePolicy/updateMode');
    });

    it.skipIf(!chromium)('lead to what differs, with the way to their page in the cluster', async () => {
      await visiting('/clusters/rules?standing=other', async (page) => {
        const table = page.getByRole('table', { name: 'Rules of all clusters' });
        await table.getByRole('rowheader', { name: 'night' }).waitFor();
        await expect.poll(() => table.getByRole('rowheader').count()).toBe(1);
        expect(await accessibilityFaults(page)).toEqual([]);
        await table.getByRole('link', { name: 'night' }).click();
        await page.waitForURL('**/clusters/rules/night');
        const other = page.getByRole('region', { name: 'Another version in 1 cluster' });
        await other.getByText('updateMode: Initial').waitFor();
        await page.getByText('Nothing answers at its address.').waitFor();
        expect(await accessibilityFaults(page)).toEqual([]);
        await other.getByRole('link', { name: 'compare with this one' }).click();
        await page.getByRole('heading', { name: 'As us-1 has it' }).waitFor();
        await page.getByRole('link', { name: 'eu-1' }).click();
        await page.waitForURL('**/clusters/eu-1/rules/night');
        await page.getByRole('heading', { level: 1, name: 'night' }).waitFor();
      });
    });
  });

  describe('on the command line', () => {
    function plumbline(user: string, ...args: string[]) {
      const headers = Object.entries(as(user)).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
      return ended(process.execPath, [COMMAND, ...args, '--server', hub.url, ...headers], folder);
    }

    it.each([
      ['inbox', /^== eu-1\n/],
      ['plan', /^== eu-1\nPlan of .* pods\./],
      ['history', /^== eu-1\n/],
    ])('are asked each for %s, and one that is away costs only its part', async (command, first) => {
      const { out, code } = await plumbline('ada', command, '--clusters', 'all');
      expect(out).toMatch(first);
      expect(out).toContain('\n== us-1\n');
      expect(out).toMatch(/\n== us-2\nerror: .*us-2: Nothing answers at its address\./);
      expect(code).toBeGreaterThan(0);
      const chosen = await plumbline('ada', command, '--clusters', 'eu-1', '-o', 'json');
      expect(JSON.parse(chosen.out)).toEqual([{ cluster: 'eu-1', answer: expect.anything() }]);
      expect(chosen.code).toBe(0);
    });

    it('are scanned each by what it measured, and summed up', async () => {
      const { out, code } = await plumbline('ada', 'scan', '--clusters', 'all');
      expect(out).toMatch(
        /^== eu-1\n(?:WORKLOAD +PODS +CPU +MEMORY +COULD FREE +LACKS|\d+ workloads? without a change\.)/,
      );
      expect(out).toMatch(/\n== us-2\nerror: .*us-2: Nothing answers at its address\./);
      const [, sums = ''] = out.split('\n== Scan of 3 clusters, of which 1 is not counted\n');
      const counts = [...sums.matchAll(/^(eu-1|us-1|all) +(\d+) /gm)].map(([, name, count]) => [
        name,
        Number(count),
      ]);
      expect(counts.map(([name]) => name)).toEqual(['eu-1', 'us-1', 'all']);
      expect(counts[2]?.[1]).toBe(Number(counts[0]?.[1]) + Number(counts[1]?.[1]));
      expect(counts[2]?.[1]).toBeGreaterThan(0);
      expect(code).toBe(5);
      const chosen = await plumbline('ada', 'scan', '--clusters', 'eu-1', '-o', 'json');
      const { clusters } = JSON.parse(chosen.out);
      expect(clusters).toEqual([
        { cluster: 'eu-1', answer: expect.objectContaining({ totals: expect.anything() }) },
      ]);
      expect(clusters[0].answer.rows).toHaveLength(clusters[0].answer.totals.workloads);
      expect(chosen.code).toBe(0);
      for (const [args, why] of [
        [['-o', 'html'], 'or scan contexts with --contexts.'],
        [['--history', '2d'], "cannot be used with option '--history"],
        [['--contexts', 'all'], "cannot be used with option '--contexts"],
      ] as const) {
        const refused = await plumbline('ada', 'scan', '--clusters', 'all', ...args);
        expect([refused.code, refused.out]).toEqual([2, '']);
        expect(refused.err).toContain(why);
      }
    });

    it('are compared in their rules', async () => {
      const { out, err, code } = await plumbline('ada', 'rules', '--clusters', 'all');
      expect(out).toMatch(/^RULE +CLUSTERS +VERSIONS +ANOTHER VERSION +MISSING\n/);
      expect(out).toMatch(/\nnight +2 +2 +us-1 +-\n/);
      expect(out).toMatch(/\nday +2 +1 +- +-/);
      expect(err).toContain('warning: us-2: Nothing answers at its address.');
      expect(code).toBe(5);
      const label = ['rules', '--clusters', 'stage=prod', '-o', 'json'];
      expect((await plumbline('ada', ...label)).code).toBe(0);
      expect((await plumbline('ada', ...label, '--exit-code')).code).toBe(6);
      expect((await plumbline('ada', 'rules', '--clusters', 'eu-1')).code).toBe(2);
    });

    it('tell a person of each cluster what they may see in it', async () => {
      const { out } = await plumbline('eve', 'plan', '--clusters', 'region=us');
      expect(out).toMatch(/^== us-1\nerror: /);
      const none = await plumbline('ada', 'plan', '--clusters', 'mars');
      expect(none.code).toBeGreaterThan(0);
      expect(none.err).toContain('mars');
    });
  });

  describe.skipIf(!chromium)('as pages', () => {
    it('filter, group and sort by the address, and lead to the member', async () => {
      await visiting('/clusters/workloads?group=region&q=storefront', async (page) => {
        for (const region of ['eu', 'us'])
          await page.getByRole('heading', { name: region, exact: true }).waitFor();
        await page.getByText('Nothing answers at its address.').waitFor();
        const link = page.getByRole('link', { name: 'storefront' }).first();
        await expect.poll(() => link.getAttribute('href')).toBe('/clusters/eu-1/workloads/shop/storefront');
        await page.goto(`${hub.url}/clusters/workloads?label=region%3Dus&sort=cluster`);
        const table = page.getByRole('table', { name: 'Workloads of all clusters' });
        await table.getByRole('link', { name: 'us-1' }).first().waitFor();
        expect(await table.getByRole('link', { name: 'eu-1' }).count()).toBe(0);
      });
    });

    const COMPARED = '/compare?namespace=shop&kind=Deployment&name=storefront';
    it.each(['', '/inbox', '/workloads', '/plan', '/approvals', '/rules', '/record', '/savings', COMPARED])(
      'show what there is, fit every window, with nothing for axe to find: /clusters%s',
      async (place) => {
        await visiting(`/clusters${place}`, async (page) => {
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.getByText('Nothing answers at its address.').waitFor();
          expect(await page.getByText('cannot be shown').count()).toBe(0);
          expect(await faultsIn(page, [DESKTOP, PHONE, TABLET], [DESKTOP, TABLET])).toEqual([]);
          // A table that is wider than the tablet scrolls in its frame, and its last columns are out of sight.
          const tooWide = await page
            .locator('main :has(> table)')
            .evaluateAll((frames) =>
              frames.map(({ scrollWidth, clientWidth }) => Math.max(0, scrollWidth - clientWidth)),
            );
          expect(tooWide).toEqual(tooWide.map(() => 0));
        });
      },
    );

    it.each([
      ['/clusters/eu-1', '/api/clusters/eu-1/overview'],
      ['/clusters/eu-1/workloads', '/api/clusters/eu-1/workloads?'],
      ['/clusters/workloads', '/api/clusters/workloads?'],
    ])('ask for what %s shows first before its scripts are there, and only once', async (place, first) => {
      const { page, errors } = await openPage(browser as Browser, DESKTOP, as('ada'));
      // An early answer is dropped after 10 s, which a busy machine may take to run the scripts.
      await page.addInitScript(() => {
        const { setTimeout: after } = window;
        const longer = (act: () => void, ms?: number) => after(act, ms === 10_000 ? 3_600_000 : ms);
        window.setTimeout = longer as typeof window.setTimeout;
      });
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/_next/static/chunks/*.js', async (route) => {
        await released;
        await route.continue();
      });
      const asked: Request[] = [];
      page.on('request', (request) => request.url() === hub.url + first && asked.push(request));
      await page.goto(hub.url + place, { waitUntil: 'commit' });
      await until('an answer before any script', async () => (await asked[0]?.response())?.ok());
      release();
      await until('a poll', async () => asked.length > 1);
      const revisions = await Promise.all(asked.map((request) => request.headerValue('if-none-match')));
      expect(revisions.map((revision) => revision !== null)).toEqual([
        false,
        ...revisions.slice(1).map(() => true),
      ]);
      expect(errors).toEqual([]);
      await page.context().close();
    });

    it('tell ages by the time of the hub, whatever the clock of the browser says', async () => {
      const { page, errors } = await openPage(browser as Browser, DESKTOP, as('ada'));
      await page.clock.setFixedTime(Date.now() + 2 * DAY_MS);
      await page.goto(`${hub.url}/clusters`);
      await page
        .getByRole('row', { name: 'eu-1' })
        .getByText(/^(just now|\d+ s ago)( \(.+ real\))?$/)
        .waitFor();
      expect(errors).toEqual([]);
      await page.context().close();
    });

    it('have the tab of their page in sight on a phone', async () => {
      const errors = await visitor.visit(
        `${hub.url}/clusters/hub-record`,
        async (page) => {
          const tab = page
            .getByRole('navigation', { name: 'Clusters' })
            .getByRole('link', { name: 'Hub record' });
          await tab.waitFor();
          await expect
            .poll(async () => {
              const box = await tab.boundingBox();
              return box !== null && box.x >= 0 && box.x + box.width <= PHONE.width;
            })
            .toBe(true);
        },
        PHONE,
      );
      expect(errors).toEqual([]);
    });

    it('find a workload of any cluster in the palette', async () => {
      await visiting('/clusters', async (page) => {
        await page.getByRole('button', { name: 'Search (Ctrl+K)' }).click();
        await page.getByRole('textbox', { name: 'Search pages, actions and workloads' }).fill('storefront');
        await page.getByText('us-1 · shop · Deployment storefront').waitFor();
      });
    });
  });
});
