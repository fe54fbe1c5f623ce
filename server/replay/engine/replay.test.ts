import { describe, expect, it } from 'vitest';
import type { Figures } from '../../contract/figures';
import type { Price } from '../../model/price-table';
import type { Pod } from '../../objects/types';
import { type Amounts, cpuMillicores, memoryBytes } from '../../objects/units';
import type { DecidedTargets, Decider, KilledAt, PodAction } from './decider';
import { figuresOf } from './figures';
import { type ReplayEvent, replay } from './replay';
import { ReplayTally } from './tally';
import { DEFAULT_OPTIONS, type ReplayOptions, type ReplayWorkload } from './workload';

const START_MS = Date.UTC(2026, 2, 2);
const MINUTE_MS = 60_000;
const GIB = 2 ** 30;

function amounts(cpu: number | undefined, gib: number | undefined): Amounts {
  return {
    ...(cpu !== undefined && { cpu: cpuMillicores(cpu) }),
    ...(gib !== undefined && { memory: memoryBytes(gib * GIB) }),
  };
}

interface Case {
  cpu?: number[];
  gib?: number[];
  requests: Amounts;
  limits?: Amounts;
  stepMs?: number;
  replicas?: number;
}

/** One container with a few samples; CPU in millicores, memory in GiB. */
function workloadOf({
  cpu,
  gib,
  requests,
  limits = {},
  stepMs = 300_000,
  replicas = 1,
}: Case): ReplayWorkload {
  return {
    namespace: 'shop',
    name: 'cart',
    startMs: START_MS,
    stepMs,
    steps: (cpu ?? gib ?? []).length,
    replicas,
    containers: [
      {
        name: 'app',
        requests,
        limits,
        usage: [{ cpuMillicores: cpu, memoryBytes: gib?.map((one) => one * GIB) }],
      },
    ],
  };
}

/** Decides what the test says, at the end of the step of that number. */
class Scripted implements Decider {
  readonly learned: string[] = [];
  constructor(
    private readonly script: Readonly<Record<number, readonly PodAction[]>> = {},
    private readonly admitted: (pod: Pod) => Pod = (pod) => pod,
    /** By step: a new target, in millicores. */
    private readonly targets: Readonly<Record<number, number>> = {},
  ) {}
  private step = 0;
  private isFirst = true;
  setPods(): void {}
  cpuUsed(_pod: string, _container: string, _atMs: number, millicores: number): void {
    this.learned.push(`cpu ${millicores}`);
  }
  memoryUsed(_pod: string, _container: string, _atMs: number, bytes: number): void {
    this.learned.push(`memory ${bytes / GIB}`);
  }
  oomKilled(_pod: string, _container: string, _atMs: number, { limitBytes }: KilledAt): void {
    this.learned.push(`oom ${limitBytes / GIB}`);
  }
  crashed(): void {
    this.learned.push('crash');
  }
  recommend(): DecidedTargets | undefined {
    const target = this.targets[this.step];
    return target === undefined ? undefined : new Map([['app', amounts(target, undefined)]]);
  }
  plan(): readonly PodAction[] {
    return this.script[this.step++] ?? [];
  }
  admit(pod: Pod): Pod {
    const first = this.isFirst;
    this.isFirst = false;
    return first ? pod : this.admitted(pod);
  }
  evicted(): void {}
}

interface Outcome {
  figures: Figures;
  events: ReplayEvent[];
  learned: string[];
}

function outcomeOf(
  workload: ReplayWorkload,
  decider = new Scripted(),
  options: Partial<ReplayOptions> = {},
  price?: Price,
): Outcome {
  const whole = { ...DEFAULT_OPTIONS, ...options };
  const tally = new ReplayTally(workload, whole);
  const events: ReplayEvent[] = [];
  replay({
    workload,
    options: whole,
    recommendEveryMs: MINUTE_MS,
    planEveryMs: MINUTE_MS,
    decider,
    tally,
    happened: (event) => events.push(event),
  });
  return { figures: figuresOf(tally.end(), price), events, learned: decider.learned };
}

const GUARANTEED = { requests: amounts(1000, 2), limits: amounts(1000, 2) };

