import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import { chosen, DAY_MS, MINUTE_MS, START_MS, Studied } from '@/tests/support/studied';
import { BOUNDS, type SavedEvidence } from '../estimator';

const STEP_MS = 5 * MINUTE_MS;
const MIB = 2 ** 20;
const RUNS = runs(300);

function use(container: Studied, fromMs: number, toMs: number): Studied {
  for (let atMs = fromMs; atMs < toMs; atMs += STEP_MS)
    container.use(atMs, atMs % (7 * STEP_MS) === 0 ? 2 : 1, 300 * MIB);
  return container;
}

type Place = readonly (string | number)[];

/** Where each value of plain JSON is. */
function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, part]) => placesIn(part, [...at, key]))];
}

/** A copy in which something else is at this place. */
function withAt(value: unknown, [key, ...rest]: Place, other: unknown): unknown {
  if (key === undefined) return other;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = withAt(copy[key], rest, other);
  return copy;
}

const JUNK = fc.oneof(
  fc.constantFrom(null, '', 'AAAA', [], {}, true, -1, 0, 39, 40, 79, 80, 255, 1e6, 1e300, 0.5),
  fc.base64String({ maxLength: 400 }),
  fc.integer(),
  fc.double({ noNaN: true }),
);

describe.each(['inPlace: true', 'inPlace: false'])('what adaptive with %s kept', (given) => {
  const saved: unknown = JSON.parse(
    JSON.stringify(use(new Studied(chosen('adaptive', given)), 0, 3 * DAY_MS).study.save()),
  );
  const places = placesIn(saved).filter(({ length }) => length > 0);

  it('is refused, or goes on soundly, if any part of it is something else', () => {
    expect(places.length).toBeGreaterThan(20);
    fc.assert(
      fc.property(fc.constantFrom(...places), JUNK, (place, junk) => {
        const container = use(new Studied(chosen('adaptive', given)), 3 * DAY_MS - STEP_MS, 3 * DAY_MS);
        try {
          const corrupt = JSON.parse(JSON.stringify(withAt(saved, place, junk)));
          container.study = chosen('adaptive', given).load(corrupt, START_MS + 3 * DAY_MS);
        } catch (error) {
          expect(error).toMatchObject({ name: 'SavedEvidenceError' });
          return;
        }
        use(container, 3 * DAY_MS, 3.5 * DAY_MS);
        const { cpu, memory } = container.estimate();
        for (const bounds of [cpu, memory]) {
          for (const bound of BOUNDS) expect(Number.isSafeInteger(bounds[bound])).toBe(true);
          expect(bounds.lowerBound).toBeLessThanOrEqual(bounds.target);
          expect(bounds.target).toBeLessThanOrEqual(bounds.upperBound);
        }
        expect(cpu.target).toBeGreaterThan(900);
        expect(JSON.stringify(container.evidence())).not.toMatch(/NaN|Infinity/);
        container.reload();
      }),
      { numRuns: RUNS },
    );
  });

  it('is refused if a life speaks that nobody leads', () => {
    const lives = given === 'inPlace: true' ? 80 : 40;
    const load = (life: number) =>
      chosen('adaptive', given).load(
        withAt(saved, ['own', 'cpu', 'chosen'], life) as SavedEvidence,
        START_MS + 3 * DAY_MS,
      );
    expect(() => load(lives - 1)).not.toThrow();
    expect(() => load(lives)).toThrow('cpu.chosen');
  });
});
