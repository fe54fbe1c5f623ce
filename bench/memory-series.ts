const MINUTES_A_DAY = 1440;
const GIB = 2 ** 30;
/** Three weeks, so that a week repeats. */
export const MEMORY_STEPS = 21 * MINUTES_A_DAY;
const SEEDS = [1, 2, 3] as const;

type Draw = () => number;

/** GiB at a minute, for one container. */
type Shape = (minute: number) => number;

/** Numbers in [0, 1) that depend on the seed alone (mulberry32). */
function drawsFrom(seed: number): Draw {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const between = (draw: Draw, from: number, to: number) => from + (to - from) * draw();

/** How memory behaves in real programs, each with its own numbers by the seed. */
const SHAPES: Readonly<Record<string, (draw: Draw) => Shape>> = {
  /** Grows evenly until the program restarts itself. */
  leak: (draw) => {
    const base = between(draw, 0.2, 0.5);
    const period = between(draw, 20, 60) * 60;
    const growth = between(draw, 0.5, 1.5);
    return (minute) => base + (growth * (minute % period)) / period;
  },
  /** Fills a cache, ever more slowly. */
  'cache growth': (draw) => {
    const base = between(draw, 0.2, 0.4);
    const size = between(draw, 1, 3);
    const fill = between(draw, 1, 4) * MINUTES_A_DAY;
    return (minute) => base + size * (1 - Math.exp(-minute / fill));
  },
  /** A heap between two collections, which grows by steps to its maximum. */
  JVM: (draw) => {
    const most = between(draw, 1, 3);
    const cycle = between(draw, 20, 90);
    const grown = between(draw, 0.5, 3) * MINUTES_A_DAY;
    return (minute) => {
      const heap = most * Math.min(1, 0.4 + 0.15 * Math.floor((4 * minute) / grown));
      return 0.15 + heap * (0.6 + (0.4 * (minute % cycle)) / cycle);
    };
  },
  /** A release that needs twice as much, and the next that needs less. */
  step: (draw) => {
    const base = between(draw, 0.3, 0.8);
    const up = between(draw, 6, 10) * MINUTES_A_DAY;
    const down = between(draw, 13, 16) * MINUTES_A_DAY;
    const factor = between(draw, 1.5, 2.2);
    return (minute) => base * (minute >= up && minute < down ? factor : 1);
  },
  /** Busy by day, less at the weekend. */
  weekly: (draw) => {
    const base = between(draw, 0.3, 0.6);
    const busy = between(draw, 0.5, 1.5);
    return (minute) => {
      const day = Math.floor(minute / MINUTES_A_DAY) % 7;
      const hour = (minute % MINUTES_A_DAY) / 60;
      const load = Math.max(0, Math.sin(((hour - 6) / 14) * Math.PI));
      return base + busy * load * (day >= 5 ? 0.3 : 1);
    };
  },
};

/** Memory in bytes by the minute, by name and seed, with 2 % of noise. */
export function memorySeries(
  seeds: readonly number[] = SEEDS,
): { name: string; memoryBytes: Float32Array }[] {
  return Object.entries(SHAPES).flatMap(([name, shapeFor]) =>
    seeds.map((seed) => {
      const draw = drawsFrom(seed * 7919 + name.length);
      const shape = shapeFor(draw);
      const memoryBytes = Float32Array.from(
        { length: MEMORY_STEPS },
        (_, minute) => shape(minute) * (1 + between(draw, -0.02, 0.02)) * GIB,
      );
      return { name: `${name} ${seed}`, memoryBytes };
    }),
  );
}
