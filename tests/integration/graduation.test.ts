import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { deployment, namespace } from '@/sandbox/scenarios/build';
import { type CharacterText, WORKLOAD_ANNOTATION } from '@/sandbox/workloads/character';
import { type Config, defaultConfig } from '@/server/config';
import type { GraduationAnswer } from '@/server/contract/graduation';
import { GRADUATION_ANNOTATION } from '@/server/decide/features/graduation/rules';
import { STEP_ANNOTATION } from '@/server/decide/features/graduation/step-note';
import { GET as getGraduation } from '@/server/host/api/workloads/[namespace]/[name]/graduation/route';
import { type Runtime, withdrawRuntime } from '@/server/host/runtime';
import { startRuntime } from '@/server/host/start';
import { MERGE_PATCH } from '@/server/kube/client';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { KubeEvent } from '@/server/objects/types';
import type { UpdateMode, VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { asking } from '../support/asking';
import { until } from '../support/until';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.parse('2026-03-02T00:00:00Z');
/** Cluster time from one look at everything to the next. */
const STEP_MS = 30 * MINUTE_MS;
/** Cluster time from one pass to the next. */
const PASS_MS = 15 * MINUTE_MS;
const SHOP = 'shop';

const STEADY: CharacterText = { kind: 'steady', cpu: '200m', memory: '300Mi' };
const LEAKING: CharacterText = { kind: 'growing', cpu: '200m', memory: '300Mi', growthPerHour: '200Mi' };

/** A whole process on the embedded cluster, whose time moves only when told. */
class SomeDays {
  private constructor(
    readonly running: Runtime,
    private readonly clock: ManualClock,
    private readonly folder: string,
  ) {}

  static async start(settings: Partial<Config> = {}): Promise<SomeDays> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-graduation-'));
    const clock = new ManualClock(START_MS);
    const config = defaultConfig({
      sandbox: true,
      sandboxScenario: 'empty',
      roles: ['recommender', 'updater', 'admission', 'rules'],
      admissionPort: 0,
      dataDir: folder,
      kubeApiQps: 1000,
      kubeApiBurst: 1000,
      recommenderIntervalMs: PASS_MS,
      updaterIntervalMs: PASS_MS,
      ...settings,
    });
    const running = await startRuntime(config, { clock, log: silentLogger });
    const simulated = new SomeDays(running, clock, folder);
    await until('a connection', () => running.handles.rules && running.cluster);
    for (const { resource, object } of [namespace(SHOP)])
      await simulated.request('POST', resource, '', object);
    return simulated;
  }

  async stop(): Promise<void> {
    await this.running.stop();
    withdrawRuntime();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async workload(name: string, does: CharacterText, graduation: string, updateMode?: UpdateMode) {
    const { resource, object } = deployment({
      name,
      namespace: SHOP,
      replicas: 2,
      containers: [{ requests: '1/1Gi', limits: '2/1Gi', does }],
    });
    await this.request('POST', resource, SHOP, object);
    await this.request('POST', 'verticalpodautoscalers.autoscaling.k8s.io', SHOP, {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name, namespace: SHOP, annotations: { [GRADUATION_ANNOTATION]: graduation } },
      spec: {
        targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
        ...(updateMode && { updatePolicy: { updateMode } }),
      },
    });
    await until('the VPA', () => this.vpa(name));
  }

  /** Rolls out a version that behaves differently. */
  async rollOut(name: string, does: CharacterText): Promise<void> {
    const template = { metadata: { annotations: { [WORKLOAD_ANNOTATION]: JSON.stringify(does) } } };
    await this.patch(API_RESOURCES.deployments, name, { spec: { template } });
  }

  patchVpa(name: string, body: object): Promise<unknown> {
    return this.patch(API_RESOURCES.vpas, name, body);
  }

  vpa(name: string): VerticalPodAutoscaler | undefined {
    return this.running.cluster?.caches.vpas.get(SHOP, name);
  }

  mode(name: string): UpdateMode | undefined {
    return this.vpa(name)?.spec.updatePolicy?.updateMode;
  }

  get days(): number {
    return (this.clock.now() - START_MS) / DAY_MS;
  }

  async view(name: string): Promise<GraduationAnswer> {
    const call = getGraduation as unknown as (
      request: Request,
      params: Record<string, string>,
    ) => Promise<Response>;
    const response = await call(new Request('http://localhost/'), { namespace: SHOP, name });
    return (await response.json()) as GraduationAnswer;
  }

  /** Lets time go on until something is the case, and every replay that was asked for end before. */
  async until(what: string, longestMs: number, reached: () => boolean | Promise<boolean>): Promise<void> {
    const endMs = this.clock.now() + longestMs;
    while (!(await reached())) {
      if (this.clock.now() >= endMs) throw new Error(`never within ${longestMs / DAY_MS} days: ${what}`);
      await this.step();
    }
  }

  async step(): Promise<void> {
    const { clock, running } = this;
    await clock.advance(STEP_MS);
    const nowMs = clock.now();
    await until('a pass', async () => {
      await clock.advance(1000);
      return (running.handles.recommender?.lastPass?.atMs ?? 0) >= nowMs - PASS_MS;
    });
    await until('the end of replays', async () => {
      const { rows } = (await running.replays?.list(asking())) ?? { rows: [] };
      return rows.every(({ state }) => state !== 'waiting' && state !== 'running');
    });
  }

  async events(name: string): Promise<string[]> {
    const { client } = this.running.cluster ?? {};
    const found = await client?.request<{ items: KubeEvent[] }>('GET', pathOf(API_RESOURCES.events, SHOP));
    return (found?.items ?? [])
      .filter(({ involvedObject }) => involvedObject.name === name)
      .map(({ reason }) => reason ?? '');
  }

  private patch(resource: Parameters<typeof pathOf>[0], name: string, body: object): Promise<unknown> {
    const path = pathOf(resource, SHOP, name);
    return (
      this.running.cluster?.client.request('PATCH', path, { body, contentType: MERGE_PATCH }) ??
      Promise.reject()
    );
  }

  private async request(method: 'POST', resource: string, inNamespace: string, body: object): Promise<void> {
    const known = Object.values(API_RESOURCES).find(
      ({ plural, group }) => (group ? `${plural}.${group}` : plural) === resource,
    );
    if (!known) throw new Error(`no resource ${resource}`);
    await this.running.cluster?.client.request(method, pathOf(known, inNamespace || undefined), { body });
  }
}

