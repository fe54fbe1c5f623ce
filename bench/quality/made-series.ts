import type { UsageRecording } from '@/server/replay/engine/recordings';
import { drawsFrom } from '@/tests/support/draws-from';

const MINUTES_A_DAY = 1440;
const GIB = 2 ** 30;
const START_MS = Date.UTC(2026, 1, 2);
/** Three weeks, so that a week repeats. */
const DAYS = 21;
const STEP_MINUTES = 5;
const SEEDS = [1, 2, 3] as const;

type Draw = () => number;

/** GiB at a minute, for one container. */
type Shape = (minute: number) => number;

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
  /** Runs of some minutes every few hours, each of another size; between them there is nothing to measure. */
  job: (draw) => {
    const every = between(draw, 3, 8) * 60;
    const lasts = between(draw, 20, 60);
    const base = between(draw, 0.4, 1);
    return (minute) => {
      if (minute % every >= lasts) return Number.NaN;
      const size = 0.7 + 0.6 * drawsFrom(Math.floor(minute / every))();
      return base * size * Math.min(1, 0.4 + (0.8 * (minute % every)) / lasts);
    };
  },
};

/** By name and seed. */
export const MADE_NAMES: readonly string[] = Object.keys(SHAPES).flatMap((name) =>
  SEEDS.map((seed) => `${name} ${seed}`),
);

/** Memory of one of these names, with 2 % of noise; CPU goes up and down with it, in cores, with more noise. */
export function madeRecording(name: string): UsageRecording | undefined {
  const shapeFor = SHAPES[name.slice(0, -2)];
  if (!shapeFor) return undefined;
  const draw = drawsFrom(Number(name.at(-1)) * 7919 + name.length - 2);
  const shape = shapeFor(draw);
  const steps = (DAYS * MINUTES_A_DAY) / STEP_MINUTES;
  const [cpuMillicores, memoryBytes] = [new Float32Array(steps), new Float32Array(steps)];
  for (let step = 0; step < steps; step++) {
    const gib = shape(step * STEP_MINUTES);
    memoryBytes[step] = gib * (1 + between(draw, -0.02, 0.02)) * GIB;
    cpuMillicores[step] = gib * 300 * (1 + between(draw, -0.2, 0.2) + (draw() < 0.02 ? 1 : 0));
  }
  return {
    namespace: 'made',
    name,
    startMs: START_MS,
    stepMs: STEP_MINUTES * 60_000,
    steps,
    containers: new Map([['app', { cpuMillicores, memoryBytes }]]),
  };
}
