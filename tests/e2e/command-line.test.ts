import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryRow } from '@/server/cli/backend';
import type { ExportView } from '@/server/contract/patches';
import type { PlanView } from '@/server/contract/plan';
import type { PodReport, VpaReport } from '@/server/contract/reports';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { ended } from '../support/ended-program';
import { until } from '../support/until';

const COMMAND = fileURLToPath(new URL('../../bin/plumbline.mjs', import.meta.url));

describe('plumbline, by a dashboard', () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await startDashboard({
      PLUMBLINE_SANDBOX: 'true',
      PLUMBLINE_CLOCK_SPEED: '60',
    });
    await until('recommendations', async () => {
      const vpas = await answer<VpaReport[]>('status', '-A');
      return vpas?.some(({ containers }) => containers.some(({ next }) => next));
    });
  });
  afterAll(async () => {
    await dashboard?.stop();
  });

  function plumbline(...args: string[]) {
    return ended(process.execPath, [COMMAND, ...args], dashboard.dataDir, {
      KUBECONFIG: dashboard.kubeconfig,
      PLUMBLINE_SERVER: dashboard.url,
    });
  }

  /** What a command answers as JSON; undefined while the dashboard is not ready. */
  async function answer<T>(...args: string[]): Promise<T | undefined> {
    const { code, out } = await plumbline(...args, '-o', 'json');
    return code === 0 ? (JSON.parse(out) as T) : undefined;
  }

  it('exports the same patches as the archive of the page', async () => {
    // The cluster lives on meanwhile: a workload may get its first recommendation between the two.
    const { made, paths } = await until('both of one moment', async () => {
      const made = await answer<ExportView>('export', '-A');
      const archive = await fetch(new URL('/api/export.zip', dashboard.url));
      expect(archive.headers.get('content-disposition')).toContain('plumbline-patches.zip');
      expect(archive.headers.get('content-type')).toBe('application/zip');
      const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
      const paths = made?.files.map(({ path: one }) => `plumbline-patches/${one}`);
      return isDeepStrictEqual(Object.keys(files), paths) && { made, paths };
    });
    expect(paths?.length).toBeGreaterThan(3);
    const of = (query: string) => fetch(new URL(`/api/export?${query}`, dashboard.url));
    expect((await of('of=none/none')).status).toBe(404);
    expect((await of('of=none')).status).toBe(400);
    expect((await of('colour=red')).status).toBe(400);
    const off = (await (await of('mode=Off')).json()) as ExportView;
    expect(off.workloads.length).toBeLessThan(made?.workloads.length ?? 0);
  });

  it('shows every VPA that the cluster itself shows', async () => {
    const named = (vpas: VpaReport[] | undefined) =>
      vpas?.map(({ namespace, name }) => `${namespace}/${name}`);
    const straight = ['--kubeconfig', dashboard.kubeconfig];
    const here = named(await answer<VpaReport[]>('status', '-A'));
    expect(here?.length).toBeGreaterThan(3);
    expect(named(await answer<VpaReport[]>('status', '-A', ...straight))).toEqual(here);
  });

  it('says of a planned pod why it is treated so', async () => {
    const plan = await until('a plan with pods', async () => {
      const found = await answer<PlanView>('plan');
      return found?.rows.some(({ groups }) => groups.length > 0) ? found : undefined;
    });
    const row = plan.rows.find(({ groups }) => groups.length > 0);
    const pod = row?.groups[0]?.pods[0]?.name;
    const why = await answer<PodReport>('why', `${row?.namespace}/${pod}`);
    expect(why?.plan?.reasons.length).toBeGreaterThan(0);
    expect(why?.containers[0]?.now.requests).toBeDefined();
    expect((await plumbline('plan')).out).toMatch(/^Plan of .* pods\.\n\nNAMESPACE/);
  });

  it('stops and resumes, and finds both in the history', async () => {
    const stopped = await plumbline('stop', 'all', '--reason', 'a drill', '--yes');
    expect(stopped).toMatchObject({ code: 0, out: expect.stringMatching(/^everything .* a drill$/m) });
    const { out } = await plumbline('status');
    expect(out).toContain('stopped (all) by an unnamed user');
    expect(out).toMatch(/^\d+ broken, \d+ waits? for you, \d+ could be better\.$|^Nothing is broken/m);
    expect(await plumbline('resume', 'all', '--yes')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing is stopped.'),
    });
    await until('both in the history', async () => {
      const rows = await answer<HistoryRow[]>('history', '--limit', '500');
      const what = rows?.map((one) => one.what) ?? [];
      return what.includes('stop') && what.includes('resume');
    });
  });

  it('passes on what the dashboard refuses, with the field', async () => {
    const reason = 'x'.repeat(201);
    const refused = await plumbline('stop', 'all', '--yes', '--reason', reason);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain('reason: must have at most 200 characters');
    expect(await plumbline('why', 'default/gone')).toMatchObject({
      code: 3,
      err: expect.stringContaining('Pod default/gone'),
    });
    expect((await plumbline('why', 'gone')).err).toContain('The namespace of gone is missing.');
  });
});
