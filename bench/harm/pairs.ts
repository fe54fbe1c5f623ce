import { type Harm, worseBy } from './tally';

/** 97.5 % of what is normally distributed lies below so many standard deviations. */
const Z = 1.959964;
/** The series of Student's t over the degrees of freedom (Abramowitz and Stegun, 26.7.5). */
const T_SERIES = [
  Z,
  (Z ** 3 + Z) / 4,
  (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96,
  (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384,
  (79 * Z ** 9 + 776 * Z ** 7 + 1482 * Z ** 5 - 1920 * Z ** 3 - 945 * Z) / 92_160,
];
/** With fewer values the series is too far from t. */
const FEWEST = 3;

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Half of the 95 % interval of the mean, by Student's t to within a hundredth; infinite for fewer than three values. */
export function halfInterval(values: readonly number[]): number {
  if (values.length < FEWEST) return Number.POSITIVE_INFINITY;
  const degrees = values.length - 1;
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const t = T_SERIES.reduce((sum, term, power) => sum + term / degrees ** power, 0);
  return (t * Math.sqrt(squares / degrees)) / Math.sqrt(values.length);
}

/**
 * The columns in which runs did worse than others from the same starts: all of the difference's interval is worse. One
 * pair alone says it by itself.
 * @param pairs of harms, Off's first
 */
export function worseInPairs(pairs: readonly (readonly [off: Harm, harm: Harm])[]): (keyof Harm)[] {
  const differences = pairs.map(([off, harm]) => worseBy(off, harm));
  const columns = Object.keys(differences[0] ?? {}) as (keyof (typeof differences)[number])[];
  return columns.filter((column) => {
    const values = differences.map((one) => one[column]);
    return meanOf(values) > (values.length > 1 ? halfInterval(values) : 0);
  });
}
