import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VerticalPodAutoscaler, VerticalPodAutoscalerCheckpoint } from '@/server/objects/vpa-types';
import { ApiCluster, CHECKPOINTS, VPAS } from '../support/api-cluster';
import { Recommending } from '../support/recommending';

const ANNOTATION = 'plumbline.dev/recommender';

let cluster: ApiCluster;
let recommending: Recommending;

beforeEach(async () => {
  cluster = await ApiCluster.start();
  await cluster.workload('web', ['web-1', 'web-2']);
  usage('250m', '200Mi');
});

afterEach(async () => {
  await recommending.stop();
  await cluster.close();
});

function usage(cpu: string, memory: string): void {
  for (const pod of ['web-1', 'web-2']) cluster.usage.set(`shop/${pod}`, { app: { cpu, memory } });
}

async function start(config = {}): Promise<void> {
  recommending = await Recommending.start(cluster, config);
}

function change(edit: (vpa: VerticalPodAutoscaler) => void): void {
  cluster.registry.mutate<VerticalPodAutoscaler>(VPAS, 'shop', 'web', edit);
}

function choose(name?: string, parameters?: string): void {
  change((vpa) => {
    vpa.spec.recommenders = name ? [{ name }] : undefined;
    vpa.metadata.annotations = parameters === undefined ? {} : { [ANNOTATION]: parameters };
  });
}

/** As of the last pass; the status follows a little later. */
function target(name = 'web') {
  const [app] = recommending.running.workload('shop', name).containers;
  return { cpu: app?.cpu.target, memory: app?.memory.target };
}

function checkpoint(): VerticalPodAutoscalerCheckpoint | undefined {
  return cluster.registry.get<VerticalPodAutoscalerCheckpoint>(CHECKPOINTS, 'shop', 'web-app');
}

/** Half an hour of little, five minutes of much, and half an hour of little. */
async function burst(): Promise<void> {
  await recommending.passes(30);
  usage('1900m', '900Mi');
  await recommending.passes(6);
  usage('250m', '200Mi');
  await recommending.passes(30);
}

/** What its experts have paid for. */
function experts() {
  return recommending.running.handles.recommender?.evidence('shop', 'web', 'app')?.evidence?.experts;
}

/** The most that one of them paid for shortage, millicores. */
const shortage = () => Math.max(...(experts() ?? []).map((expert) => expert.shortage));

describe('a VPA that names the recommender adaptive', () => {
  it('knows the same after a restart, and the reference still reads its checkpoint', async () => {
    await cluster.autoscaler('web', { recommenders: [{ name: 'adaptive' }] });
    await start();
    await burst();
    const before = { cpu: target().cpu, experts: experts() };
    expect(shortage()).toBeGreaterThan(0);
    await recommending.stop();
    expect(Object.keys(checkpoint()?.status ?? {}).sort()).toEqual([
      'cpuHistogram',
      'firstSampleStart',
      'lastSampleStart',
      'lastUpdateTime',
      'memoryHistogram',
      'totalSamplesCount',
      'version',
    ]);

    cluster.usage.clear();
    change((vpa) => {
      vpa.status = undefined;
    });
    await start();
    await recommending.firstPass();
    expect({ cpu: target().cpu, experts: experts() }).toEqual(before);
  });

  it('keeps what it learned while another recommender was tried for a moment', async () => {
    await cluster.autoscaler('web', { recommenders: [{ name: 'adaptive' }] });
    await start();
    await burst();
    choose('default');
    await recommending.until(() => expect(experts()).toBeUndefined());
    choose('adaptive');
    // Nothing has been short since: only of the burst it knows that somebody was.
    await recommending.until(() => expect(shortage()).toBeGreaterThan(0));
  });

  it('is left alone if the settings leave that name to another program', async () => {
    await cluster.autoscaler('web', { recommenders: [{ name: 'adaptive' }] });
    await start({ recommenders: [] });
    await recommending.passes(2);
    expect(target()).toEqual({ cpu: undefined, memory: undefined });
  });
});

