import { describe, expect, it } from 'vitest';
import type { VariantOutcome } from '@/server/contract/replays';
import { paretoPicture } from './pareto';

const FRAME = { width: 200, height: 100, left: 0, right: 0, top: 0, bottom: 0 };
const FIGURES = ['cpuSlack', 'cpuShort'] as const;
const one = (name: string, cpuSlack: number, cpuShort: number): VariantOutcome => {
  const of = (total: number) => ({ total, median: total, p95: total, worst: [] });
  return { name, summary: { cpuSlack: of(cpuSlack), cpuShort: of(cpuShort) } };
};

describe('the picture of slack against shortage', () => {
  it('draws a line through those that none beats', () => {
    const picture = paretoPicture(
      [one('a', 0.1, 0.5), one('b', 0.3, 0.2), one('c', 0.5, 0.1), one('beaten', 0.5, 0.5)],
      FIGURES,
      FRAME,
    );
    expect(picture?.dots.map(({ isBest }) => isBest)).toEqual([true, true, true, false]);
    const { line = [], dots = [] } = picture ?? {};
    expect(line).toHaveLength(5);
    expect(line[0]).toEqual({ x: dots[0]?.x, y: dots[0]?.y });
    for (const [index, corner] of line.entries()) {
      expect(corner.x).toBeGreaterThanOrEqual(line[index - 1]?.x ?? 0);
      expect(corner.y).toBeGreaterThanOrEqual(line[index - 1]?.y ?? 0);
    }
  });

  it('has less on the left and at the bottom, inside its frame', () => {
    const { dots = [] } = paretoPicture([one('a', 0.1, 0.5), one('b', 0.3, 0.2)], FIGURES, FRAME) ?? {};
    expect(dots[0]?.x).toBeLessThan(dots[1]?.x ?? 0);
    expect(dots[0]?.y).toBeLessThan(dots[1]?.y ?? 0);
    for (const { x, y } of dots) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(200);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(100);
    }
  });

  it('shares a dot among variants at one place', () => {
    const { dots = [] } =
      paretoPicture([one('a', 0.1, 0.5), one('same', 0.1, 0.5), one('b', 0.3, 0.2)], FIGURES, FRAME) ?? {};
    expect(dots.map(({ numbers }) => numbers)).toEqual([[1, 2], [3]]);
  });

  it('is not drawn for one variant, or what nobody knows', () => {
    expect(paretoPicture([one('a', 0.1, 0.5)], FIGURES, FRAME)).toBeUndefined();
    expect(
      paretoPicture([one('a', 0.1, 0.5), one('b', 1, 1)], ['memorySlack', 'oomsADay'], FRAME),
    ).toBeUndefined();
  });

  it('puts all in the middle if all are equal', () => {
    const { dots = [], xTicks } = paretoPicture([one('a', 0.2, 0), one('b', 0.2, 0)], FIGURES, FRAME) ?? {};
    expect(dots).toMatchObject([{ x: 100, y: 50, numbers: [1, 2] }]);
    expect(xTicks).toHaveLength(1);
  });
});
