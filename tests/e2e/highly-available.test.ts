import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import type { Lease } from '@/server/objects/types';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { HeadlessProcess } from '../support/headless-process';
import { type PostgresServer, postgresBin, startPostgres } from '../support/postgres';
import { until } from '../support/until';

const bin = postgresBin();
if (!bin && process.env.CI === 'true') throw new Error('PostgreSQL is missing: apt-get install postgresql');
const LEASES = 'leases.coordination.k8s.io';
const ELECTED = ['plumbline-recommender', 'plumbline-updater'];
const ACTING = ['recommender', 'updater'];

describe.skipIf(!bin)('whole processes that run everything twice over one PostgreSQL', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-twice-'));
  let sandbox: Sandbox;
  let postgres: PostgresServer;
  let first: HeadlessProcess;
  let dashboards: Dashboard[] = [];

  const settings = (name: string) => ({
    PLUMBLINE_KUBECONFIG: path.join(folder, 'sandbox.kubeconfig'),
    PLUMBLINE_DATA_DIR: path.join(folder, name),
    PLUMBLINE_DATABASE_URL: postgres.url,
    PLUMBLINE_LEADER_ELECT: 'true',
    PLUMBLINE_ROLES: 'recommender,updater',
    PLUMBLINE_RECOMMENDER_INTERVAL: '2s',
    PLUMBLINE_UPDATER_INTERVAL: '2s',
  });

  beforeAll(async () => {
    sandbox = await startSandbox({
      port: 0,
      clock: wallClock,
      log: silentLogger,
      scenario: 'small-shop',
      seed: 1,
      dataDir: folder,
    });
    postgres = await startPostgres(bin ?? '');
    first = await HeadlessProcess.start(settings('first'));
    await until('a leader', () => leases().every(({ holderIdentity }) => holderIdentity));
    dashboards = await Promise.all(['second', 'third'].map((name) => startDashboard(settings(name))));
  });
  afterAll(async () => {
    await first?.kill();
    for (const dashboard of dashboards) await dashboard.stop();
    await postgres?.close();
    await sandbox?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const leases = () =>
    ELECTED.map(
      (name): Partial<Lease['spec']> => sandbox.registry.get<Lease>(LEASES, 'plumbline', name)?.spec ?? {},
    );
  const holders = () => leases().map(({ holderIdentity }) => holderIdentity);
  const ask = async <T>(dashboard: Dashboard | undefined, question: string): Promise<T> =>
    (await fetch(`${dashboard?.url}${question}`)).json() as Promise<T>;

  /** The roles for which a process acts. */
  async function leads(dashboard: Dashboard): Promise<string[]> {
    const { parts } = await ask<{ parts?: { roles: { role: string; isLeading?: boolean }[] } }>(
      dashboard,
      '/api/overview',
    );
    return (parts?.roles ?? []).flatMap(({ role, isLeading }) => (isLeading ? role : []));
  }

  it('answer alike, whichever is asked', async () => {
    const shown = async (dashboard: Dashboard) => {
      const { rows } = await ask<{ rows: { name: string; containers: { cpu: { target?: number } }[] }[] }>(
        dashboard,
        '/api/workloads',
      );
      return rows.map(({ name, containers }) => [name, containers.map(({ cpu }) => cpu.target)]);
    };
    await until('the same of all workloads', async () => {
      const [one, other] = await Promise.all(dashboards.map(shown));
      const isThere = one?.length === 9 && JSON.stringify(one).includes('storefront');
      return isThere && JSON.stringify(one) === JSON.stringify(other);
    });
    for (const dashboard of dashboards) expect(await leads(dashboard)).toEqual([]);
  });

  it('have another leader once theirs is killed, and keep one record', async () => {
    const former = holders();
    await fetch(`${dashboards[0]?.url}/api/stop`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"scope":{"kind":"all"}}',
    });
    await first.kill();
    await until('other leaders', () =>
      holders().every((holder, index) => holder && holder !== former[index]),
    );
    for (const dashboard of dashboards)
      await until('the record of the stop', async () => {
        const { entries } = await ask<{ entries: { change?: string }[] }>(dashboard, '/api/audit');
        return entries.some(({ change }) => change === 'stop');
      });
    await expect.poll(async () => (await Promise.all(dashboards.map(leads))).flat().sort()).toEqual(ACTING);
  });

  it('hand over before the lease ends when the leader is stopped', async () => {
    const acting = await Promise.all(dashboards.map(leads));
    const [leader] = dashboards.splice(acting[0]?.includes('recommender') ? 0 : 1, 1);
    const [before] = leases();
    await leader?.stop();
    await until('the other leader', () => {
      const { holderIdentity } = leases()[0] ?? {};
      return holderIdentity && holderIdentity !== before?.holderIdentity;
    });
    const [{ acquireTime = '', leaseDurationSeconds = 0 } = {}] = leases();
    const expiresMs = Date.parse(before?.renewTime ?? '') + leaseDurationSeconds * 1000;
    expect(Date.parse(acquireTime)).toBeLessThan(expiresMs);
    const [other] = dashboards;
    await until('it acts', async () => other && (await leads(other)).includes('recommender'));
  });
});
