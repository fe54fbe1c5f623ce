import { describe, expect, it } from 'vitest';
import type { StepNote } from '@/server/decide/features/graduation/step-note';
import type { GraduationCondition } from '@/server/words/graduation';
import { graduationConditionLines, lineSteps, standingWords, stepLines } from './graduation-words';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.UTC(2026, 7, 20);
const note: StepNote = {
  step: 'Initial',
  sinceMs: NOW_MS - DAY_MS,
  falls: 1,
  lastFallMs: NOW_MS - DAY_MS,
  why: { code: 'oom-killed', container: 'app', pod: 'web-0', atMs: NOW_MS - DAY_MS - 60_000, detail: '' },
};
const limits = { oomsADay: 0, cpuShort: 0.02, memoryShort: 0.001 };
const replay = (own: Extract<GraduationCondition, { code: 'replay' }>['replay'], isMet?: boolean) =>
  ({ code: 'replay', replay: own, days: 7, limits, isMet }) as const;

describe('the graduation of a workload', () => {
  it('has its steps in a line, with the present one', () => {
    const steps = ['Off', 'Initial', 'InPlaceOrRecreate'] as const;
    const rules = { steps } as unknown as Parameters<typeof lineSteps>[0]['rules'];
    expect(lineSteps({ rules, note }).map(({ state }) => state)).toEqual(['passed', 'present', 'ahead']);
    expect(lineSteps({ rules }).map(({ state }) => state)).toEqual(['ahead', 'ahead', 'ahead']);
    expect(lineSteps({})).toEqual([]);
  });

  it.each<[GraduationCondition, string, string]>([
    [
      { code: 'stay', isMet: false, stayMs: 3 * DAY_MS, sinceMs: NOW_MS - DAY_MS },
      'not met',
      '1 d on this step, 3 d needed',
    ],
    [{ code: 'calm', isMet: true, untilMs: 0 }, 'met', 'no OOM kill is known, and no eviction for memory'],
    [
      { code: 'calm', isMet: true, untilMs: 0, lastOomMs: NOW_MS - DAY_MS, container: 'app' },
      'met',
      'app was OOM-killed 1 d ago; over',
    ],
    [
      {
        code: 'calm',
        isMet: false,
        untilMs: NOW_MS + DAY_MS,
        lastOomMs: NOW_MS - DAY_MS,
        container: 'app',
        isEviction: true,
      },
      'not met',
      'a pod was evicted for memory, of which app used too much, 1 d ago; another 1 d',
    ],
    [
      { code: 'retry', isMet: false, falls: 2, lastFallMs: NOW_MS - DAY_MS, untilMs: NOW_MS + 5 * DAY_MS },
      'not met',
      'fell 2 times, last 1 d ago; another 5 d',
    ],
    [
      { code: 'history', isMet: undefined, neededMs: DAY_MS },
      'not known yet',
      'no usage is known; 1 d needed',
    ],
    [
      { code: 'quiet', isMet: false, coveredMs: HOUR_MS, overMs: DAY_MS, most: 0.2, isAway: true },
      'not met',
      'targets known for 1 h of 1 d; the database does not answer, so only what this process saw counts',
    ],
    [replay({ state: 'none' }), 'not known yet', 'it runs once everything else is met'],
    [replay({ state: 'queued', before: 1 }), 'not known yet', '1 workload before it'],
    [
      replay({ state: 'failed', atMs: NOW_MS - HOUR_MS, why: 'no usage is kept' }, false),
      'not met',
      'tried 1 h ago: no usage is kept',
    ],
    [
      replay(
        {
          state: 'done',
          id: 'r1',
          atMs: NOW_MS - HOUR_MS,
          countedMs: 6 * DAY_MS,
          figures: { oomsADay: 0.5, cpuShort: 0.01, memoryShort: 0 },
        },
        false,
      ),
      'not met',
      'OOM kills 0.5 a day, short of CPU 1 % and of memory 0 % of the time in 6 d, replayed 1 h ago; allowed are 0 a day, 2 % and 0.1 %',
    ],
  ])('says what is met and what is not, with numbers: %j', (condition, state, evidence) => {
    expect(graduationConditionLines([condition], NOW_MS)).toMatchObject([{ state, evidence }]);
  });

  it('links to the replay that decides', () => {
    const figures = { oomsADay: 0, cpuShort: 0, memoryShort: 0 };
    const done = { state: 'done', id: 'r1', atMs: NOW_MS, countedMs: DAY_MS, figures } as const;
    expect(graduationConditionLines([replay(done, true)], NOW_MS)[0]?.replay).toBe('r1');
  });

  it('shows the last step by the note of the VPA if the record has it not', () => {
    expect(stepLines({ steps: [], note })).toMatchObject([
      { title: 'Initial', tone: 'warning', why: 'Memory ran out: app of web-0 was OOM-killed 1 min ago.' },
    ]);
    const evicted = { ...note, why: { ...note.why, isEviction: true } } as StepNote;
    expect(stepLines({ steps: [], note: evicted })[0]?.why).toBe(
      'Memory ran out: web-0 was evicted 1 min ago, because its node had no memory left and app used too much.',
    );
    const recorded = [
      {
        atMs: note.sinceMs + 50,
        from: 'InPlaceOrRecreate',
        to: 'Initial',
        kind: 'down',
        outcome: 'done',
        detail: 'x',
      },
    ] as const;
    expect(stepLines({ steps: recorded, note }).map(({ title }) => title)).toEqual([
      'InPlaceOrRecreate → Initial',
    ]);
  });

  it('says how it stands in a sentence', () => {
    expect(standingWords({ standing: { code: 'climbing' }, next: 'Initial' })).toBe(
      'It goes up to Initial once every condition is met.',
    );
    expect(standingWords({ standing: { code: 'by-hand', mode: 'Off', step: 'Initial' } })).toBe(
      'Someone set the update mode, so graduation leaves it alone: it is Off, and graduation was on Initial.',
    );
  });
});
