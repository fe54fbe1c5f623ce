import { describe, expect, it } from 'vitest';
import { notedOfAll, ofAllPods } from '@/tests/support/outcomes';
import { cpuMillicores, memoryBytes } from '../../../objects/units';
import { ALL_PODS } from '../../../words/outcome-parts';
import {
  NO_OUTCOMES,
  OUTCOME_ANNOTATION,
  type OutcomeState,
  outcomesIn,
  outcomesText,
  readOutcomes,
  SETTLED,
} from './state';

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
    expect(outcomesIn(notedOfAll(STATE))).toEqual(ofAllPods(STATE));
    const parts = new Map([
      ['apps/Deployment/web', STATE],
      ['size=small', { undone: 2 }],
    ]);
    expect(outcomesIn(outcomesText(parts))).toEqual(parts);
  });

  it('is nothing where nothing is followed, held or was undone', () => {
    expect(outcomesText(ofAllPods(SETTLED))).toBeUndefined();
    expect(readOutcomes({ metadata: { name: 'web' } })).toBe(NO_OUTCOMES);
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[1]'],
    ['too long', JSON.stringify({ undone: 1, more: 'x'.repeat(100_000) })],
    ['of wrong types', '{"trial":7,"held":"x","undone":-1}'],
    ['of parts of wrong types', '{"parts":{"a":7,"b":[1],"c":{"undone":"x"}}}'],
    ['of a part with a name that none has', JSON.stringify({ parts: { ['x'.repeat(2000)]: { undone: 1 } } })],
    ['of parts that are a list', '{"parts":[{"undone":1}]}'],
  ])('counts for nothing if it is %s', (_what, text) => {
    const annotations = { [OUTCOME_ANNOTATION]: text };
    expect(readOutcomes({ metadata: { name: 'web', annotations } })).toEqual(NO_OUTCOMES);
  });

  it('loses only the part that cannot be read', () => {
    const written = JSON.parse(notedOfAll(STATE));
    const odd = { ...written, trial: { ...written.trial, sinceMs: 'yesterday' } };
    odd.held.containers.other = { from: { cpu: 'much' }, to: {} };
    expect(outcomesIn(JSON.stringify(odd)).get(ALL_PODS)).toEqual({ undone: 1, held: STATE.held });
    expect(outcomesIn(JSON.stringify({ parts: { a: odd, b: 7 } }))).toEqual(
      new Map([['a', { undone: 1, held: STATE.held }]]),
    );
  });
});
