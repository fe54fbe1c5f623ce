import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unpackBlock } from './block-codec';
import { OpenHour } from './open-hour';
import { FINEST } from './tiers';

const MINUTE_MS = 60_000;
const T0 = Date.UTC(2026, 7, 1);
const WEB = { namespace: 'shop', vpa: 'web', container: 'app' };

/** What happens to an hour: a point comes, it is stored, or it is packed and a point comes before it is stored. */
const step = fc.record({
  kind: fc.constantFrom('point', 'store', 'race'),
  minute: fc.integer({ min: 0, max: 59 }),
  used: fc.integer({ min: 1, max: 8000 }),
});

it('an hour has the newest point of each minute, however often it is stored in between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const hour = new OpenHour(WEB, 'default', T0);
      const expected = new Map<number, number>();
      const set = (minute: number, used: number) => {
        hour.set({ atMs: T0 + minute * MINUTE_MS, cpu: { usageMean: used }, memory: {} });
        expected.set(minute, used);
      };
      for (const { kind, minute, used } of steps) {
        if (kind === 'point') set(minute, used);
        else {
          const { block, stored } = await hour.pack();
          const inStore = (await unpackBlock(FINEST, T0, block.data)).points();
          expect(inStore.map(({ atMs, cpu }) => [(atMs - T0) / MINUTE_MS, cpu.usageMean])).toEqual(
            sorted(expected),
          );
          if (kind === 'race') set(minute, used);
          stored();
          expect(hour.isStored).toBe(kind === 'store');
        }
      }
      const points = await hour.points();
      expect(points.map(({ atMs, cpu }) => [(atMs - T0) / MINUTE_MS, cpu.usageMean])).toEqual(
        sorted(expected),
      );
    }),
  );
});

function sorted(points: ReadonlyMap<number, number>): [number, number][] {
  return [...points].sort(([a], [b]) => a - b);
}
