/** One measured figure. */
export interface Figure {
  name: string;
  value: number;
  /** Such as `samples/s`, `s`, `ms`, `MB`. */
  unit: string;
  /** What a good figure is, to be printed beside it. */
  reach?: string;
}

/** One bench: picked by its name on the command line. */
export interface Bench {
  readonly name: string;
  run(): Figure[] | Promise<Figure[]>;
}

/** Seconds that `task` takes. */
export function secondsOf(task: () => void): number {
  const started = performance.now();
  task();
  return (performance.now() - started) / 1000;
}

/** The least of `rounds` values of `measure`: the one with the least disturbance by other processes. */
export function leastOf(rounds: number, measure: () => number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) least = Math.min(least, measure());
  return least;
}
