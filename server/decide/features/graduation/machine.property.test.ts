import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { UpdateMode } from '../../../objects/vpa-types';
import type { GraduationFacts } from './facts';
import { judgeGraduation } from './machine';
import { GRADUATION_ANNOTATION, readGraduation, STEP_MODES, type StepMode } from './rules';
import type { StepNote } from './step-note';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const T0 = Date.UTC(2026, 7, 1);

/** What is the case from one look to the next. */
interface Look {
  readonly passedMs: number;
  readonly oomAgoMs: number | undefined;
  readonly isLoopBroken: boolean;
  readonly isGood: boolean;
  readonly isStopped: boolean;
  readonly byHand: StepMode | undefined;
}

const look: fc.Arbitrary<Look> = fc.record({
  passedMs: fc.integer({ min: -2 * HOUR_MS, max: 4 * DAY_MS }),
  oomAgoMs: fc.option(fc.integer({ min: 0, max: 2 * DAY_MS }), { nil: undefined, freq: 3 }),
  isLoopBroken: fc.boolean(),
  isGood: fc.boolean(),
  isStopped: fc.boolean(),
  byHand: fc.option(fc.constantFrom(...STEP_MODES), { nil: undefined, freq: 10 }),
});

const rulesOf = fc
  .record({
    steps: fc.subarray([...STEP_MODES], { minLength: 2 }),
    stay: fc.integer({ min: 0, max: 96 }).map((hours) => `${hours}h`),
    retry: fc.integer({ min: 0, max: 96 }).map((hours) => `${hours}h`),
  })
  .map((stated) => {
    const text = JSON.stringify(stated);
    const reading = readGraduation({
      metadata: { name: 'web', annotations: { [GRADUATION_ANNOTATION]: text } },
    });
    if (reading.kind !== 'rules') throw new Error(JSON.stringify(reading));
    return reading.rules;
  });

function factsAt(nowMs: number, { oomAgoMs, isLoopBroken, isGood }: Look): GraduationFacts {
  return {
    oom:
      oomAgoMs === undefined
        ? undefined
        : { atMs: nowMs - oomAgoMs, container: 'app', pod: 'web-0', detail: '' },
    loop: isLoopBroken ? { misses: 3, limit: 2, lastMissMs: nowMs - 1 } : undefined,
    confidence: [{ container: 'app', historyMs: isGood ? 40 * DAY_MS : 0, samples: 60_000 }],
    targets: {
      coveredMs: 90 * DAY_MS,
      isAway: false,
      change: { share: 0, container: 'app', resource: 'cpu' },
    },
    replay: {
      state: 'done',
      id: 'r',
      atMs: nowMs - 1,
      countedMs: 30 * DAY_MS,
      figures: { oomsADay: 0, cpuShort: 0, memoryShort: 0 },
    },
  };
}

it('goes one step at a time, stays as long as it must, falls on an OOM kill, and leaves to others what is theirs', () => {
  fc.assert(
    fc.property(rulesOf, fc.array(look, { minLength: 1, maxLength: 60 }), (rules, looks) => {
      let nowMs = T0;
      let mode: UpdateMode | undefined;
      let note: StepNote | undefined;
      for (const one of looks) {
        nowMs += one.passedMs;
        if (one.byHand) mode = one.byHand;
        const facts = factsAt(nowMs, one);
        const { isStopped } = one;
        const { move, standing } = judgeGraduation({ rules, mode, note, isStopped, facts, nowMs });
        const from = note ? rules.steps.indexOf(note.step) : -1;
        if (isStopped || (note && mode !== note.step)) expect(move).toBeUndefined();
        if (move?.kind === 'up') {
          expect(rules.steps.indexOf(move.note.step)).toBe(from + 1);
          expect(nowMs - (note?.sinceMs ?? nowMs)).toBeGreaterThanOrEqual(rules.stay);
          expect(one.isGood).toBe(true);
        }
        if (move?.kind === 'down') expect(rules.steps.indexOf(move.note.step)).toBe(from - 1);
        if (move?.kind === 'begin' && note) expect(move.note.step).toBe(note.step);
        const isFresh = note && facts.oom && facts.oom.atMs > note.sinceMs;
        const isSameIncident =
          facts.oom && facts.oom.atMs <= (note?.lastFallMs ?? Number.NEGATIVE_INFINITY) + HOUR_MS;
        if (isFresh && !isSameIncident && from > 0 && standing.code === 'climbing' && move?.kind !== 'begin')
          expect(move?.kind).toBe('down');
        if (!move) continue;
        note = move.note;
        mode = move.note.step;
      }
    }),
  );
});
