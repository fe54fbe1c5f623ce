import { describe, expect, it } from 'vitest';
import type { UpdateMode } from '../../../objects/vpa-types';
import type { GraduationFacts } from './facts';
import { type GraduationInput, judgeGraduation } from './machine';
import { GRADUATION_ANNOTATION, type GraduationRules, readGraduation } from './rules';
import type { StepNote } from './step-note';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.UTC(2026, 7, 20);
const CLEAN = { oomsADay: 0, cpuShort: 0.01, memoryShort: 0 };

function rules(text = ''): GraduationRules {
  const reading = readGraduation({
    metadata: { name: 'web', annotations: { [GRADUATION_ANNOTATION]: text } },
  });
  if (reading.kind !== 'rules') throw new Error('no rules');
  return reading.rules;
}

function done(figures = CLEAN, days = 7, atMs = NOW_MS - HOUR_MS): GraduationFacts['replay'] {
  return { state: 'done', id: 'r1', atMs, countedMs: days * DAY_MS, figures };
}

/** Everything a step up needs. */
const GOOD: GraduationFacts = {
  oom: undefined,
  loop: undefined,
  confidence: [{ container: 'app', historyMs: 8 * DAY_MS, samples: 11_520 }],
  targets: {
    coveredMs: 7 * DAY_MS,
    isAway: false,
    change: { share: 0.05, container: 'app', resource: 'cpu' },
  },
  replay: done(),
};

function note(step: StepNote['step'], days: number, others: Partial<StepNote> = {}): StepNote {
  return { step, sinceMs: NOW_MS - days * DAY_MS, why: { code: 'begun' }, falls: 0, ...others };
}

function judged(others: Partial<Omit<GraduationInput, 'facts'>> & { facts?: Partial<GraduationFacts> }) {
  const { facts, ...rest } = others;
  const own = rest.note;
  return judgeGraduation({
    rules: rules(),
    mode: own?.step,
    note: undefined,
    isStopped: false,
    nowMs: NOW_MS,
    ...rest,
    facts: { ...GOOD, ...facts },
  });
}

describe('graduation begins', () => {
  it.each<[string, UpdateMode | undefined, string]>([
    ['at the first step without a mode', undefined, 'Off'],
    ['where the VPA is', 'Initial', 'Initial'],
    ['where the VPA is, on the last step too', 'InPlaceOrRecreate', 'InPlaceOrRecreate'],
    ['below a mode that is no step', 'Recreate', 'InPlaceOrRecreate'],
    ['below a deprecated mode', 'Auto', 'InPlaceOrRecreate'],
    ['below another mode that is no step', 'InPlace', 'Initial'],
    ['at the first step with a mode nobody knows', 'Sometimes' as UpdateMode, 'Off'],
  ])('%s', (_, mode, step) => {
    expect(judged({ mode }).move).toEqual({
      kind: 'begin',
      from: mode,
      note: { step, sinceMs: NOW_MS, why: { code: 'begun' }, falls: 0 },
    });
  });
});