let simulated: SomeDays;
afterEach(() => simulated.stop());

/** A quarter of the usual times; a sample every quarter of an hour. */
const USUAL = 'samples: 270\nhistory: 42h\nstay: 18h\nquiet: {over: 42h}\nreplay: {days: 1}\nretry: 18h\n';
/** For what does not depend on how long things take. */
const QUICK = 'samples: 5\nhistory: 4h\nstay: 4h\nquiet: {over: 4h}\n';

describe('over simulated days', () => {
  it('a good workload reaches the last step, and one that begins to leak falls back a step', async () => {
    simulated = await SomeDays.start();
    await simulated.workload('web', STEADY, USUAL);
    await simulated.workload('leaky', STEADY, USUAL);
    await simulated.until('web on Off', DAY_MS, () => simulated.mode('web') === 'Off');
    await simulated.until('web on Initial', 3 * DAY_MS, () => simulated.mode('web') === 'Initial');
    expect(simulated.days * 24).toBeGreaterThanOrEqual(42);
    await simulated.until('both on the last step', DAY_MS, () =>
      ['web', 'leaky'].every((name) => simulated.mode(name) === 'InPlaceOrRecreate'),
    );
    expect(simulated.days * 24).toBeGreaterThanOrEqual(60);
    const web = await simulated.view('web');
    expect(web.steps.map(({ kind, to }) => `${kind} ${to}`)).toEqual([
      'up InPlaceOrRecreate',
      'up Initial',
      'begin Off',
    ]);
    const replayed = web.note?.why.code === 'met' ? web.note.why.conditions.at(-1) : undefined;
    expect(replayed).toMatchObject({
      code: 'replay',
      isMet: true,
      replay: { state: 'done', figures: { oomsADay: 0 } },
    });
    const { rows } = (await simulated.running.replays?.list(asking())) ?? { rows: [] };
    expect(rows.map(({ id }) => id)).toContain(
      replayed?.code === 'replay' && replayed.replay.state === 'done' && replayed.replay.id,
    );

    await simulated.rollOut('leaky', LEAKING);
    await simulated.until('leaky back on Initial', DAY_MS, () => simulated.mode('leaky') === 'Initial');
    expect((await simulated.view('leaky')).note).toMatchObject({ falls: 1, why: { code: 'oom-killed' } });
    expect(simulated.mode('web')).toBe('InPlaceOrRecreate');
    expect(await simulated.events('leaky')).toContain('GraduationFell');
    expect(simulated.days).toBeLessThan(4);
  });
});

describe('graduation without a past', () => {
  it('says that a replay is impossible and waits; what someone edits meanwhile is theirs', async () => {
    simulated = await SomeDays.start({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/none' });
    await simulated.workload('web', STEADY, QUICK);
    await simulated.until('a replay that failed', 2 * DAY_MS, async () => {
      const replay = (await simulated.view('web')).conditions.find(({ code }) => code === 'replay');
      return replay?.code === 'replay' && replay.isMet === false;
    });
    const { conditions, isAway } = await simulated.view('web');
    expect(isAway).toBe(true);
    expect(conditions.filter(({ isMet }) => isMet !== true).map(({ code }) => code)).toEqual(['replay']);
    expect(conditions.find(({ code }) => code === 'quiet')).toMatchObject({ isMet: true, isAway: true });
    expect(simulated.mode('web')).toBe('Off');

    await simulated.patchVpa('web', { spec: { updatePolicy: { updateMode: 'Recreate' } } });
    await simulated.until('a hand edit', DAY_MS, async () => {
      const { standing } = await simulated.view('web');
      return standing.code === 'by-hand' && standing.mode === 'Recreate';
    });
    expect(simulated.mode('web')).toBe('Recreate');
    await simulated.patchVpa('web', { metadata: { annotations: { [STEP_ANNOTATION]: null } } });
    await simulated.until('a new beginning', DAY_MS, () => simulated.mode('web') === 'InPlaceOrRecreate');
    expect((await simulated.view('web')).note).toMatchObject({ why: { code: 'begun' } });
  });
});
