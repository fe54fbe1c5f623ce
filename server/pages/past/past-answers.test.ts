import { describe, expect, it } from 'vitest';
import { PastAnswers } from './past-answers';

const WEB = { namespace: 'shop', name: 'web' };
const T0 = Date.UTC(2026, 7, 1);

function asking() {
  const answers = new PastAnswers();
  const state = { reads: 0, revision: '1', stored: 0, isComplete: true };
  const series = {
    past: async () => {
      state.reads++;
      return { points: [], stepMs: 60_000, recommenders: [], isComplete: state.isComplete };
    },
    happenings: async () => [],
    revisionOf: () => state.revision,
  };
  const journal = {
    audit: async () => [],
    get revision() {
      return state.stored;
    },
  };
  const ask = (nowMs = T0, query: Record<string, string> = {}) =>
    answers.read(WEB, new URLSearchParams({ container: 'app', ...query }), { series, journal, nowMs });
  return { state, ask };
}

describe('a page that asks for the past again and again', () => {
  it('has it read once within a minute while nothing is new', async () => {
    const { state, ask } = asking();
    await Promise.all([ask(), ask(), ask(T0 + 2000)]);
    expect(state.reads).toBe(1);
    await ask(T0 + 60_000);
    expect(state.reads).toBe(2);
  });

  it('has it read again for a new point, a new record, and another range', async () => {
    const { state, ask } = asking();
    await ask();
    state.revision = '2';
    await ask();
    state.stored = 1;
    await ask();
    await ask(T0, { last: '7d' });
    expect(state.reads).toBe(4);
  });

  it('has it read again while the database does not answer', async () => {
    const { state, ask } = asking();
    state.isComplete = false;
    await ask();
    await ask();
    expect(state.reads).toBe(2);
  });

  it('is refused a wrong query each time', async () => {
    const { state, ask } = asking();
    await expect(ask(T0, { last: '2y' })).rejects.toThrow('last');
    await expect(ask(T0, { last: '2y' })).rejects.toThrow('last');
    expect(state.reads).toBe(0);
  });
});
