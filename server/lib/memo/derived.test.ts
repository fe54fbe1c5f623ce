import { describe, expect, it } from 'vitest';
import { ManualClock } from '../time/clock';
import { Derived, type Rest } from './derived';

/** A derivation by a clock that passes by hand; a `round` takes that long. */
function derivation(rest?: Rest) {
  const clock = new ManualClock(0);
  const derived = new Derived({ rest, steadyMs: () => clock.steady() });
  let rounds = 0;
  const round = (tookMs = 0) =>
    derived.make(async () => {
      rounds++;
      if (tookMs > 0) await clock.sleep(tookMs);
    });
  return { clock, derived, round, rounds: () => rounds };
}

describe('what is derived on demand', () => {
  it('is made once for all who ask meanwhile, and again for who asks later', async () => {
    const { clock, derived, round, rounds } = derivation();
    const both = [round(5), round(5)];
    expect(derived.underWay).toBe(both[0]);
    await clock.advance(5);
    await Promise.all(both);
    expect([rounds(), derived.underWay]).toEqual([1, undefined]);
    void round(5);
    await clock.advance(5);
    expect(rounds()).toBe(2);
  });

  it('rests four times as long as it took, but not where it is cheap', async () => {
    const { clock, derived, round } = derivation();
    void round(9);
    await clock.advance(9);
    expect(derived.rests).toBe(false);
    void round(100);
    await clock.advance(100);
    await clock.advance(399);
    expect(derived.rests).toBe(true);
    await clock.advance(1);
    expect(derived.rests).toBe(false);
  });

  it('rests at least as long as it is told, after what took no time too', async () => {
    const { clock, derived, round } = derivation({ leastMs: 1000 });
    await round();
    await clock.advance(999);
    expect(derived.rests).toBe(true);
    await clock.advance(1);
    expect(derived.rests).toBe(false);
  });

  it('rests after a failure too, and is made again', async () => {
    const { clock, derived, round, rounds } = derivation({ leastMs: 1000 });
    await expect(derived.make(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect([derived.rests, derived.underWay]).toEqual([true, undefined]);
    await clock.advance(1000);
    await round();
    expect(rounds()).toBe(1);
  });
});