describe('a step up', () => {
  it.each([
    ['Off', 'Initial'],
    ['Initial', 'InPlaceOrRecreate'],
  ] as const)('leads from %s to %s once all is met, with what was met', (from, to) => {
    const { move, conditions } = judged({ note: note(from, 3) });
    expect(move).toMatchObject({
      kind: 'up',
      from,
      note: { step: to, sinceMs: NOW_MS, why: { code: 'met' } },
    });
    expect(conditions.map(({ code }) => code)).toEqual([
      'stay',
      'calm',
      'history',
      'samples',
      'quiet',
      'replay',
    ]);
  });

  it.each<[string, StepNote, Partial<GraduationFacts>, string, boolean | undefined]>([
    ['it has not stayed for long', note('Off', 2.9), {}, 'stay', false],
    [
      'it fell and has not waited',
      note('Off', 4, { falls: 2, lastFallMs: NOW_MS - 4 * DAY_MS }),
      {},
      'retry',
      false,
    ],
    [
      'a container was OOM-killed',
      note('Off', 9),
      { oom: { atMs: NOW_MS - DAY_MS, container: 'app', pod: 'web-0', detail: '' } },
      'calm',
      false,
    ],
    [
      'one container is young',
      note('Off', 9),
      { confidence: [...(GOOD.confidence ?? []), { container: 'log', historyMs: DAY_MS, samples: 9999 }] },
      'history',
      false,
    ],
    [
      'one container has few samples',
      note('Off', 9),
      { confidence: [...(GOOD.confidence ?? []), { container: 'log', historyMs: 9 * DAY_MS, samples: 7 }] },
      'samples',
      false,
    ],
    ['nothing was learned', note('Off', 9), { confidence: [] }, 'history', false],
    ['no recommender runs here', note('Off', 9), { confidence: undefined }, 'history', undefined],
    [
      'targets move',
      note('Off', 9),
      {
        targets: {
          coveredMs: 7 * DAY_MS,
          isAway: false,
          change: { share: 0.21, container: 'app', resource: 'cpu' },
        },
      },
      'quiet',
      false,
    ],
    [
      'targets are known for too short',
      note('Off', 9),
      {
        targets: {
          coveredMs: 5 * DAY_MS,
          isAway: true,
          change: { share: 0, container: 'app', resource: 'cpu' },
        },
      },
      'quiet',
      false,
    ],
    [
      'there are no targets',
      note('Off', 9),
      { targets: { coveredMs: 7 * DAY_MS, isAway: false } },
      'quiet',
      false,
    ],
    ['targets were not read yet', note('Off', 9), { targets: undefined }, 'quiet', undefined],
    ['no replay ran', note('Off', 9), { replay: { state: 'none' } }, 'replay', undefined],
    ['the replay waits', note('Off', 9), { replay: { state: 'queued', before: 3 } }, 'replay', undefined],
    [
      'the replay is impossible',
      note('Off', 9),
      { replay: { state: 'failed', atMs: NOW_MS - HOUR_MS, why: 'no usage is kept' } },
      'replay',
      false,
    ],
    [
      'the replay had OOM kills',
      note('Off', 9),
      { replay: done({ ...CLEAN, oomsADay: 0.1 }) },
      'replay',
      false,
    ],
    ['CPU did not suffice', note('Off', 9), { replay: done({ ...CLEAN, cpuShort: 0.03 }) }, 'replay', false],
    [
      'memory did not suffice',
      note('Off', 9),
      { replay: done({ ...CLEAN, memoryShort: 0.01 }) },
      'replay',
      false,
    ],
    ['the replay covers too little', note('Off', 9), { replay: done(CLEAN, 2) }, 'replay', false],
    [
      'the replay is of yesterday',
      note('Off', 9),
      { replay: done(CLEAN, 7, NOW_MS - DAY_MS) },
      'replay',
      undefined,
    ],
    [
      'the replay is of tomorrow',
      note('Off', 9),
      { replay: done(CLEAN, 7, NOW_MS + DAY_MS) },
      'replay',
      undefined,
    ],
  ])('waits if %s', (_, own, facts, code, isMet) => {
    const { move, conditions } = judged({ note: own, facts });
    expect(move).toBeUndefined();
    expect(conditions.find((one) => one.code === code)).toMatchObject({ isMet });
    expect(conditions.filter((one) => one.isMet !== true).map((one) => one.code)).toContain(code);
  });

  it('asks for what costs something only when it decides', () => {
    const nothing = { targets: undefined, replay: { state: 'none' } } as const;
    expect(judged({ note: note('Off', 1), facts: nothing }).wanted).toBeUndefined();
    expect(judged({ note: note('Off', 9), facts: { ...nothing, confidence: [] } }).wanted).toBeUndefined();
    expect(judged({ note: note('Off', 9), facts: nothing }).wanted).toBe('targets');
    expect(judged({ note: note('Off', 9), facts: { replay: { state: 'none' } } }).wanted).toBe('replay');
    const running = { state: 'running', sinceMs: NOW_MS } as const;
    expect(judged({ note: note('Off', 9), facts: { replay: running } }).wanted).toBeUndefined();
  });

  it('is looked at again when its time has come', () => {
    expect(judged({ note: note('Off', 1) }).lookAtMs).toBe(NOW_MS + 2 * DAY_MS);
    const failed = { state: 'failed', atMs: NOW_MS - HOUR_MS, why: '' } as const;
    expect(judged({ note: note('Off', 9), facts: { replay: failed } }).lookAtMs).toBe(NOW_MS + 23 * HOUR_MS);
  });

  it('is not there on the last step', () => {
    expect(judged({ note: note('InPlaceOrRecreate', 9) })).toMatchObject({
      standing: { code: 'top' },
      conditions: [],
    });
  });
});

