import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { estimatorOf } from '@/server/decide/estimators';
import { RECOMMENDER_ANNOTATION } from '@/server/decide/features/recommender/parameter-text';
import { ManualClock } from '@/server/lib/time/clock';
import { ClusterState } from '@/server/model/cluster-state';
import { selectorFrom } from '@/server/objects/selector';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { Choices } from './choices';
import { Studies } from './studies';

const START_MS = Date.parse('2026-03-02T00:00:00Z');
const MINUTE_MS = 60_000;
const USUAL = estimatorOf('percentile', defaultConfig());

function vpa(name?: string, parameters?: string, kind = 'Deployment'): VerticalPodAutoscaler {
  return {
    metadata: {
      namespace: 'shop',
      name: 'web',
      annotations: parameters === undefined ? undefined : { [RECOMMENDER_ANNOTATION]: parameters },
    },
    spec: { targetRef: { kind, name: 'web' }, recommenders: name ? [{ name }] : undefined },
  } as VerticalPodAutoscaler;
}

/** A container in the model, whose observations reach its studies. */
function setup(settings = {}) {
  const clock = new ManualClock(START_MS);
  const choices = new Choices(defaultConfig(settings), USUAL);
  const studies = new Studies(clock);
  const state = new ClusterState(defaultConfig(), USUAL.learning);
  state.setVpa({
    namespace: 'shop',
    name: 'web',
    selector: selectorFrom({ matchLabels: { app: 'web' } }),
    observer: studies,
  });
  const containers = [{ name: 'app', requests: {} }];
  for (const name of ['web-1', 'web-2'])
    state.setPod({ namespace: 'shop', name, labels: { app: 'web' }, phase: 'Running', containers });
  const use = async (
    minutes: number,
    cores: number,
    bytes: number,
    { pods = ['web-1'], aheadMs = 0 } = {},
  ) => {
    for (let minute = 0; minute < minutes; minute++) {
      await clock.advance(MINUTE_MS);
      for (const pod of pods) {
        const ref = { namespace: 'shop', pod, container: 'app' };
        state.addCpuSample(ref, clock.now() + aheadMs, cores * 1000);
        state.addMemorySample(ref, clock.now() + aheadMs, bytes);
      }
      studies.begin(state.aggregatesOf('shop', 'web'));
    }
  };
  const estimate = () => {
    const history = state.aggregatesOf('shop', 'web').get('app');
    return history && studies.estimator(USUAL).estimate(history);
  };
  const aggregates = () => state.aggregatesOf('shop', 'web');
  return { clock, choices, studies, use, estimate, aggregates };
}

