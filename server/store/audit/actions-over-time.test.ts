import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ActionTime, actionsOverTime, MOST_ACTIONS } from './actions-over-time';

const HOUR_MS = 3_600_000;
const at = (hour: number, action: ActionTime['action'] = 'evict'): ActionTime => ({
  atMs: hour * HOUR_MS,
  action,
});

it('counts actions by kind in steps of a round length', () => {
  const over = actionsOverTime([at(47, 'resize'), at(2.5), at(2.1), at(1)], { untilMs: 48 * HOUR_MS });
  expect(over).toMatchObject({ stepMs: HOUR_MS, isCut: false });
  expect(over?.steps).toHaveLength(48);
  expect(over?.steps.slice(0, 3)).toEqual([
    { atMs: HOUR_MS, evict: 1 },
    { atMs: 2 * HOUR_MS, evict: 2 },
    { atMs: 3 * HOUR_MS },
  ]);
});

it('begins at the time asked for, unless there are more than are counted', () => {
  const asked = { sinceMs: 0, untilMs: 10 * HOUR_MS };
  expect(actionsOverTime([at(9)], asked)?.steps[0]?.atMs).toBe(0);
  const many = Array.from({ length: MOST_ACTIONS }, () => at(9));
  const cut = actionsOverTime(many, asked);
  expect([cut?.isCut, cut?.steps[0]]).toEqual([true, { atMs: 9 * HOUR_MS, evict: MOST_ACTIONS }]);
  expect(actionsOverTime([], asked)).toBeUndefined();
});

it('loses none, and draws few steps however long the time is', () => {
  const times = fc.array(fc.integer({ min: 0, max: 400 * 24 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(times, (hours) => {
      const actions = hours.sort((a, b) => b - a).map((hour) => at(hour));
      const over = actionsOverTime(actions, { untilMs: 401 * 24 * HOUR_MS });
      expect(over?.steps.length).toBeLessThanOrEqual(49);
      expect(over?.steps.reduce((sum, { evict = 0 }) => sum + evict, 0)).toBe(hours.length);
    }),
  );
});
