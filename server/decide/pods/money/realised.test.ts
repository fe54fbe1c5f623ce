import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RealisedSum, type RequestHistory, type RequestStep, requestAt } from './realised';

const HOUR_MS = 3_600_000;
const SINCE_MS = Date.UTC(2026, 10, 1);
const at = (hours: number) => SINCE_MS + hours * HOUR_MS;
const step = (hours: number, cpu: number | undefined, pods: number | undefined = 2): RequestStep => ({
  atMs: at(hours),
  pods,
  request: cpu === undefined ? {} : { cpu },
});
const GRID = { fromMs: SINCE_MS, stepMs: HOUR_MS, count: 5 };
const sumOf = (histories: readonly RequestHistory[], isPriced = false) => {
  const sum = new RealisedSum({ sinceMs: SINCE_MS, historyStepMs: HOUR_MS }, GRID, isPriced);
  for (const history of histories) sum.add(history);
  return sum;
};
const history = (
  steps: readonly RequestStep[],
  cpu: number | undefined,
  price?: RequestHistory['price'],
) => ({
  now: { pods: 3, request: cpu === undefined ? {} : { cpu } },
  steps,
  price,
});

describe('the request at a date', () => {
  it.each<[string, readonly RequestStep[], number | undefined]>([
    ['is that of the last step which ended by then', [step(-2, 300), step(-1, 400), step(0, 500)], 400],
    ['is not that of a step which is older than a day', [step(-26, 300), step(1, 500)], 500],
    ['is the first within a day after, if none is known before', [step(-1, undefined), step(3, 500)], 500],
    ['is not known if the first is later than a day', [step(25, 500)], undefined],
    ['is not known without data', [], undefined],
  ])('%s', (_, steps, request) => {
    expect(requestAt(steps, 'cpu', SINCE_MS, HOUR_MS)).toBe(request);
  });
});

describe('what became of requests', () => {
  it('is their difference times the pods of today, saved apart from grown', () => {
    // Three pods: 400m before, 250m now; and 100m before, 200m now.
    const sum = sumOf([history([step(-1, 400)], 250), history([step(-1, 100)], 200)]);
    expect(sum.amounts.saved.cpu).toBe(450);
    expect(sum.amounts.grown.cpu).toBe(300);
    expect([sum.compared, sum.notKnown]).toEqual([2, 0]);
  });

  it('costs what a core costs on the nodes of today, and counts what has no price', () => {
    const price = { cpu: 0.04, memory: 0 };
    const sum = sumOf([history([step(-1, 400)], 200, price), history([step(-1, 400)], 200)], true);
    expect(sum.money.saved.cpu).toBeCloseTo(0.6 * 0.04, 12);
    expect(sum.amounts.saved.cpu).toBe(1200);
    expect(sum.notPriced).toBe(1);
  });

  it.each<[string, RequestHistory]>([
    ['the past', history([], 250)],
    ['the present', history([step(-1, 400)], undefined)],
  ])('counts a container as not known without %s, never as 0', (_, one) => {
    const sum = sumOf([one]);
    expect([sum.compared, sum.notKnown]).toEqual([0, 1]);
    expect(sum.amounts).toEqual({ saved: { cpu: 0, memory: 0 }, grown: { cpu: 0, memory: 0 } });
    expect(sum.steps()).toEqual([]);
  });

  it('is nothing if a history in single precision rounds the same request', () => {
    const bytes = 6_486_876_054;
    const steps = [{ atMs: at(-1), pods: 1, request: { memory: Math.fround(bytes) } }];
    const sum = sumOf([{ now: { pods: 1, request: { memory: bytes } }, steps, price: undefined }]);
    expect(sum.amounts.saved.memory + sum.amounts.grown.memory).toBe(0);
    expect(sum.compared).toBe(1);
  });

  it('has a line with the pods of each step, and no point where nothing is known', () => {
    const steps = [step(-1, 400), step(0, 400), step(1, 300, 2), step(3, 500, 4), step(9, 1)];
    expect(sumOf([history(steps, 400)]).steps()).toEqual([
      { atMs: at(1), saved: { cpu: 0, memory: 0 }, grown: { cpu: 0, memory: 0 }, known: 1 },
      { atMs: at(2), saved: { cpu: 200, memory: 0 }, grown: { cpu: 0, memory: 0 }, known: 1 },
      { atMs: at(4), saved: { cpu: 0, memory: 0 }, grown: { cpu: 400, memory: 0 }, known: 1 },
    ]);
  });

  it('is nothing in a step without pods, and not known in one where their number is not', () => {
    const steps = [step(-1, 400), step(0, undefined, 0), { atMs: at(1), request: { cpu: 100 } }];
    expect(
      sumOf([history(steps, 400)])
        .steps()
        .map(({ atMs, known }) => [atMs, known]),
    ).toEqual([[at(1), 1]]);
  });

  it('is the same in one sum as in several', () => {
    const histories = fc.array(
      fc.record({
        now: fc.record({
          pods: fc.nat(50),
          request: fc.record({ cpu: fc.nat(9000), memory: fc.nat(2 ** 24) }),
        }),
        steps: fc
          .array(fc.record({ hour: fc.integer({ min: -3, max: 6 }), pods: fc.nat(9), cpu: fc.nat(9000) }))
          .map((some) =>
            some.sort((a, b) => a.hour - b.hour).map(({ hour, cpu, pods }) => step(hour, cpu, pods)),
          ),
        price: fc.constant(undefined),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(histories, fc.nat(8), (all, cut) => {
        const parts = sumOf(all.slice(0, cut));
        parts.merge(sumOf(all.slice(cut)));
        const whole = sumOf(all);
        expect(parts.amounts).toEqual(whole.amounts);
        expect(parts.steps()).toEqual(whole.steps());
      }),
    );
  });
});
