import { describe, expect, it } from 'vitest';
import { mostInNeedFirst } from './pass';

/** A VPA that was written at a time and has a recommendation, or none. */
function served(name: string, statusWrittenAtMs: number, recommendation?: object) {
  return { vpa: { metadata: { name }, status: { recommendation } }, statusWrittenAtMs };
}

describe('statuses are written', () => {
  it('first where there is no recommendation yet, then in the order of when they were written last', () => {
    const all = [
      served('just-written', 30, {}),
      served('waits-longer', 0),
      served('written-long-ago', 10, {}),
      served('tried-just-now', 20),
    ];
    expect(all.sort(mostInNeedFirst).map(({ vpa }) => vpa.metadata.name)).toEqual([
      'waits-longer',
      'tried-just-now',
      'written-long-ago',
      'just-written',
    ]);
  });
});
