import { describe, expect, it } from 'vitest';
import { cpuMillicores, memoryBytes } from '../../model/units';
import { OUTCOME_ANNOTATION, type OutcomeState, outcomeIn, outcomeText, readOutcome, SETTLED } from './state';

const TRIED = { from: { memory: memoryBytes(512) }, to: { memory: memoryBytes(100) } };
const STATE: OutcomeState = {
  undone: 1,
  trial: {
    sinceMs: 1,
    changedMs: 2,
    program: 'p',
    crashed: false,
    containers: new Map([['app', { ...TRIED, ranMs: 3 }]]),
  },
  held: {
    how: 'killed-sooner',
    container: 'app',
    livedMs: 4,
    sinceMs: 5,
    triedMs: 6,
    untilMs: 7,
    program: 'p',
    policy: 'q',
    containers: new Map([['app', { from: { cpu: cpuMillicores(200) }, to: { cpu: cpuMillicores(100) } }]]),
  },
};

describe('what is noted of an outcome', () => {
  it('reads back as it was written', () => {
    expect(outcomeIn(outcomeText(STATE))).toEqual(STATE);
  });

  it('is nothing where nothing is followed, held or was undone', () => {
    expect(outcomeText(SETTLED)).toBeUndefined();
    expect(readOutcome({ metadata: { name: 'web' } })).toBe(SETTLED);
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[1]'],
    ['too long', JSON.stringify({ undone: 1, more: 'x'.repeat(40_000) })],
    ['of wrong types', '{"trial":7,"held":"x","undone":-1}'],
  ])('counts for nothing if it is %s', (_what, text) => {
    expect(readOutcome({ metadata: { name: 'web', annotations: { [OUTCOME_ANNOTATION]: text } } })).toEqual(
      SETTLED,
    );
  });

  it('loses only the part that cannot be read', () => {
    const written = JSON.parse(outcomeText(STATE) ?? '');
    const odd = { ...written, trial: { ...written.trial, sinceMs: 'yesterday' } };
    odd.held.containers.other = { from: { cpu: 'much' }, to: {} };
    expect(outcomeIn(JSON.stringify(odd))).toEqual({ undone: 1, held: STATE.held });
  });
});
