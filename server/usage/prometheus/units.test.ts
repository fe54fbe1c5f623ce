import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridOf, halvesOf, type Piece, type Unit, unitsOf } from './units';

const HOUR_MS = 3_600_000;

const anyContainers = fc
  .uniqueArray(
    fc.record({
      namespace: fc.constantFrom('bank', 'shop', 'web'),
      pod: fc.nat({ max: 12 }).map((index) => `pod-${index}`),
      container: fc.constantFrom('app', 'sidecar'),
    }),
    { selector: ({ namespace, pod, container }) => `${namespace}/${pod}/${container}`, maxLength: 60 },
  )
  .map((containers) => containers.map((one) => ({ ...one, labels: {} })));

const isIn = ({ scope }: Pick<Unit, 'scope'>, { namespace, pod }: { namespace: string; pod: string }) =>
  scope.namespaces.includes(namespace) && (scope.pods?.includes(pod) ?? true);

describe('units', () => {
  it('cover every container once, with no more at once than configured unless one pod has more', () => {
    fc.assert(
      fc.property(anyContainers, fc.integer({ min: 1, max: 20 }), (containers, most) => {
        const units = unitsOf(containers, most);
        for (const one of containers)
          expect(units.filter((unit) => isIn(unit, one) && unit.containers.includes(one))).toHaveLength(1);
        for (const unit of units) {
          expect(containers.filter((one) => isIn(unit, one))).toHaveLength(unit.containers.length);
          if (unit.containers.length > most)
            expect(new Set(unit.containers.map(({ pod }) => pod)).size).toBe(1);
        }
        expect(units.flatMap((unit) => unit.containers)).toHaveLength(containers.length);
      }),
    );
  });
});

describe('a grid of time', () => {
  it('has the times of a span that are whole steps, its end excluded', () => {
    expect(gridOf({ fromMs: 1, toMs: 3 * HOUR_MS }, HOUR_MS)).toEqual({
      firstMs: HOUR_MS,
      lastMs: 2 * HOUR_MS,
    });
    expect(gridOf({ fromMs: 0, toMs: 1 }, HOUR_MS)).toEqual({ firstMs: 0, lastMs: 0 });
    expect(gridOf({ fromMs: 1, toMs: HOUR_MS }, HOUR_MS)).toBeUndefined();
  });
});

describe('the halves of a query', () => {
  /** Every requested container and step, in the order requested. */
  function asked(piece: Piece, unit: Unit): string[] {
    const steps: string[] = [];
    for (let ms = piece.firstMs; ms <= piece.lastMs; ms += HOUR_MS)
      for (const { namespace, pod } of unit.containers)
        if (isIn(piece, { namespace, pod })) steps.push(`${namespace}/${pod} ${ms}`);
    return [...new Set(steps)];
  }

  it('cover the same, nothing twice, and in order of time, down to a step of a pod', () => {
    fc.assert(
      fc.property(
        anyContainers,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 30 }),
        (containers, steps, most) => {
          for (const unit of unitsOf(containers, most)) {
            const all: Piece = { scope: unit.scope, firstMs: HOUR_MS, lastMs: steps * HOUR_MS };
            const stack = [all];
            const order: string[] = [];
            for (let piece = stack.pop(); piece; piece = stack.pop()) {
              const halves = halvesOf(piece, HOUR_MS, unit);
              if (halves) stack.push(halves[1], halves[0]);
              else {
                const least = asked(piece, unit);
                expect(least).toHaveLength(1);
                order.push(...least);
              }
            }
            expect([...order].sort()).toEqual(asked(all, unit).sort());
            const times = order.map((text) => Number(text.split(' ')[1]));
            expect(times).toEqual([...times].sort((a, b) => a - b));
          }
        },
      ),
    );
  });
});