describe('the figures of a replay', () => {
  it('are slack as Autopilot defines it: mean limit less the 95th percentile of 5-minute averages', () => {
    // CPU 0.2, 0.4, 0.6, 0.8 of 1 core, five minutes each.
    // U95 of four values by nearest rank is the largest, 0.8: relative slack (1 − 0.8)/1 = 0.2.
    // Idle: 1 − (0.2 + 0.4 + 0.6 + 0.8)/4 = 0.5 cores. Requests over usage: 1/0.5 = 2.
    const { figures } = outcomeOf(workloadOf({ ...GUARANTEED, cpu: [200, 400, 600, 800] }));
    expect(figures.cpuSlack).toBeCloseTo(0.2);
    expect(figures.cpuSlackCores).toBeCloseTo(0.5);
    expect(figures.cpuRequestsOverUsage).toBeCloseTo(2);
    expect(figures.memorySlack).toBeUndefined();
  });

  it('average usage over five minutes before they take its percentile', () => {
    // Four samples of 75 s fill one window: 0.2, 0.2, 0.2, 1 average to 0.4. Slack 1 − 0.4 = 0.6.
    const { figures } = outcomeOf(workloadOf({ ...GUARANTEED, cpu: [200, 200, 200, 1000], stepMs: 75_000 }));
    expect(figures.cpuSlack).toBeCloseTo(0.6);
  });

  it('are slack of memory in GiB', () => {
    // Memory 0.5, 0.5, 1, 1 of 2 GiB: relative (2 − 1)/2 = 0.5, idle 2 − 0.75 = 1.25 GiB, 2/0.75 = 2.667 times.
    const { figures } = outcomeOf(workloadOf({ ...GUARANTEED, gib: [0.5, 0.5, 1, 1] }));
    expect(figures.memorySlack).toBeCloseTo(0.5);
    expect(figures.memorySlackGib).toBeCloseTo(1.25);
    expect(figures.memoryRequestsOverUsage).toBeCloseTo(2.667, 3);
    expect(figures.cpuSlack).toBeUndefined();
    expect(figures.throttledMinutesADay).toBeUndefined();
  });

  it('are slack and shortage against the request where there is no limit', () => {
    // Request 0.5 cores, usage 0.25, 0.25, 0.75, 1: short in two of four steps, by 50 % and 100 %: 75 % on average.
    const { figures } = outcomeOf(workloadOf({ requests: amounts(500, 1), cpu: [250, 250, 750, 1000] }));
    expect(figures.cpuShort).toBeCloseTo(0.5);
    expect(figures.cpuShortDepth).toBeCloseTo(0.75);
    expect(figures.throttledMinutesADay).toBe(0);
    expect(figures.cpuSlack).toBeCloseTo(-1);
  });

  it('are throttled time, which lasts until the backlog is done', () => {
    // Limit 1 core, 1 min steps: 1.5, 0.8, 0.8, 0.1. After step 1, 30 core-s wait; step 2 works off 12, step 3 12;
    // step 4 wants 0.1 · 60 + 6 = 12 of 60 core-s and is not throttled. Three of four minutes: 1080 of 1440 a day.
    const work = workloadOf({ ...GUARANTEED, cpu: [1500, 800, 800, 100], stepMs: MINUTE_MS });
    const { figures, learned } = outcomeOf(work);
    expect(figures.throttledMinutesADay).toBeCloseTo(1080);
    expect(figures.cpuShort).toBeCloseTo(0.25);
    expect(learned.map((one) => one.slice(0, 8))).toEqual(['cpu 1000', 'cpu 1000', 'cpu 1000', 'cpu 200']);
  });

  it('learn the recording as it is in the open loop', () => {
    const work = workloadOf({ ...GUARANTEED, cpu: [1500, 800, 800, 100], stepMs: MINUTE_MS });
    const { figures, learned } = outcomeOf(work, new Scripted(), { loop: 'open' });
    expect(learned).toEqual(['cpu 1500', 'cpu 800', 'cpu 800', 'cpu 100']);
    expect(figures.throttledMinutesADay).toBeCloseTo(1080);
  });

  it('give up work that waits too long', () => {
    // 10 cores wanted of 1, then nothing: of 540 core-s that wait, 60 core-s (one minute) stay: one more step.
    const work = workloadOf({ ...GUARANTEED, cpu: [10_000, 0, 0, 0], stepMs: MINUTE_MS });
    const { learned } = outcomeOf(work, new Scripted(), { patienceMs: MINUTE_MS });
    expect(learned).toEqual(['cpu 1000', 'cpu 1000', 'cpu 0', 'cpu 0']);
  });

  it('are OOM kills per container-day, and days without one', () => {
    // Limit 2 GiB, for 5 min of four days 3 GiB: one kill in four days, of which three are free of kills.
    const gib = Array.from({ length: 4 * 288 }, (_, step) => (step === 400 ? 3 : 1));
    const { figures, events, learned } = outcomeOf(workloadOf({ ...GUARANTEED, gib }));
    expect(figures.oomsADay).toBeCloseTo(0.25, 3);
    expect(figures.oomFreeDays).toBeCloseTo(0.75);
    expect(figures.memoryShort).toBeCloseTo(1 / 1152, 3);
    expect(figures.memoryShortDepth).toBeCloseTo(0.5);
    expect(events.map(({ kind, atMs }) => [kind, atMs])).toEqual([['oom', START_MS + 401 * 300_000]]);
    expect(learned.slice(399, 403)).toEqual(['memory 1', 'memory 2', 'oom 2', 'crash']);
  });

  it('count no kills in the open loop beyond those of the recording, and teach none', () => {
    const work = workloadOf({ ...GUARANTEED, gib: [1, 3, 1, 1], stepMs: 3_600_000 });
    const { figures, learned } = outcomeOf(work, new Scripted(), { loop: 'open' });
    expect(figures.oomsADay).toBeCloseTo(6);
    expect(learned).toEqual(['memory 1', 'memory 3', 'memory 1', 'memory 1']);
  });

  it('are one kill until usage drops, however often the container starts in between', () => {
    // Steps of 1 min: above the limit in the first two, below it in the third, above it in the fourth.
    const work = workloadOf({ ...GUARANTEED, gib: [3, 3, 1, 3], stepMs: MINUTE_MS });
    for (const loop of ['open', 'closed'] as const) {
      const { events } = outcomeOf(work, new Scripted(), { loop });
      expect(events.map(({ atMs }) => (atMs - START_MS) / MINUTE_MS)).toEqual([1, 4]);
    }
  });

  it('are one kill for each limit that usage exceeds', () => {
    // 3 GiB of 2, then of 2.5 after the second minute, then of 4 after the fifth. Started again at 130 s, it is killed
    // at 190 s.
    const to = (gib: number) => {
      const more = amounts(undefined, gib);
      return [
        {
          kind: 'resize' as const,
          pod: 'cart-0',
          changes: [{ container: 'app', from: {}, to: more, limits: more }],
        },
      ];
    };
    const work = workloadOf({ ...GUARANTEED, gib: [3, 3, 3, 3, 3, 3], stepMs: MINUTE_MS });
    const { events } = outcomeOf(work, new Scripted({ 1: to(2.5), 4: to(4) }));
    const kills = events.filter(({ kind }) => kind === 'oom');
    expect(kills.map(({ atMs }) => (atMs - START_MS) / MINUTE_MS)).toEqual([1, 4]);
  });

  it.each([60_000, 300_000])(
    'are one kill an hour while usage stays above the same limit, in steps of %i ms',
    (stepMs) => {
      // Above it for two and a half hours.
      const gib = Array.from({ length: 14_400_000 / stepMs }, (_, step) =>
        step * stepMs < 9_000_000 ? 3 : 1,
      );
      const work = workloadOf({ ...GUARANTEED, gib, stepMs });
      expect(outcomeOf(work).events).toHaveLength(3);
      expect(outcomeOf(work, new Scripted(), { loop: 'open' }).events).toHaveLength(3);
    },
  );

  it('are none while usage is unknown, also between two times above the limit', () => {
    // Steps of 1 h: above it in the first and in the fifth.
    const gib = [3, Number.NaN, Number.NaN, Number.NaN, 3];
    const work = workloadOf({ ...GUARANTEED, gib, stepMs: 60 * MINUTE_MS });
    for (const loop of ['open', 'closed'] as const) {
      const { events, figures } = outcomeOf(work, new Scripted(), { loop });
      expect(events.map(({ atMs }) => (atMs - START_MS) / MINUTE_MS)).toEqual([60, 300]);
      expect(figures.memoryShort).toBe(1);
    }
  });

  it.each([60_000, 120_000, 300_000])(
    'start a container as the kubelet does, in steps of %i ms',
    (stepMs) => {
      // Above the limit for 10 min. It lives 1 min each time and waits 0, 10, 20, 40, 80 and 160 s: killed at 60, 120,
      // 190, 270, 370 and 510 s, and started again at 670 s.
      const steps = 1_200_000 / stepMs;
      const gib = Array.from({ length: steps }, (_, step) => (step * stepMs < 600_000 ? 3 : 1));
      const { learned, figures } = outcomeOf(workloadOf({ ...GUARANTEED, gib, stepMs }));
      expect(learned.filter((one) => one === 'oom 2')).toHaveLength(6);
      expect(figures.awayMinutes).toBeCloseTo((10 + 20 + 40 + 80 + 160) / 60);
      expect(figures.oomsADay).toBeCloseTo(1440 / (20 - 310 / 60));
    },
  );

  it('are the time pods are away, evictions, and what their successors request', () => {
    // Four steps of 1 min; evicted after the first, away for the second (60 s), back with 500m and 1 GiB.
    // Requested: 1 core and 2 GiB for 1 min, 0.5 cores and 1 GiB for 2 min: 2 core-min and 4 GiB-min.
    const half = { requests: { cpu: '500m', memory: '1Gi' }, limits: { cpu: '500m', memory: '1Gi' } };
    const decider = new Scripted({ 0: [{ kind: 'evict', pod: 'cart-0', changes: [] }] }, (pod) => ({
      ...pod,
      spec: { ...pod.spec, containers: [{ name: 'app', resources: half }] },
    }));
    const work = workloadOf({
      ...GUARANTEED,
      cpu: [250, 250, 250, 250],
      gib: [0.5, 0.5, 0.5, 0.5],
      stepMs: MINUTE_MS,
    });
    const { figures, events } = outcomeOf(work, decider, {}, { cpu: 30, memory: 3 });
    expect(events).toEqual([{ kind: 'evict', atMs: START_MS + MINUTE_MS, pod: 'cart-0' }]);
    expect(figures.evictions).toBe(1);
    expect(figures.awayMinutes).toBe(1);
    expect(figures.coreHours).toBeCloseTo(2 / 60);
    expect(figures.gibHours).toBeCloseTo(4 / 60);
    // 2/60 core-hours at 30 and 4/60 GiB-hours at 3: 1 + 0.2.
    expect(figures.cost).toBeCloseTo(1.2);
  });

  it('know of a pod that is back in the middle of a step', () => {
    // Evicted after the first of four minutes, back 30 s into the second: away for half a minute. The pod that is
    // replaced requests its 1 core all along, which is 4 core-min.
    const decider = new Scripted({ 0: [{ kind: 'evict', pod: 'cart-0', changes: [] }] });
    const work = workloadOf({ ...GUARANTEED, cpu: [500, 500, 500, 500], stepMs: MINUTE_MS });
    const { figures, learned } = outcomeOf(work, decider, { replaceMs: 30_000 });
    expect(figures.awayMinutes).toBe(0.5);
    expect(figures.coreHours).toBeCloseTo(4 / 60);
    expect(learned).toHaveLength(4);
  });

  it('are changes of the recommendation, of which the first is none', () => {
    // New targets after the steps 1, 2 and 4 of four: two changes.
    const decider = () => new Scripted({}, undefined, { 0: 500, 1: 600, 3: 500 });
    const work = workloadOf({ ...GUARANTEED, cpu: [500, 500, 500, 500] });
    const { figures, events } = outcomeOf(work, decider());
    expect(figures.recommendationChanges).toBe(2);
    expect(events.map(({ kind, atMs }) => [kind, (atMs - START_MS) / 300_000])).toEqual([
      ['recommended', 1],
      ['recommended', 2],
      ['recommended', 4],
    ]);
    // Only the last two of four steps count: one change.
    expect(outcomeOf(work, decider(), { learnMs: 600_000 }).figures.recommendationChanges).toBe(1);
  });

  it('are the minutes for which a killed container waits', () => {
    // Steps of 1 min over the limit of 2 GiB: killed after 1 min, again after 2 min, then down for 10 s, up for 1 min,
    // killed at 190 s, and down for 20 s: 0.5 min away, 4.5 min up.
    const work = workloadOf({ ...GUARANTEED, gib: [3, 3, 3, 3, 1], stepMs: MINUTE_MS });
    const { figures, events, learned } = outcomeOf(work);
    expect(learned.filter((one) => one === 'oom 2')).toHaveLength(3);
    expect(figures.awayMinutes).toBeCloseTo(0.5);
    // They count as one, in 4.5 min of 1,440.
    expect(events).toHaveLength(1);
    expect(figures.oomsADay).toBeCloseTo(1440 / 4.5);
    expect(figures.oomFreeDays).toBe(0);
  });

  it('are resizes, which need no restart', () => {
    // 1 core for two minutes, 2 cores for two minutes: 6 core-min, none away.
    const to = amounts(2000, undefined);
    const decider = new Scripted({
      1: [{ kind: 'resize', pod: 'cart-0', changes: [{ container: 'app', from: {}, to, limits: to }] }],
    });
    const work = workloadOf({ ...GUARANTEED, cpu: [500, 500, 500, 500], stepMs: MINUTE_MS });
    const { figures } = outcomeOf(work, decider);
    expect(figures.resizes).toBe(1);
    expect(figures.awayMinutes).toBe(0);
    expect(figures.coreHours).toBeCloseTo(6 / 60);
    expect(figures.cost).toBeUndefined();
  });

  it('kill nobody when a resize asks for less than is used: the limit falls once usage does', () => {
    const less = amounts(undefined, 1);
    const decider = new Scripted({
      0: [
        { kind: 'resize', pod: 'cart-0', changes: [{ container: 'app', from: {}, to: less, limits: less }] },
      ],
    });
    const work = workloadOf({ ...GUARANTEED, gib: [1.5, 1.5, 0.5, 1.5], stepMs: MINUTE_MS });
    const { events } = outcomeOf(work, decider);
    expect(events.filter(({ kind }) => kind === 'oom').map(({ atMs }) => atMs - START_MS)).toEqual([240_000]);
  });

  it('leave out what is learned first', () => {
    // Only the last two of four steps count: U95 0.8, idle 1 − 0.7 = 0.3.
    const work = workloadOf({ ...GUARANTEED, cpu: [200, 400, 600, 800] });
    const { figures } = outcomeOf(work, new Scripted(), { learnMs: 600_000 });
    expect(figures.cpuSlackCores).toBeCloseTo(0.3);
    expect(figures.coreHours).toBeCloseTo(10 / 60);
  });

  it('know nothing of steps without a sample', () => {
    const work = workloadOf({ ...GUARANTEED, cpu: [200, Number.NaN, Number.NaN, 200] });
    const { figures, learned } = outcomeOf(work);
    expect(figures.cpuSlack).toBeCloseTo(0.8);
    expect(learned).toHaveLength(2);
  });

  it('take each day by itself', () => {
    // Two steps a day. Day 1: 0.2, 0.4: slack 0.6. Day 2: 0.8, 0.6: slack 0.2. On average 0.4.
    const work = workloadOf({ ...GUARANTEED, cpu: [200, 400, 800, 600], stepMs: 43_200_000 });
    expect(outcomeOf(work).figures.cpuSlack).toBeCloseTo(0.4);
  });

  it('vary replicas without a recording by the seed alone', () => {
    const work = workloadOf({ ...GUARANTEED, cpu: [500, 500], replicas: 3 });
    const learnedWith = (seed: number) => outcomeOf(work, new Scripted(), { seed }).learned;
    expect(learnedWith(1)).toEqual(learnedWith(1));
    expect(learnedWith(1)).not.toEqual(learnedWith(2));
    expect(learnedWith(1)[0]).toBe('cpu 500');
  });
});
