/** One measured figure. */
export interface Figure {
  name: string;
  value: number;
  /** For instance `samples/s`, `s`, `ms`, `MB`. */
  unit: string;
  /** The goal, printed beside the figure. */
  reach?: string;
  /** Printed for people before the figure, such as a table. */
  note?: string;
}

/** What the command line says besides names, for benches that take it. */
export interface BenchOptions {
  /** A folder of recordings. */
  readonly traces?: string;
  /** Files to write. */
  readonly csv?: string;
  readonly picture?: string;
  /** Recommenders, and the mode, to measure; all of them if absent. */
  readonly only?: string;
  readonly mode?: string;
  /** How long it lasts. */
  readonly minutes?: string;
  /** How often it is measured, each time from another start. */
  readonly runs?: string;
  /** How many times as fast as real time its cluster lives, at most. */
  readonly speed?: string;
  /** A folder with the programs of the reference. */
  readonly binaries?: string;
  /** The minor version of a real API server to measure on, instead of the embedded one. */
  readonly real?: string;
}

/** One bench, selected by its name on the command line. */
export interface Bench {
  readonly name: string;
  /** Takes so long that it runs only when asked for. */
  readonly isLong?: boolean;
  run(options?: BenchOptions): Figure[] | Promise<Figure[]>;
}

/** The quantile at `share`, of 0 to less than 1; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
