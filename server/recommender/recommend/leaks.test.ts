import { describe, expect, it } from 'vitest';
import type { Estimate } from '@/server/decide/estimators/estimator';
import type { ContainerAggregate } from '@/server/model/aggregate';
import { Leaks } from './leaks';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MIB = 2 ** 20;
const START_MS = Date.parse('2026-08-01T00:00:00Z');
const SETTINGS = {
  leakLifeMs: 24 * HOUR_MS,
  leakAfterMs: 4 * HOUR_MS,
  raisesInVain: 3,
  recommendationMarginFraction: 0.15,
};
const CLOCK = { now: () => START_MS + 365 * 24 * HOUR_MS };

const estimateOf = (mib: number): Estimate => ({
  cpu: { lowerBound: 1, target: 2, upperBound: 3 },
  memory: { lowerBound: (mib / 2) * MIB, target: mib * MIB, upperBound: 2 * mib * MIB },
});
const APP = { container: 'app' } as ContainerAggregate;
const estimating = (mib: number) => ({
  estimate: () => estimateOf(mib),
  explain: () => ({
    traces: [
      { resource: 'memory', bound: 'target', steps: [{ step: 'percentile', value: mib * MIB }] },
      { resource: 'cpu', bound: 'target', steps: [{ step: 'percentile', value: 2 }] },
    ] satisfies ReturnType<Parameters<Leaks['holding']>[0]['explain']>['traces'],
    histograms: [],
  }),
});

/** Five lives of `app` of six hours each that rise by 40 MiB an hour from 200 MiB, and `web`, which stays. */
function observed(settings = SETTINGS): Leaks {
  const leaks = new Leaks(settings, CLOCK);
  for (let minute = 0; minute < 5 * 6 * 60; minute++) {
    const life = Math.floor(minute / 360);
    const timeMs = START_MS + minute * MINUTE_MS;
    const observation = { kind: 'memory', timeMs, instance: 1, run: '' } as const;
    const start = { startMs: START_MS + life * 6 * HOUR_MS, isAfterKill: life > 0 };
    const mib = 200 + (40 * (minute % 360)) / 60;
    leaks.observe('app', { ...observation, value: mib * MIB, life: start });
    leaks.observe('web', {
      ...observation,
      value: 200 * MIB,
      life: { startMs: START_MS, isAfterKill: false },
    });
  }
  return leaks;
}

describe('the estimate of a container that leaks', () => {
  it('goes no higher than a life of the wanted length needs, with the margin', () => {
    const { memory, cpu } = observed().holding(estimating(8000)).estimate(APP);
    const mostMib = (200 + 24 * 40) * 1.15;
    expect(memory.target / MIB / mostMib).toBeCloseTo(1, 1);
    expect(memory.lowerBound).toBe(memory.target);
    expect(memory.upperBound).toBe(memory.target);
    expect(cpu).toEqual(estimateOf(1).cpu);
  });

  it('stays as it is below that', () => {
    expect(observed().holding(estimating(600)).estimate(APP)).toMatchObject({
      ...estimateOf(600),
      memory: { ...estimateOf(600).memory, upperBound: 1200 * MIB },
    });
  });

  it('is explained by a step of its own', () => {
    const { traces } = observed().holding(estimating(8000)).explain(APP);
    expect(traces.map(({ steps }) => steps.map(({ step }) => step))).toEqual([
      ['percentile', 'leak'],
      ['percentile'],
      ['only-rises'],
    ]);
  });

  it('is not held if the settings take no note of leaks, nor that of another container', () => {
    const none = observed({ ...SETTINGS, leakLifeMs: 0 });
    expect(none.holding(estimating(8000)).estimate(APP)).toEqual(estimateOf(8000));
    const web = { container: 'web' } as ContainerAggregate;
    expect(observed().holding(estimating(8000)).estimate(web)).toEqual(estimateOf(8000));
  });
});

describe('the estimate of a container that was killed after each of many raises', () => {
  const NOW = { now: () => START_MS + 5 * HOUR_MS };
  const killed = (settings = SETTINGS) => {
    const leaks = new Leaks(settings, NOW);
    [100, 120, 144, 173].forEach((mib, index) => {
      const of = { timeMs: START_MS + index * HOUR_MS, instance: 1 };
      leaks.observe('app', { ...of, kind: 'killed-at', value: mib * MIB });
      leaks.observe('app', { ...of, kind: 'oom', value: mib * 1.2 * MIB });
    });
    return leaks;
  };
  const most = 144 * 1.2 * MIB;

  it('stays where it is, is explained so and told', () => {
    const holding = killed().holding(estimating(8000));
    expect(holding.estimate(APP).memory.target).toBe(most);
    expect(holding.explain(APP).traces[0]?.steps.at(-1)).toEqual({ step: 'raised-in-vain', value: most });
    expect(killed().allInVain()).toMatchObject([{ container: 'app', raises: { raises: 3 } }]);
  });

  it('stays there over a restart of the process', () => {
    const after = new Leaks(SETTINGS, NOW);
    after.restore('app', killed().save('app') ?? '');
    expect(after.holding(estimating(8000)).estimate(APP).memory.target).toBe(most);
  });

  it('has a limit no further above its request than what it was killed at', () => {
    const limitOf = (mib: number) => killed().holding(estimating(mib)).estimate(APP).memoryLimit;
    expect(limitOf(8000)).toMatchObject({ target: 173 * MIB, asOne: { target: most } });
    expect(limitOf(100)).toMatchObject({ target: 173 * MIB, firstKilledAt: 100 * MIB });
    const { traces } = killed().holding(estimating(100)).explain(APP);
    expect(traces.find(({ bound }) => bound === 'limit')?.steps).toEqual([
      { step: 'raised-in-vain', value: 173 * MIB, by: 173 * MIB },
    ]);
  });

  it('keeps the limit in proportion after one kill, where limits may not stand apart, and by settings that hold nothing', () => {
    const once = new Leaks(SETTINGS, NOW);
    const of = { timeMs: START_MS, instance: 1 };
    once.observe('app', { ...of, kind: 'killed-at', value: 100 * MIB });
    once.observe('app', { ...of, kind: 'oom', value: 120 * MIB });
    expect(once.holding(estimating(100)).estimate(APP).memoryLimit).toBeUndefined();
    expect(killed().holding(estimating(100), false).estimate(APP).memoryLimit).toBeUndefined();
    expect(
      killed({ ...SETTINGS, raisesInVain: 0 })
        .holding(estimating(100))
        .estimate(APP).memoryLimit,
    ).toBeUndefined();
  });

  it('keeps a limit that is estimated apart', () => {
    const own = {
      lowerBound: 1,
      target: 2,
      upperBound: 3,
      asOne: { lowerBound: 1, target: 2, upperBound: 3 },
    };
    const apart = { ...estimating(100), estimate: () => ({ ...estimateOf(100), memoryLimit: own }) };
    expect(killed().holding(apart).estimate(APP).memoryLimit).toEqual(own);
  });

  it('is not lowered by it', () => {
    expect(killed().holding(estimating(100)).estimate(APP).memory.target).toBe(100 * MIB);
  });

  it('goes with its container', () => {
    const leaks = killed();
    leaks.keep(new Map());
    expect(leaks.allInVain()).toEqual([]);
  });
});

