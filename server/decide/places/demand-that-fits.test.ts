import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demandThatFits } from './demand-that-fits';

const rest = { cpu: 0, memory: 0 };
const freeCapacity = (cpu: number, memory = 8000) => ({ cpu, memory });

describe('the part of their target that pods find room for', () => {
  it('is all of it if all have room', () => {
    expect(
      demandThatFits({ pods: 2, target: freeCapacity(1000, 1000), rest }, [
        freeCapacity(1000),
        freeCapacity(1000),
      ]),
    ).toEqual({
      cpu: 1,
      memory: 1,
    });
  });

  it('is less of what is short only', () => {
    const part = demandThatFits({ pods: 2, target: freeCapacity(4000, 1000), rest }, [
      freeCapacity(3000),
      freeCapacity(2000),
    ]);
    expect(part?.cpu).toBeCloseTo(0.5, 3);
    expect(part?.memory).toBe(1);
    expect(
      demandThatFits({ pods: 1, target: freeCapacity(100, 8000), rest }, [freeCapacity(3000, 6000)])?.cpu,
    ).toBe(1);
  });

  it('is less of both if neither alone is enough', () => {
    const part = demandThatFits({ pods: 1, target: freeCapacity(2000, 2000), rest }, [
      freeCapacity(1000, 1500),
    ]);
    expect(part?.cpu).toBeCloseTo(0.5, 3);
    expect(part?.memory).toBeCloseTo(0.5, 3);
  });

  it('leaves the rest of the pod what it needs', () => {
    const part = demandThatFits({ pods: 1, target: freeCapacity(4000, 100), rest: freeCapacity(500, 0) }, [
      freeCapacity(2500),
    ]);
    expect(part?.cpu).toBeCloseTo(0.5, 3);
  });

  it('is for one of them if all would get too little, and nothing if one would too', () => {
    expect(
      demandThatFits({ pods: 9, target: freeCapacity(2000, 100), rest }, [freeCapacity(1500)])?.cpu,
    ).toBeCloseTo(0.75, 3);
    expect(
      demandThatFits({ pods: 9, target: freeCapacity(2000, 100), rest }, [freeCapacity(400)]),
    ).toBeUndefined();
    expect(demandThatFits({ pods: 1, target: freeCapacity(2000, 100), rest }, [])).toBeUndefined();
  });

  it('always fits, and almost nothing more would', () => {
    const need = fc.record({
      cpu: fc.integer({ min: 1, max: 4000 }),
      memory: fc.integer({ min: 1, max: 4000 }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        need,
        fc.array(need, { maxLength: 5 }),
        (pods, target, capacities) => {
          const part = demandThatFits({ pods, target, rest }, capacities);
          if (!part) return;
          const [cpu, memory] = [target.cpu * part.cpu, target.memory * part.memory];
          const places = capacities.reduce(
            (sum, one) => sum + Math.min(Math.floor(one.cpu / cpu), Math.floor(one.memory / memory)),
            0,
          );
          expect(places).toBeGreaterThanOrEqual(1);
        },
      ),
    );
  });
});