describe('the studies of a VPA', () => {
  it('are kept for none that did not choose', () => {
    const { choices } = setup();
    expect(choices.of(vpa()).chosen).toBeUndefined();
    expect(choices.of(vpa('default')).chosen).toBeUndefined();
    expect(choices.of(vpa('adaptive')).chosen?.name).toBe('adaptive');
  });

  it('of the default recommender take back a peak that rose, and no other', async () => {
    const { choices, studies, use, estimate } = setup();
    studies.choose(choices.of(vpa('default', 'marginFraction: 0\nmemory.halfLife: 1h')));
    await use(1, 1, 300e6, { pods: ['web-1', 'web-2'] });
    await use(1, 1, 310e6, { pods: ['web-1', 'web-2'] });
    await use(180, 1, 100e6);
    await use(1, 1, 900e6);
    // One peak a day for each pod: 310 MB and 900 MB, so the median is the lower one.
    expect(estimate()?.memory.lowerBound).toBeLessThan(350e6);
    expect(estimate()?.memory.target).toBeGreaterThan(900e6);
  });

  it('count what a node measured ahead of time as of now, so that it holds up no other', async () => {
    const { choices, studies, use, aggregates } = setup();
    studies.choose(choices.of(vpa('adaptive')));
    await use(20, 1, 100e6, { pods: ['web-2'], aheadMs: 50 * MINUTE_MS });
    await use(10, 4, 100e6);
    const history = aggregates().get('app');
    expect(history && studies.evidenceOf(history)).toMatchObject({ highestNow: 4000 });
  });

  it.each([
    ['an hour', 60],
    ['a day', 1440],
  ])('see at once what is used after the clock was set back by %s', async (_, minutes) => {
    const { clock, choices, studies, use, aggregates } = setup();
    studies.choose(choices.of(vpa('adaptive')));
    await use(20, 1, 100e6);
    clock.set(-minutes * MINUTE_MS);
    await use(10, 4, 100e6, { aheadMs: minutes * MINUTE_MS });
    const history = aggregates().get('app');
    expect(history && studies.evidenceOf(history)).toMatchObject({ highestNow: 4000 });
  });

  it('go on with new parameters from what the former ones learned', async () => {
    const { choices, studies, use, estimate } = setup();
    studies.choose(choices.of(vpa('default', 'marginFraction: 0')));
    await use(60, 2, 100e6);
    const before = estimate()?.cpu.target ?? 0;
    studies.choose(choices.of(vpa('default', 'marginFraction: 1')));
    expect(estimate()?.cpu.target).toBeGreaterThanOrEqual(2 * before - 1);
  });

  it('leave the default recommender what it would have learned without them', async () => {
    const [stayed, moved] = [setup(), setup()];
    const load = async (minutes: number, cores: number) => {
      for (const { use } of [stayed, moved]) await use(minutes, cores, cores * 1e8);
    };
    moved.studies.choose(moved.choices.of(vpa()));
    await load(30, 1);
    expect(moved.estimate()).toEqual(stayed.estimate());
    moved.studies.choose(moved.choices.of(vpa('adaptive')));
    await load(90, 3);
    moved.studies.choose(moved.choices.of(vpa()));
    expect(moved.estimate()).toEqual(stayed.estimate());
    await load(30, 2);
    expect(moved.estimate()).toEqual(stayed.estimate());
  });

  it('are tried under another choice without a change of their own', async () => {
    const { choices, studies, use, estimate, aggregates } = setup();
    studies.choose(choices.of(vpa('adaptive')));
    await use(60, 2, 100e6);
    const before = estimate();
    const saved = studies.save('app');
    for (const other of [
      vpa('adaptive', 'marginFraction: 1'),
      vpa('default'),
      vpa('default', 'marginFraction: 1'),
    ]) {
      const tried = studies.under(choices.of(other), aggregates());
      const history = aggregates().get('app');
      expect(history && tried.estimator(USUAL).estimate(history).cpu.target).toBeGreaterThan(1900);
    }
    expect(studies.under(choices.of(vpa('adaptive')), aggregates())).toBe(studies);
    expect(estimate()).toEqual(before);
    expect(studies.save('app')).toBe(saved);
  });

  it('survive what is no evidence', () => {
    const { choices, studies } = setup();
    studies.choose(choices.of(vpa('adaptive')));
    for (const text of [
      '',
      '{',
      '[]',
      'null',
      '{"recommender":"mean","own":{}}',
      '{"recommender":"adaptive"}',
    ])
      expect(() => studies.restore('app', text, START_MS)).not.toThrow();
  });
});

describe('a choice', () => {
  it('follows the kind of target only for VPAs that name none', () => {
    const { choices } = setup({ recommenderOfKind: { Job: 'adaptive' } });
    expect(choices.of(vpa(undefined, undefined, 'Job')).chosen?.name).toBe('adaptive');
    expect(choices.of(vpa('default', undefined, 'Job')).chosen).toBeUndefined();
    expect(choices.of(vpa()).chosen).toBeUndefined();
  });

  it('takes the parameters of the cluster, and those of the VPA over them', () => {
    const { choices } = setup({ recommenderParameters: { adaptive: { podMinimum: { cpuMillicores: 7 } } } });
    expect(choices.of(vpa('adaptive')).chosen?.parameters.podMinimum).toEqual({
      cpuMillicores: 7,
      memoryMb: 250,
    });
    expect(choices.of(vpa('adaptive', 'podMinimum.memoryMb: 9')).chosen?.parameters.podMinimum).toEqual({
      cpuMillicores: 7,
      memoryMb: 9,
    });
  });
});
