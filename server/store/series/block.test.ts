import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import { Block } from './block';
import { BlockError, packBlock, unpackBlock } from './block-codec';
import { AMOUNTS, type KeptAmounts, type SeriesPoint } from './point';
import { blockStart, FINEST, TIERS, tierFor } from './tiers';

const DAY_MS = 86_400_000;
const T0 = Date.UTC(2026, 7, 1, 12);

const amounts = fc.record(
  Object.fromEntries(
    AMOUNTS.map((amount) => [amount, fc.float({ min: 0, max: Math.fround(1e14), noNaN: true })]),
  ),
  { requiredKeys: [] },
) as fc.Arbitrary<KeptAmounts>;
const ofMemory = fc
  .tuple(amounts, fc.option(fc.float({ min: 0, max: Math.fround(1e14), noNaN: true }), { nil: undefined }))
  .map(([own, limitTarget]) => ({ ...own, ...(limitTarget !== undefined && { limitTarget }) }));
const point = (minute: number): fc.Arbitrary<SeriesPoint> =>
  fc.record({
    atMs: fc.constant(T0 + minute * 60_000),
    confidence: fc.float({ min: 0, max: 1000, noNaN: true }),
    replicas: fc.nat(100),
    cpu: amounts,
    memory: ofMemory,
  });
const points = fc
  .uniqueArray(fc.nat(59), { maxLength: 60 })
  .chain((minutes) => fc.tuple(...minutes.sort((a, b) => a - b).map(point)));

function expectNearly(found: KeptAmounts, expected: KeptAmounts): void {
  expect(Object.keys(found)).toEqual(Object.keys(expected).filter((key) => key in expected));
  for (const [key, value] of Object.entries(found)) {
    const was = expected[key as keyof KeptAmounts] ?? Number.NaN;
    expect(Math.abs(value - was)).toBeLessThanOrEqual(was / 8192 + 1e-38);
  }
}

function filled(block: Block): Block {
  block.set({ atMs: block.startMs, replicas: 1, cpu: {}, memory: {} });
  return block;
}

describe('a block', () => {
  it('takes the known steps of a part as if they were set', () => {
    const PART = { ...FINEST, blockMs: FINEST.blockMs / 10 };
    fc.assert(
      fc.property(points, points, (former, given) => {
        const set = new Block(FINEST, T0);
        const taken = new Block(FINEST, T0);
        for (const one of former) for (const block of [set, taken]) block.set(one);
        const parts = new Map<number, Block>();
        for (const one of given) {
          set.set(one);
          const startMs = blockStart(PART, one.atMs);
          const part = parts.get(startMs) ?? new Block(PART, startMs);
          parts.set(startMs, part);
          part.set(one);
        }
        for (const part of parts.values()) taken.take(part);
        expect(taken.points()).toEqual(set.points());
      }),
    );
    expect(() => new Block(PART, T0).take(filled(new Block(PART, T0 + PART.blockMs)))).toThrow(RangeError);
  });

  it('returns every point, packed and unpacked to one part in 8,192', async () => {
    await fc.assert(
      fc.asyncProperty(points, async (given) => {
        const block = new Block(FINEST, T0);
        for (const one of given) block.set(one);
        const again = await unpackBlock(FINEST, T0, await packBlock(block));
        const found = again.points();
        expect(found.map(({ atMs, replicas }) => [atMs, replicas])).toEqual(
          given.map(({ atMs, replicas }) => [atMs, replicas]),
        );
        for (const [index, one] of found.entries()) {
          expectNearly(one.cpu, sorted(given[index]?.cpu ?? {}));
          expectNearly(one.memory, sorted(given[index]?.memory ?? {}));
        }
      }),
      { numRuns: runs(50) },
    );
  });

  it('is packed as ever while nothing is known that was added later, and read by programs that know less', async () => {
    const plain = new Block(FINEST, T0);
    plain.set({ atMs: T0, cpu: { request: 1 }, memory: { request: 1024 } });
    const more = new Block(FINEST, T0);
    more.set({ atMs: T0, cpu: { request: 1 }, memory: { request: 1024, limitTarget: 2048 } });
    const [known, longer] = [await packBlock(plain), await packBlock(more)];
    expect(longer.length).toBeGreaterThan(known.length);
    // Inflating stops at the end of the first stream.
    expect(inflateRawSync(longer.subarray(1))).toEqual(inflateRawSync(known.subarray(1)));
    expect((await unpackBlock(FINEST, T0, longer)).points()).toEqual(more.points());
    expect((await unpackBlock(FINEST, T0, known)).points()).toEqual(plain.points());
    await expect(unpackBlock(FINEST, T0, longer.subarray(0, longer.length - 2))).rejects.toThrow(BlockError);
  });

  it('has no value for a minute without a point', () => {
    const block = new Block(FINEST, T0);
    block.set({ atMs: T0 + 5 * 60_000, cpu: {}, memory: { request: 1024 } });
    expect(block.points()).toEqual([{ atMs: T0 + 5 * 60_000, cpu: {}, memory: { request: 1024 } }]);
  });

  it('rejects a point of another hour', () => {
    expect(() => new Block(FINEST, T0).set({ atMs: T0 - 1, cpu: {}, memory: {} })).toThrow(RangeError);
    expect(() => new Block(FINEST, T0).set({ atMs: T0 + 3_600_000, cpu: {}, memory: {} })).toThrow(
      RangeError,
    );
  });

  it.each<[string, (packed: Uint8Array) => Uint8Array]>([
    ['of a later version', (packed) => Uint8Array.of(9, ...packed.subarray(1))],
    ['cut short', (packed) => packed.subarray(0, packed.length / 2)],
    ['of nothing', () => new Uint8Array()],
    ['of noise', () => Uint8Array.of(1, 2, 3, 4)],
  ])('%s is refused', async (_, spoil) => {
    const packed = await packBlock(new Block(FINEST, T0));
    await expect(unpackBlock(FINEST, T0, spoil(packed))).rejects.toThrow(BlockError);
  });

  it('of another tier is refused', async () => {
    const packed = await packBlock(new Block(TIERS[1], T0));
    await expect(unpackBlock(FINEST, T0, packed)).rejects.toThrow(BlockError);
  });
});

describe('the tiers', () => {
  it('each fit completely into a block of the one before', () => {
    for (const [index, { stepMs }] of TIERS.entries())
      expect(stepMs % (TIERS[index - 1]?.stepMs ?? stepMs)).toBe(0);
    for (const { blockMs, stepMs } of TIERS) expect(blockMs % stepMs).toBe(0);
  });

  it.each([
    [1 / 24, 60_000],
    [1, 60_000],
    [2, 300_000],
    [8, 300_000],
    [9, 3_600_000],
    [365, 3_600_000],
  ])('for the last %s days have steps of %s ms', (days, stepMs) => {
    expect(tierFor(T0 - days * DAY_MS, T0).stepMs).toBe(stepMs);
  });

  it('have blocks that begin at whole multiples of their length', () => {
    expect(blockStart(FINEST, T0 + 1234)).toBe(T0);
    expect(blockStart(TIERS[1], T0)).toBe(Date.UTC(2026, 7, 1));
  });
});

/** In a block's order, without empty ones. */
function sorted(amounts: KeptAmounts): KeptAmounts {
  return Object.fromEntries(
    ([...AMOUNTS, 'limitTarget'] as const).flatMap((amount) =>
      amounts[amount] === undefined ? [] : [[amount, amounts[amount]]],
    ),
  );
}
