import fc from 'fast-check';

/** `PROPERTY_RUNS=all` tries every case; without it each property tries a fifth, and at least one. */
const SHARE = process.env.PROPERTY_RUNS === 'all' ? 1 : 1 / 5;

/** How many of `all` cases a property tries in this run. */
export function runs(all: number): number {
  return Math.max(1, Math.ceil(all * SHARE));
}

/** As a setup file of vitest: the same share for properties that do not say how many cases they try. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: runs(100) });
