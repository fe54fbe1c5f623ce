import { describe, expect, it } from 'vitest';
import { RaisesInVain } from './raises-in-vain';

const HOUR_MS = 3_600_000;
const MIB = 2 ** 20;
const START_MS = Date.parse('2026-08-01T00:00:00Z');
const AFTER = 3;

/** Kills at these limits in MiB, so many hours apart, each followed by a raise of a fifth. */
function killedAt(limits: readonly number[], everyHours = 1): RaisesInVain {
  const vain = new RaisesInVain();
  limits.forEach((mib, index) => {
    vain.noteLimit(mib * MIB);
    vain.noteKill(mib * 1.2 * MIB, START_MS + index * everyHours * HOUR_MS);
  });
  return vain;
}

const held = (vain: RaisesInVain, hours: number) => vain.after(AFTER, START_MS + hours * HOUR_MS);

describe('raises that did not end the kills', () => {
  it('hold a container at what it was to get before the last one', () => {
    expect(held(killedAt([100, 120, 144, 173]), 4)).toMatchObject({
      raises: 3,
      fromBytes: 100 * MIB,
      toBytes: 173 * MIB,
      mostBytes: 144 * 1.2 * MIB,
    });
  });

  it.each<[string, readonly number[], number, number]>([
    ['while there are fewer', [100, 120, 144], 1, 4],
    ['for replicas that are killed at one height', [100, 100, 101, 100, 103, 100], 1, 6],
    ['for one that is killed at a limit that nobody raises', [100, 100, 100, 100, 100, 100], 1, 6],
    ['for kills that are more than a day apart', [100, 120, 144, 173, 208], 25, 101],
    ['once a day went by without a kill', [100, 120, 144, 173], 1, 28],
    ['for kills without a limit', [0, 0, 0, 0, 0], 1, 5],
  ])('hold nothing %s', (_name, limits, everyHours, atHours) => {
    expect(held(killedAt(limits, everyHours), atHours)).toBeUndefined();
  });

  it('hold at the same amount however often it is killed there', () => {
    const vain = killedAt([100, 120, 144, 173, 173, 173, 173]);
    expect(held(vain, 7)?.mostBytes).toBe(144 * 1.2 * MIB);
  });

  it('are kept over a restart of the process, and nothing that is to come', () => {
    const vain = killedAt([100, 120, 144, 173]);
    const saved = vain.save() ?? {};
    const now = START_MS + 4 * HOUR_MS;
    expect(RaisesInVain.load(saved, now).after(AFTER, now)).toEqual(vain.after(AFTER, now));
    expect(() => RaisesInVain.load(saved, START_MS)).toThrow('to come');
    expect(() => RaisesInVain.load({ ...saved, raises: 'many' }, now)).toThrow('amount');
  });

  it('count for nothing where a setting says so', () => {
    expect(killedAt([100, 120, 144, 173]).after(0, START_MS)).toBeUndefined();
  });
});
