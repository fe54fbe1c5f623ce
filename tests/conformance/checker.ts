/**
 * Checks the cases of one kind of vector file. `check` throws {@link Difference} (or anything else) at the
 * first difference of a case and returns if there is none.
 */
export interface Checker<Case = unknown> {
  /** Base name of the files it checks: `histogram` for `histogram.json` and `histogram.json.gz`. */
  readonly file: string;
  /** The cases of a parsed file, each with the name it is reported by. */
  cases(content: unknown): { name: string; vector: Case }[];
  check(vector: Case): void | Promise<void>;
}

/** The first difference of a case: where, what the vector says, what we got. */
export class Difference extends Error {
  override readonly name = 'Difference';

  constructor(where: string, expected: unknown, actual: unknown) {
    super(`${where}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
  }
}

/** The `cases` list of a vector file whose cases carry a `name`. */
export function namedCases<Case extends { name: string }>(
  content: unknown,
): { name: string; vector: Case }[] {
  const { cases } = content as { cases: Case[] };
  return cases.map((vector) => ({ name: vector.name, vector }));
}

/** @throws Difference unless both are equal by `Object.is`. */
export function expectSame(where: string, expected: unknown, actual: unknown): void {
  if (!Object.is(expected, actual)) throw new Difference(where, expected, actual);
}

/** @throws Difference unless `actual` is within a relative 1e-9 of `expected`. */
export function expectClose(where: string, expected: number, actual: number): void {
  if (expected === actual) return;
  if (!(Math.abs(actual - expected) <= 1e-9 * Math.max(Math.abs(expected), Math.abs(actual))))
    throw new Difference(where, expected, actual);
}
