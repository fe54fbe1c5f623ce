import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { GRADUATION_ANNOTATION } from '@/server/decide/features/graduation/rules';
import { STEP_ANNOTATION, stepNoteOf } from '@/server/decide/features/graduation/step-note';
import { FORMER_MODE_ANNOTATION } from '@/server/decide/pods/mode-before-stop';
import { LOOP_ANNOTATION } from '@/server/decide/pods/replacements';
import type { KubeEvent } from '@/server/objects/types';
import type { UpdateMode, VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { Graduation } from '@/server/rules/graduation/graduation';
import type { GraduationPorts, ReplayVerdict, ReplayWanted } from '@/server/rules/graduation/ports';
import type { AuditRecord, ContainerPast, Happening } from '@/server/store';
import { ApiCluster, START_MS, VPAS } from '../support/api-cluster';
import { roleContext } from '../support/role-context';
import { SetClock } from '../support/set-clock';
import { until } from '../support/until';
import { recordingInto } from '../support/updating';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RULES = 'stay: 1h\nhistory: 1h\nsamples: 1\nquiet: {over: 1h}';

const CLEAN: Omit<Extract<ReplayVerdict, { state: 'done' }>, 'atMs'> = {
  state: 'done',
  id: 'r',
  countedMs: 7 * DAY_MS,
  figures: { oomsADay: 0, cpuShort: 0, memoryShort: 0 },
};

/** Graduation alone on an API server; what it needs of other roles is said by the test. */
class Graduating {
  readonly records: AuditRecord[] = [];
  readonly replays: { wanted: ReplayWanted; stopping: AbortSignal; end(): void }[] = [];
  private readonly listeners = new Set<(happening: Happening) => void>();
  readonly stopped = new Set<string>();
  readonly clock: SetClock;
  readonly context;
  readonly graduation: Graduation;

  constructor(readonly cluster: ApiCluster) {
    this.clock = new SetClock(cluster.clock);
    const config = defaultConfig({ kubeApiQps: 10_000, kubeApiBurst: 10_000 });
    this.context = roleContext(config, cluster.kubeconfig, this.clock);
    const ports: GraduationPorts = {
      store: recordingInto(this.records),
      series: {
        past: async (): Promise<ContainerPast> => ({
          points: [],
          stepMs: 1,
          recommenders: [],
          isComplete: true,
        }),
        happenings: async () => [],
        onHappening: (listener) => {
          this.listeners.add(listener);
          return () => this.listeners.delete(listener);
        },
      },
      confidenceOf: () => [{ container: 'app', historyMs: 30 * DAY_MS, samples: 9999 }],
      isStopped: (_namespace, name) => this.stopped.has(name),
      replay: (wanted, stopping) =>
        new Promise((resolve, reject) => {
          const end = () => resolve({ ...CLEAN, atMs: this.clock.now() });
          this.replays.push({ wanted, stopping, end });
          stopping.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    };
    this.graduation = new Graduation(this.context, ports, () => true);
  }

  async start(): Promise<void> {
    this.context.caches.start(['vpas']);
    await until('VPAs', () => this.context.caches.vpas.seen);
    this.graduation.start();
  }

  async stop(): Promise<void> {
    await this.graduation.stop();
    await this.context.caches.stop();
    await this.context.client.close();
  }

  async vpa(name: string, rules: string, updateMode?: UpdateMode, annotations = {}): Promise<void> {
    await this.cluster.create<VerticalPodAutoscaler>(VPAS, {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { namespace: 'shop', name, annotations: { [GRADUATION_ANNOTATION]: rules, ...annotations } },
      spec: {
        targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
        ...(updateMode && { updatePolicy: { updateMode } }),
      },
    });
    const target = { cpu: '100m', memory: '100Mi' };
    this.change(
      name,
      (draft) => {
        draft.status = { recommendation: { containerRecommendations: [{ containerName: 'app', target }] } };
      },
      'status',
    );
    await until('the VPA', () => this.seen(name)?.status);
  }

  change(name: string, how: (draft: VerticalPodAutoscaler) => void, subresource?: 'status'): void {
    this.cluster.registry.mutate<VerticalPodAutoscaler>(
      VPAS,
      'shop',
      name,
      how,
      subresource && { subresource },
    );
  }

  seen(name: string): VerticalPodAutoscaler | undefined {
    return this.context.caches.vpas.get('shop', name);
  }

  mode(name: string): UpdateMode | undefined {
    return this.cluster.vpa(name).spec.updatePolicy?.updateMode;
  }

  note(name: string) {
    return stepNoteOf(this.cluster.vpa(name));
  }

  /** A pass once the watch has shown everything. */
  async pass(): Promise<void> {
    await until('the newest versions', () =>
      [...this.context.caches.vpas.list()].every(
        ({ metadata }) =>
          this.cluster.vpa(metadata.name).metadata.resourceVersion === metadata.resourceVersion,
      ),
    );
    await this.graduation.pass();
  }

  async after(ms: number): Promise<void> {
    await this.cluster.clock.advance(ms);
    await this.pass();
  }

  oom(vpa: string): void {
    const atMs = this.context.clock.now();
    for (const listener of this.listeners)
      listener({ namespace: 'shop', vpa, atMs, kind: 'oom', container: 'app', pod: `${vpa}-0`, detail: '' });
  }

  get problems(): string[] {
    return this.context.problems.list().map(({ code, about }) => `${code} ${about}`);
  }
}

let cluster: ApiCluster;
let own: Graduating;
beforeEach(async () => {
  cluster = await ApiCluster.start();
  own = new Graduating(cluster);
  await own.start();
});
afterEach(async () => {
  await own.stop();
  await cluster.close();
});

/** Begins, and waits until the replay is asked for. */
async function untilReplay(name: string, replays = 1): Promise<void> {
  await own.pass();
  await own.after(2 * HOUR_MS);
  await own.after(HOUR_MS);
  await until('a replay', () => own.replays.length >= replays);
  expect(own.replays.at(-1)?.wanted.name).toBe(name);
}

describe('graduation among people and their mistakes', () => {
  it('leaves VPAs alone whose rules are nonsense, and says so once each', async () => {
    await own.vpa('good', RULES);
    await own.vpa('yaml', '{"stay": ', 'Recreate');
    await own.vpa('word', 'please', 'Recreate');
    await own.vpa('long', 'x'.repeat(9000), 'Recreate');
    await own.pass();
    await own.pass();
    expect(['good', 'yaml', 'word', 'long'].map((name) => own.mode(name))).toEqual([
      'Off',
      'Recreate',
      'Recreate',
      'Recreate',
    ]);
    expect(own.problems.sort()).toEqual(
      ['long', 'word', 'yaml'].map((name) => `graduation-invalid VerticalPodAutoscaler shop/${name}`),
    );
    own.change('yaml', (draft) => {
      draft.metadata.annotations = { [GRADUATION_ANNOTATION]: RULES };
    });
    own.change('word', (draft) => {
      draft.metadata.annotations = {};
    });
    await own.pass();
    await own.pass();
    expect(own.problems).toEqual(['graduation-invalid VerticalPodAutoscaler shop/long']);
    expect(own.mode('yaml')).toBe('InPlaceOrRecreate');
  });

  it('takes absurd recommendations', async () => {
    await own.vpa('odd', RULES);
    const odd = [{ containerName: 'app', target: { cpu: '9e999' } }];
    own.change(
      'odd',
      (draft) => {
        draft.status = { recommendation: { containerRecommendations: odd } };
      },
      'status',
    );
    await own.vpa('good', RULES);
    await own.pass();
    expect([own.mode('good'), own.mode('odd')]).toEqual(['Off', 'Off']);
  });

  it.each([
    ['no JSON', '{'],
    ['a step there is not', '{"step":"Always","sinceMs":1,"why":{"code":"begun"}}'],
    ['a reason there is not', '{"step":"Off","sinceMs":1,"why":{"code":"fun"}}'],
    ['a reason without its evidence', '{"step":"Off","sinceMs":1,"why":{"code":"met"}}'],
    ['no time', '{"step":"Off","sinceMs":"yesterday","why":{"code":"begun"}}'],
  ])('begins anew where the VPA is, after a note with %s', async (_, text) => {
    await own.vpa('web', RULES, 'Initial', { [STEP_ANNOTATION]: text });
    await own.pass();
    expect(own.note('web')).toEqual({ step: 'Initial', sinceMs: START_MS, why: { code: 'begun' }, falls: 0 });
    expect(own.mode('web')).toBe('Initial');
  });

  it('goes no step up by a note that someone dated back, unless the rest is met too', async () => {
    const text = JSON.stringify({ step: 'Off', sinceMs: 0, why: { code: 'begun' }, falls: 0 });
    await own.vpa('web', RULES, 'Off', { [STEP_ANNOTATION]: text });
    await own.pass();
    expect(own.mode('web')).toBe('Off');
  });

  it('leaves a mode alone that someone sets while the replay runs, until it is handed back', async () => {
    await own.vpa('web', RULES);
    await untilReplay('web');
    own.change('web', (draft) => {
      draft.spec.updatePolicy = { updateMode: 'Recreate' };
    });
    own.replays[0]?.end();
    await own.pass();
    await own.after(2 * HOUR_MS);
    expect(own.mode('web')).toBe('Recreate');
    expect((await own.graduation.view('shop', 'web'))?.standing).toEqual({
      code: 'by-hand',
      mode: 'Recreate',
      step: 'Off',
    });
    own.change('web', (draft) => {
      draft.spec.updatePolicy = { updateMode: 'Off' };
    });
    await own.pass();
    await own.pass();
    expect(own.mode('web')).toBe('Initial');
  });

  it('writes no step over a change it has not seen', async () => {
    await own.vpa('web', RULES);
    await untilReplay('web');
    own.replays[0]?.end();
    // The watch shows it only after the pass has judged the version before.
    const passed = own.graduation.pass();
    own.change('web', (draft) => {
      draft.spec.updatePolicy = { updateMode: 'Recreate' };
    });
    await passed;
    expect(own.mode('web')).toBe('Recreate');
    expect(own.note('web')?.step).toBe('Off');
  });

  it('does nothing while a stop is in force, and falls once it is lifted', async () => {
    await own.vpa('web', RULES, 'InPlaceOrRecreate');
    await own.pass();
    own.stopped.add('web');
    own.change('web', (draft) => {
      draft.spec.updatePolicy = { updateMode: 'Off' };
      draft.metadata.annotations = {
        ...draft.metadata.annotations,
        [FORMER_MODE_ANNOTATION]: '{"mode":"InPlaceOrRecreate","policy":true}',
      };
    });
    await cluster.clock.advance(HOUR_MS);
    own.oom('web');
    await own.pass();
    expect([own.mode('web'), own.note('web')?.step]).toEqual(['Off', 'InPlaceOrRecreate']);
    own.stopped.delete('web');
    own.change('web', (draft) => {
      draft.spec.updatePolicy = { updateMode: 'InPlaceOrRecreate' };
      delete draft.metadata.annotations?.[FORMER_MODE_ANNOTATION];
    });
    await own.pass();
    expect([own.mode('web'), own.note('web')?.why.code]).toEqual(['Initial', 'oom-killed']);
  });
});

describe('graduation under stress', () => {
  it('replays a thousand VPAs one at a time', async () => {
    for (let index = 0; index < 1000; index++) await own.vpa(`web-${index}`, RULES);
    await own.pass();
    await own.after(2 * HOUR_MS);
    await own.after(HOUR_MS);
    await until('a replay', () => own.replays.length > 0);
    await own.pass();
    expect(own.replays).toHaveLength(1);
    const last = await own.graduation.view('shop', 'web-999');
    expect(last?.conditions.at(-1)).toMatchObject({ code: 'replay', replay: { state: 'queued' } });
    for (let index = 0; index < 5; index++) {
      own.replays[index]?.end();
      await until('the next replay', () => own.replays.length === index + 2);
    }
    await own.pass();
    const climbed = [...cluster.registry.list<VerticalPodAutoscaler>(VPAS, 'shop')].filter(
      ({ spec }) => spec.updatePolicy?.updateMode === 'Initial',
    );
    expect(climbed).toHaveLength(5);
  });

  it('cancels the replay of a VPA that is deleted, and goes on with the next', async () => {
    await own.vpa('web', RULES);
    await own.vpa('api', RULES);
    await own.pass();
    await own.after(2 * HOUR_MS);
    await own.after(HOUR_MS);
    await until('a replay', () => own.replays.length === 1);
    const [first] = own.replays;
    cluster.registry.delete(VPAS, 'shop', first?.wanted.name ?? '');
    await until('a cancelled replay', () => first?.stopping.aborted);
    await until('the other replay', () => own.replays.length === 2);
    await own.vpa(first?.wanted.name ?? '', RULES);
    await own.pass();
    expect(own.note(first?.wanted.name ?? '')).toMatchObject({ step: 'Off', why: { code: 'begun' } });
  });

  it('begins a step again after a clock was set back by a month, and stays as long as ever', async () => {
    await own.vpa('web', RULES, 'Initial');
    await own.pass();
    own.clock.offMs = -30 * DAY_MS;
    own.change('web', (draft) => {
      draft.metadata.labels = { seen: 'again' };
      draft.metadata.annotations = { ...draft.metadata.annotations, note: 'x' };
    });
    await own.pass();
    expect(own.note('web')).toMatchObject({
      step: 'Initial',
      sinceMs: START_MS - 30 * DAY_MS,
      why: { code: 'clock-set-back' },
    });
    own.clock.offMs = 0;
    await own.pass();
    expect(own.mode('web')).toBe('Initial');
  });

  it('falls after a broken loop, waits longer each time, and tells why in the record and an event', async () => {
    await own.vpa('web', RULES, 'InPlaceOrRecreate');
    await own.pass();
    await cluster.clock.advance(HOUR_MS);
    const { uid, generation } = own.seen('web')?.metadata ?? {};
    own.change('web', (draft) => {
      const loop = { misses: 2, lastMissMs: cluster.clock.now(), basis: `${uid} ${generation}` };
      draft.metadata.annotations = { ...draft.metadata.annotations, [LOOP_ANNOTATION]: JSON.stringify(loop) };
    });
    await own.pass();
    expect(own.note('web')).toMatchObject({
      step: 'Initial',
      falls: 1,
      why: { code: 'loop-broken', misses: 2 },
    });
    await own.after(2 * HOUR_MS);
    own.oom('web');
    await own.pass();
    expect(own.note('web')).toMatchObject({
      step: 'Off',
      falls: 2,
      why: { code: 'oom-killed', pod: 'web-0' },
    });
    await own.pass();
    const { conditions } = (await own.graduation.view('shop', 'web')) ?? {};
    expect(conditions?.find(({ code }) => code === 'retry')).toMatchObject({
      isMet: false,
      untilMs: cluster.clock.now() + 6 * DAY_MS,
    });
    const changes = own.records.map((record) => (record.kind === 'change' ? record.after : undefined));
    expect(changes).toMatchObject([
      { kind: 'begin', updateMode: 'InPlaceOrRecreate' },
      { kind: 'down', updateMode: 'Initial', why: { code: 'loop-broken' } },
      { kind: 'down', updateMode: 'Off', why: { code: 'oom-killed' } },
    ]);
    await own.context.events.flush();
    const events = [...cluster.registry.list<KubeEvent>('events', 'shop')].map(({ reason }) => reason);
    // The server keeps events for an hour.
    expect(events).toContain('GraduationFell');
  });
});
