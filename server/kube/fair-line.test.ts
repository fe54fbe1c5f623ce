import { describe, expect, it } from 'vitest';
import { ManualClock } from '../lib/time/clock';
import { FairLine, LineIsFull } from './fair-line';

/** A line of 10 a second that one may pass at once; `went` are those who passed, in order. */
function line(limits: Partial<ConstructorParameters<typeof FairLine>[0]> = {}) {
  const clock = new ManualClock(0);
  const under = new FairLine({ qps: 10, burst: 1, mostEach: 100, mostInAll: 200, ...limits }, clock);
  const went: string[] = [];
  const turnedAway: string[] = [];
  const ask = (whose: string, count = 1) => {
    for (let index = 0; index < count; index++)
      under.take(whose).then(
        () => went.push(whose),
        (thrown) => {
          if (!(thrown instanceof LineIsFull)) throw thrown;
          turnedAway.push(whose);
        },
      );
  };
  return { clock, went, turnedAway, ask };
}

describe('a rate that namespaces share', () => {
  it('lets whoever asks for one thing pass those who ask for many', async () => {
    const { clock, went, ask } = line();
    ask('crowd', 90);
    ask('few', 2);
    ask('one');
    await clock.advance(600);
    expect(went.slice(0, 6)).toEqual(['crowd', 'crowd', 'few', 'one', 'crowd', 'few']);
  });

  it('is as fast as it says, whoever asks', async () => {
    const { clock, went, ask } = line({ burst: 5 });
    ask('a', 40);
    ask('b', 40);
    await clock.advance(2_000);
    expect(went.length).toBeGreaterThanOrEqual(24);
    expect(went.length).toBeLessThanOrEqual(26);
  });

  it('turns away who comes to a line that is full, and nobody of other lines', async () => {
    const { clock, turnedAway, ask } = line();
    ask('crowd', 500);
    ask('few', 3);
    await clock.advance(0);
    expect(new Set(turnedAway)).toEqual(new Set(['crowd']));
    expect(turnedAway).toHaveLength(399);
  });

  it('has room for whoever is new, however many lines are full', async () => {
    const { clock, went, turnedAway, ask } = line();
    for (let index = 0; index < 50; index++) ask(`crowd-${index}`, 100);
    ask('one');
    await clock.advance(100_000);
    expect(went).toContain('one');
    expect(turnedAway).not.toContain('one');
    expect(went.length).toBeLessThanOrEqual(202);
  });
});