it('a VPA that names a recommender of former versions gets none, and is told so', async () => {
  await cluster.autoscaler('web', { recommenders: [{ name: 'mean' }] });
  await start();
  await recommending.passes(2);
  expect(target()).toEqual({ cpu: undefined, memory: undefined });
  expect(recommending.running.workload('shop', 'web').state).toMatchObject({
    kind: 'none',
    reason: 'recommender-gone',
    detail: expect.stringContaining('"mean"'),
  });
});

describe('the parameters in the annotation of a VPA', () => {
  it('leave the target that it began with, once they are gone', async () => {
    await cluster.autoscaler('web');
    await start();
    await burst();
    const before = target();
    choose(undefined, 'cpu.target: 1');
    await recommending.until(() => expect(target()).not.toEqual(before));
    choose();
    await recommending.until(() => expect(target()).toEqual(before));
  });

  it('shape the default recommender of that VPA alone', async () => {
    await cluster.workload('other', ['other-1']);
    cluster.usage.set('shop/other-1', { app: { cpu: '250m', memory: '200Mi' } });
    await cluster.autoscaler('web');
    await cluster.autoscaler('other');
    choose(undefined, '{"marginFraction": 1, "podMinimum": {"memoryMb": 0}}');
    await start();
    await recommending.passes(2);
    expect(target('other')).toEqual({ cpu: 296, memory: 262_144_000 });
    // The same percentile with a margin of 100 % instead of 15 %.
    expect(target().cpu).toBe(258 * 2);
    expect(target().memory).toBeGreaterThan(400e6);
    expect(recommending.problem('recommender-parameters-invalid')).toBeUndefined();
  });

  it.each([
    ['cpu.targt: 0.5', 'cpu.targt is no parameter of recommender "default"'],
    ['{"cpu": {"target": 7}}', 'cpu.target'],
    ['no sense', '"no sense" is not key: value'],
    ['{', 'it is no JSON'],
    ['__proto__.polluted: 1', '__proto__'],
  ])('are a problem of that VPA if they cannot be used, which goes on without: %s', async (text, why) => {
    await cluster.autoscaler('web');
    choose(undefined, text);
    await start();
    await recommending.passes(1);
    const problem = await recommending.expectProblem('recommender-parameters-invalid', 'shop/web');
    expect(problem.message).toContain(why);
    expect(target().cpu).toBe(296);
    choose(undefined, 'cpu.target: 0.5');
    await recommending.until(() =>
      expect(recommending.problem('recommender-parameters-invalid')).toBeUndefined(),
    );
  });
});

describe('growth after crashes', () => {
  async function crash(times: number): Promise<void> {
    for (let crash = 0; crash < times; crash++) {
      cluster.crashAndWait('web-1');
      await recommending.passes(1);
    }
  }

  it('doubles the target of a VPA that asks for it after three crashes, for a time and across a restart', async () => {
    await cluster.autoscaler('web');
    choose(undefined, 'crashes.crashLoop: true\ncrashes.hold: 1h');
    await start();
    await recommending.passes(5);
    const { cpu = 0 } = target();
    await crash(2);
    expect(target().cpu).toBe(cpu);
    await crash(1);
    expect(target().cpu).toBe(2 * cpu);
    await recommending.stop();
    await start();
    await recommending.passes(1);
    expect(target().cpu).toBe(2 * cpu);
    await recommending.passes(65);
    expect(target().cpu).toBe(cpu);
  });

  it('is none for a VPA that does not ask', async () => {
    await cluster.autoscaler('web');
    await start();
    await recommending.passes(5);
    const before = target();
    await crash(6);
    expect(target()).toEqual(before);
  });
});

describe('a VPA that names no recommender', () => {
  it('gets the one that the settings give its kind of target', async () => {
    await cluster.autoscaler('web');
    await start({ recommenderOfKind: { Deployment: 'adaptive' } });
    await recommending.passes(11);
    expect(recommending.running.workload('shop', 'web').recommender).toBe('adaptive');
    expect(experts()).not.toEqual([]);
  });
});