describe('a fall', () => {
  const oom = (ago: number) => ({ oom: { atMs: NOW_MS - ago, container: 'app', pod: 'web-0', detail: '' } });

  it.each([
    ['InPlaceOrRecreate', 'Initial'],
    ['Initial', 'Off'],
  ] as const)('leads from %s to %s after an OOM kill', (from, to) => {
    expect(judged({ note: note(from, 5), facts: oom(1000) }).move).toMatchObject({
      kind: 'down',
      note: { step: to, falls: 1, lastFallMs: NOW_MS, why: { code: 'oom-killed', pod: 'web-0' } },
    });
  });

  it('follows a broken loop', () => {
    const loop = { misses: 2, limit: 2, lastMissMs: NOW_MS - HOUR_MS };
    expect(judged({ note: note('InPlaceOrRecreate', 5), facts: { loop } }).move).toMatchObject({
      kind: 'down',
      note: { step: 'Initial', why: { code: 'loop-broken', misses: 2 } },
    });
  });

  it.each<[string, StepNote, Partial<GraduationFacts>]>([
    ['an OOM kill on the first step', note('Off', 5), oom(1000)],
    ['an OOM kill before the step', note('Initial', 1), oom(2 * DAY_MS)],
    [
      'an OOM kill within an hour of the fall before',
      note('Initial', 0.02, { falls: 1, lastFallMs: NOW_MS - 0.02 * DAY_MS }),
      oom(1000),
    ],
    [
      'a miss before the step',
      note('Initial', 1),
      { loop: { misses: 2, limit: 2, lastMissMs: NOW_MS - 2 * DAY_MS } },
    ],
  ])('does not follow %s', (_, own, facts) => {
    expect(judged({ note: own, facts }).move?.kind).not.toBe('down');
  });

  it('is waited for longer each time, up to a longest time, and forgotten in the end', () => {
    const waitOf = (falls: number, ago = 10) => {
      const own = note('Off', ago, { falls, lastFallMs: NOW_MS - ago * DAY_MS });
      const found = judged({ note: own }).conditions.find(({ code }) => code === 'retry');
      return found?.code === 'retry' ? (found.untilMs - NOW_MS) / DAY_MS + ago : undefined;
    };
    expect([1, 2, 3, 4, 5, 900].map((falls) => waitOf(falls))).toEqual([3, 6, 12, 24, 30, 30]);
    expect(waitOf(5, 91)).toBeUndefined();
  });
});

describe('graduation leaves a VPA alone', () => {
  it('while a stop is in force, whatever happened', () => {
    const facts = { oom: { atMs: NOW_MS - 1000, container: 'app', pod: 'web-0', detail: '' } };
    for (const own of [note('Off', 9), note('Initial', 9), undefined])
      expect(judged({ note: own, mode: 'Off', isStopped: true, facts })).toMatchObject({
        standing: { code: 'stopped' },
        conditions: [],
      });
    expect(judged({ note: note('Initial', 9), mode: 'Off', isStopped: true, facts }).move).toBeUndefined();
  });

  it.each<[UpdateMode | undefined, string]>([
    ['Recreate', 'Recreate'],
    ['Off', 'Off'],
    [undefined, 'not set'],
  ])('if someone set %s', (mode, said) => {
    const found = judged({ note: note('Initial', 9), mode });
    expect(found.standing).toEqual({ code: 'by-hand', mode: said, step: 'Initial' });
    expect(found.move).toBeUndefined();
  });
});

describe('graduation begins again', () => {
  it('where the VPA is if its step is no longer in the list, and keeps its falls', () => {
    const own = note('InPlaceOrRecreate', 9, { falls: 2, lastFallMs: NOW_MS - 9 * DAY_MS });
    expect(judged({ note: own, rules: rules('steps: [Off, Initial, InPlace]') }).move).toMatchObject({
      kind: 'begin',
      note: { step: 'InPlace', falls: 2, why: { code: 'steps-changed', was: 'InPlaceOrRecreate' } },
    });
  });

  it('on its step if that is dated later than now, as after a clock was set back', () => {
    expect(judged({ note: note('Initial', -30) }).move).toMatchObject({
      kind: 'begin',
      note: { step: 'Initial', sinceMs: NOW_MS, why: { code: 'clock-set-back', aheadMs: 30 * DAY_MS } },
    });
    expect(judged({ note: note('Initial', -1 / 48) }).move).toBeUndefined();
  });
});