describe('the limit of a container whose memory only rises', () => {
  /** A life of `app` that rises by 50 MiB a minute from 100 MiB, until it stays from `settlesMin` on. */
  const rising = (minutes: number, { settings = SETTINGS, settlesMin = minutes } = {}) => {
    const leaks = new Leaks(settings, CLOCK);
    const life = { startMs: START_MS, isAfterKill: false };
    for (let minute = 0; minute <= minutes; minute++)
      leaks.observe('app', {
        kind: 'memory',
        value: (100 + 50 * Math.min(minute, settlesMin)) * MIB,
        timeMs: START_MS + minute * MINUTE_MS,
        instance: 1,
        life,
      });
    return leaks;
  };
  const limitOf = (leaks: Leaks, mayLimitApart?: boolean) =>
    leaks.holding(estimating(900), mayLimitApart).estimate(APP).memoryLimit;
  const { memory } = estimateOf(900);

  it('goes no further than its request, long before a kill or the end of a life', () => {
    expect(limitOf(rising(12))).toEqual({ ...memory, asOne: memory, keepsStated: true });
    const { traces } = rising(12).holding(estimating(900)).explain(APP);
    expect(traces.find(({ bound }) => bound === 'limit')?.steps).toEqual([
      { step: 'only-rises', value: 900 * MIB, by: 900 * MIB },
    ]);
  });

  it('keeps its proportion before that can be told, once it settles, and by settings that hold nothing', () => {
    expect(limitOf(rising(5))).toBeUndefined();
    expect(limitOf(rising(180, { settlesMin: 30 }))).toBeUndefined();
    expect(limitOf(rising(12, { settings: { ...SETTINGS, raisesInVain: 0 } }))).toBeUndefined();
    expect(limitOf(rising(12), false)).toBeUndefined();
  });

  it('stays there in a life too young to tell, after one that a kill ended', () => {
    const leaks = rising(12);
    leaks.observe('app', { kind: 'oom', value: 800 * MIB, timeMs: START_MS + 13 * MINUTE_MS, instance: 1 });
    const life = { startMs: START_MS + 14 * MINUTE_MS, isAfterKill: true };
    const timeMs = START_MS + 15 * MINUTE_MS;
    leaks.observe('app', { kind: 'memory', value: 100 * MIB, timeMs, instance: 1, life });
    expect(limitOf(leaks)?.keepsStated).toBe(true);
  });

  it('is that of a kill at a raised limit, once that is known', () => {
    const leaks = rising(12);
    for (const [hour, mib] of [200, 300].entries()) {
      const of = { timeMs: START_MS + (1 + hour) * HOUR_MS, instance: 1 };
      leaks.observe('app', { ...of, kind: 'killed-at', value: mib * MIB });
      leaks.observe('app', { ...of, kind: 'oom', value: mib * 1.2 * MIB });
    }
    const now = new Leaks(SETTINGS, { now: () => START_MS + 3 * HOUR_MS });
    now.restore('app', leaks.save('app') ?? '');
    expect(limitOf(now)).toMatchObject({ firstKilledAt: 200 * MIB });
    expect(limitOf(now)?.keepsStated).toBeUndefined();
  });
});

describe('what is known of leaks', () => {
  it('names every container that leaks', () => {
    expect(
      observed()
        .all()
        .map(({ container }) => container),
    ).toEqual(['app']);
  });

  it('is kept as text, for containers of which there is something to keep', () => {
    const leaks = observed();
    const text = leaks.save('app');
    expect(leaks.save('web')).toBeUndefined();
    const after = new Leaks(SETTINGS, CLOCK);
    after.restore('app', text ?? '');
    expect(after.of('app')).toEqual(leaks.of('app'));
    expect(after.of('app')).toBeDefined();
  });

  it.each(['', '{', 'null', '{"over":1}'])('begins anew with %j', (text) => {
    const leaks = new Leaks(SETTINGS, CLOCK);
    leaks.restore('app', text);
    expect(leaks.all()).toEqual([]);
  });

  it('goes with its container', () => {
    const leaks = observed();
    leaks.keep(new Map([['web', { isSidecar: false }]]));
    expect(leaks.of('app')).toBeUndefined();
  });
});
