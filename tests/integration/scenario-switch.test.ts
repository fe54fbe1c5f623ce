import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Config, defaultConfig } from '@/server/config';
import type { OverviewView } from '@/server/contract/overview';
import type { ScenariosView } from '@/server/contract/scenarios';
import { GET as getAudit } from '@/server/host/api/audit/route';
import { GET as getOverview } from '@/server/host/api/overview/route';
import { GET, POST } from '@/server/host/api/scenarios/route';
import { runtime, shareScenarios, withdrawRuntime } from '@/server/host/runtime';
import type { ScenarioSwitch } from '@/server/host/scenario-switch';
import { offerScenarios, startRuntime } from '@/server/host/start';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import type { AuditView } from '@/server/store/audit/views';
import { START_MS } from '../support/api-cluster';
import { freePort } from '../support/free-port';
import { listedWorkloads } from '../support/listed';
import { PATIENCE } from '../support/patience';

const URL = 'http://localhost/api/scenarios';
const CONTEXT = {};

let folder: string;
let offered: ScenarioSwitch | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-'));
});

afterEach(async () => {
  await offered?.stop();
  offered = undefined;
  shareScenarios(undefined);
  withdrawRuntime();
  rmSync(folder, { recursive: true, force: true });
});

async function demo(settings: Partial<Config> = {}): Promise<ScenarioSwitch> {
  const config = defaultConfig({
    sandbox: true,
    sandboxScenario: 'empty',
    admissionPort: 0,
    dataDir: folder,
    ...settings,
  });
  const running = await startRuntime(config, { clock: new ManualClock(START_MS), log: silentLogger });
  offered = await offerScenarios(running);
  return offered;
}

async function view(): Promise<ScenariosView> {
  return (await (await GET(new Request(URL), CONTEXT)).json()) as ScenariosView;
}

function ask(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return POST(new Request(URL, { method: 'POST', body: JSON.stringify(body), headers }), CONTEXT);
}

function firstPass() {
  return vi.waitFor(() => {
    const pass = runtime().handles.recommender?.lastPass;
    if (!pass) throw new Error('no pass yet');
    return pass;
  }, PATIENCE);
}

const admitting = () =>
  vi.waitFor(() => expect(runtime().handles.admission?.port).toBeGreaterThan(0), PATIENCE);
const vpas = async () =>
  (await listedWorkloads(runtime())).map(({ namespace, name }) => `${namespace}/${name}`);
const server = () => {
  const { cluster } = runtime().status();
  return cluster.kind === 'connected' ? cluster.server : '';
};
const listeners = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length;

