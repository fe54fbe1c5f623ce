import { describe, expect, it } from 'vitest';
import { GRADUATION_ANNOTATION, graduationFaults, readGraduation } from './rules';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function stating(text: string) {
  return { metadata: { name: 'web', annotations: { [GRADUATION_ANNOTATION]: text } } };
}

const USUAL = {
  steps: ['Off', 'Initial', 'InPlaceOrRecreate'],
  stay: 3 * DAY_MS,
  history: 7 * DAY_MS,
  samples: 5000,
  quiet: { over: 7 * DAY_MS, change: 0.2 },
  replay: { days: 7, oomsADay: 0, cpuShort: 0.02, memoryShort: 0.001 },
  retry: 3 * DAY_MS,
  longestRetry: 30 * DAY_MS,
};

describe('the rules of graduation', () => {
  it('are not there without the annotation', () => {
    expect(readGraduation({ metadata: { name: 'web' } })).toEqual({ kind: 'none' });
  });

  it.each(['', '{}', '  ', '# the usual ones\n'])('are the usual ones for %j', (text) => {
    expect(readGraduation(stating(text))).toEqual({ kind: 'rules', rules: USUAL });
  });

  it.each([
    ['JSON', '{"stay": "12h", "quiet": {"change": 0.5}, "steps": ["Initial", "Recreate"]}'],
    ['YAML', 'stay: 12h\nquiet:\n  change: 0.5\nsteps: [Initial, Recreate]\n'],
  ])('are read as %s', (_, text) => {
    expect(readGraduation(stating(text))).toMatchObject({
      rules: {
        ...USUAL,
        stay: 12 * HOUR_MS,
        quiet: { over: 7 * DAY_MS, change: 0.5 },
        steps: ['Initial', 'Recreate'],
      },
    });
  });

  it.each([
    ['a number', '7', 'it is no JSON or YAML object'],
    ['a word', 'yes', 'it is no JSON or YAML object'],
    ['a list', '[Off, Initial]', 'it is no JSON or YAML object'],
    ['broken JSON', '{"stay": ', 'it is no JSON or YAML'],
    ['an alias', 'a: &x [1]\nb: *x', 'it is no'],
    ['a rule there is not', 'stays: 3d', 'stays: is no rule of graduation'],
    ['an inner rule there is not', 'quiet: {for: 3d}', 'quiet.for: is no rule of graduation'],
    ['a time without a unit', 'stay: 3', 'stay: must be a time with a unit'],
    ['a time that is none', 'stay: -3d', 'stay: must be a duration'],
    ['a time beyond all', 'stay: 999999d', 'stay: must be at most 365d'],
    ['one step', 'steps: [Off]', 'steps: must have at least two steps'],
    ['steps that go down', 'steps: [Initial, Off]', 'steps: must go up'],
    ['a step twice', 'steps: [Off, Off]', 'steps: must go up'],
    ['a step there is not', 'steps: [Off, Auto]', 'steps.1: must be of Off'],
    ['days that no replay has', 'replay: {days: 5}', 'replay.days: must be 1, 7 or 30'],
    ['a share that is none', 'replay: {cpuShort: 2}', 'replay.cpuShort'],
    ['too much text', `# ${'x'.repeat(5000)}`, 'it is longer than'],
    ['the prototype', '{"__proto__": {"stay": "1s"}}', '__proto__: is no rule of graduation'],
  ])('cannot be read with %s', (_, text, fault) => {
    expect(graduationFaults(stating(text)).join('; ')).toContain(fault);
  });
});