describe('switching the scenario of a running process', () => {
  it('loads what the workloads of the new cluster used before it', async () => {
    await demo({ sandboxPastMs: 2 * 3_600_000 });
    await ask({ name: 'budget-allows-nothing' });
    await vi.waitFor(() => {
      const [container] = runtime().workload('fortress', 'keep').containers;
      expect(container?.firstSampleMs).toBeLessThan(START_MS - 3_600_000);
    }, PATIENCE);
    expect(runtime().problems.list()).toEqual([]);
  });

  it('names on the overview what was done in the new cluster alone', async () => {
    await demo();
    await firstPass();
    const evicted = async () => {
      const answer = await getOverview(new Request('http://localhost/api/overview'), CONTEXT);
      return ((await answer.json()) as OverviewView).recent.evictions.map(({ pod }) => pod);
    };
    const minute = async () => {
      const { clock } = runtime();
      if (clock instanceof ManualClock) await clock.advance(60_000);
    };
    const evict = async (pod: string) => {
      await minute();
      const { clock, store } = runtime();
      store.record({
        kind: 'action',
        atMs: clock.now(),
        namespace: 'storm',
        vpa: 'flood',
        pod,
        podUid: pod,
        action: 'evict',
        outcome: 'done',
        before: {},
        after: {},
        detail: '',
        reasons: [],
      });
      await store.flushed();
    };
    await evict('former');
    await vi.waitFor(async () => expect(await evicted()).toEqual(['former']), PATIENCE);
    await minute();
    expect((await ask({ name: 'empty' })).status).toBe(200);
    await firstPass();
    expect(await evicted()).toEqual([]);
    await evict('latter');
    await vi.waitFor(async () => expect(await evicted()).toEqual(['latter']), PATIENCE);
  });

  it('shows the VPAs of the new cluster, and nothing of the previous one', async () => {
    await demo();
    await firstPass();
    expect(await vpas()).toEqual([]);
    await admitting();
    const before = { server: server(), listeners: listeners(), nowMs: runtime().clock.now() };

    const answered = await ask({ name: 'oom-storm', seed: 7 });
    expect(answered.status).toBe(200);
    expect(await answered.json()).toMatchObject({
      current: 'oom-storm',
      seed: 7,
      speed: 1,
      state: { kind: 'running' },
    });
    await firstPass();
    expect(await vpas()).toEqual([
      'storm/cloudburst',
      'storm/downpour',
      'storm/drizzle',
      'storm/flood',
      'storm/shower',
    ]);
    await admitting();
    expect(listeners()).toBe(before.listeners);
    expect(runtime().clock.now()).toBeGreaterThanOrEqual(before.nowMs);
    expect(server()).not.toBe(before.server);
    await expect(fetch(before.server)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    expect(readFileSync(path.join(folder, 'sandbox.kubeconfig'), 'utf8')).toContain(server());
  });

  it('uses the same ports again, and serves the metrics of the process once', async () => {
    const sandboxPort = await freePort();
    await demo({ sandboxPort });
    await firstPass();
    for (const name of ['webhook-broken', 'empty', 'empty']) {
      expect((await ask({ name })).status).toBe(200);
      await firstPass();
      expect(server()).toBe(`https://127.0.0.1:${sandboxPort}`);
    }
    const text = await runtime().metrics.metrics();
    expect(text.match(/^process_cpu_seconds_total /gm)).toHaveLength(1);
    expect(text).toContain('plumbline_');
  });

  it('records who switched from what to what', async () => {
    await demo({ identityHeader: 'x-user', operators: ['ada'] });
    await ask({ name: 'oom-storm' }, { 'x-user': 'ada' });
    const { store } = runtime();
    await store.flushed();
    expect(await store.audit({ kinds: ['change'], limit: 5 })).toMatchObject([
      {
        who: 'ada',
        change: 'scenario',
        before: { scenario: 'empty', seed: 1 },
        after: { scenario: 'oom-storm', seed: 1 },
      },
    ]);
  });

  it('keeps the record through switches, and leaves out that of an earlier run unless asked', async () => {
    const switches = async (query = '') => {
      await vi.waitFor(() => expect(runtime().store.state.kind).toBe('available'), PATIENCE);
      await runtime().store.flushed();
      const asked = new Request(`http://localhost/api/audit?kind=change&what=scenario${query}`);
      const { entries, hasEarlier } = (await (await getAudit(asked, CONTEXT)).json()) as AuditView;
      return { to: entries.map((entry) => entry.kind === 'change' && entry.detail), hasEarlier };
    };
    const first = await demo();
    await ask({ name: 'oom-storm' });
    await ask({ name: 'empty' });
    const told = ['from oom-storm to empty', 'from empty to oom-storm'];
    expect(await switches()).toEqual({ to: told, hasEarlier: false });
    await first.stop();
    await demo();
    expect(await switches()).toEqual({ to: [], hasEarlier: true });
    expect(await switches('&run=earlier')).toEqual({ to: told, hasEarlier: true });
    await ask({ name: 'oom-storm' });
    expect((await switches()).to).toEqual(['from empty to oom-storm']);
  });

  it('is not ready during the switch, reports its progress, and refuses a second switch', async () => {
    await demo();
    await firstPass();
    const first = ask({ name: 'oom-storm' });
    await vi.waitFor(async () => expect((await view()).state.kind).toBe('switching'), PATIENCE);
    expect(() => runtime()).toThrow(expect.objectContaining({ code: 'not-ready' }));
    const second = await ask({ name: 'small-shop' });
    expect(second.status).toBe(409);
    expect(await second.json()).toMatchObject({ code: 'conflict' });
    expect((await first).status).toBe(200);
    expect(await view()).toMatchObject({ current: 'oom-storm', state: { kind: 'running' } });
  });

  it('says why a cluster did not start, and can try again', async () => {
    const sandboxPort = await freePort();
    await demo({ sandboxPort });
    const former = runtime();
    await firstPass();
    const stop = former.stop.bind(former);
    const squatter = createServer();
    former.stop = async () => {
      await stop();
      squatter.listen(sandboxPort, '127.0.0.1');
      await once(squatter, 'listening');
    };
    const failed = await ask({ name: 'oom-storm' });
    expect(failed.status).toBe(502);
    expect(await failed.json()).toMatchObject({
      code: 'cluster-error',
      message: expect.stringContaining(`Port ${sandboxPort}`),
    });
    expect(await view()).toMatchObject({
      current: 'empty',
      state: { kind: 'failed', to: 'oom-storm', message: expect.stringContaining(`Port ${sandboxPort}`) },
    });
    expect(() => runtime()).toThrow(expect.objectContaining({ code: 'not-ready' }));

    squatter.close();
    await once(squatter, 'close');
    former.stop = stop;
    expect((await ask({ name: 'oom-storm' })).status).toBe(200);
    await firstPass();
    expect(await vpas()).toContain('storm/flood');
    const { store } = runtime();
    await store.flushed();
    const [done, refused] = await store.audit({ kinds: ['change'], limit: 5 });
    expect(done).toMatchObject({ change: 'scenario', outcome: 'done', detail: 'from empty to oom-storm' });
    expect(refused).toMatchObject({
      change: 'scenario',
      outcome: 'unavailable',
      detail: expect.stringContaining(`Port ${sandboxPort}`),
    });
  });

  it.each(['stopping', 'starting'] as const)('stops everything when told to while %s', async (step) => {
    const process = await demo();
    await firstPass();
    await admitting();
    const former = runtime();
    const stop = former.stop.bind(former);
    const told = new Promise<string>((resolve) => {
      const tell = () => {
        former.stop = stop;
        const { state } = process.view();
        void process.stop().then(() => resolve(state.kind === 'switching' ? state.step : state.kind));
      };
      former.stop = async () => {
        if (step === 'stopping') tell();
        await stop();
        if (step === 'starting') setImmediate(tell);
      };
    });
    const switching = ask({ name: 'thousand-workloads' });
    expect(await told).toBe(step);
    expect((await switching).status).toBe(503);
    await vi.waitFor(() => expect(listeners()).toBe(0), PATIENCE);
    expect(() => runtime()).toThrow(expect.objectContaining({ code: 'not-ready' }));
    expect((await ask({ name: 'empty' })).status).toBe(503);
  });

  it.each([
    ['an unknown name', { name: 'atlantis' }, 422, 'name', 'small-shop, oom-storm'],
    ['no name', {}, 422, 'name', ''],
    ['a seed that is no whole number', { name: 'empty', seed: 1.5 }, 422, 'seed', ''],
    ['what nobody knows', { name: 'empty', speed: 3 }, 422, '', 'speed'],
  ])('refuses %s and leaves the cluster alone', async (_, body, status, field, words) => {
    await demo();
    const former = runtime();
    const answered = await ask(body);
    expect(answered.status).toBe(status);
    const error = (await answered.json()) as { message: string; fields: { field: string }[] };
    expect(error.message).toContain(words);
    expect(error.fields[0]?.field).toBe(field);
    expect(runtime()).toBe(former);
  });

  it('refuses users who are not operators', async () => {
    await demo({ identityHeader: 'x-user', operators: ['ada'] });
    expect((await ask({ name: 'oom-storm' }, { 'x-user': 'mallory' })).status).toBe(403);
    expect((await view()).current).toBe('empty');
  });
});

describe('a process without the embedded cluster', () => {
  it('has no scenarios, and says so', async () => {
    const config = defaultConfig({ dataDir: folder, kubeconfig: '/nowhere', roles: [] });
    const running = await startRuntime(config, { clock: new ManualClock(START_MS), log: silentLogger });
    for (const response of [await GET(new Request(URL), CONTEXT), await ask({ name: 'empty' })]) {
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        code: 'not-found',
        message: expect.stringContaining('embedded cluster'),
      });
    }
    expect(existsSync(path.join(folder, 'sandbox.kubeconfig'))).toBe(false);
    await running.stop();
  });
});
