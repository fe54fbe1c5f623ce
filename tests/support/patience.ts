/**
 * How long a test waits for a fact at most: many times what it takes on a machine that has nothing else to do, since
 * it only ends a wait that would never end.
 */
export const PATIENCE_MS = 480_000;

/** How often a test looks: each look that finds nothing yet takes from what it waits for. */
export const LOOK_EVERY_MS = 100;

/** For commands of kubectl that wait for something to come or go. */
export const KUBECTL_PATIENCE = `--timeout=${PATIENCE_MS / 1000}s`;

/** For `vi.waitFor`, `expect.poll` and waits in a browser. */
export const PATIENCE = { timeout: PATIENCE_MS, interval: LOOK_EVERY_MS };

/**
 * For what takes an hour of an embedded cluster's time, or its thousand workloads: its clock runs the slower the less
 * it gets of the machine, and each look takes more. A test that waits so ends by `LONGEST_TEST_MS`.
 */
export const LONG_PATIENCE = { timeout: 3 * PATIENCE_MS, interval: 1_000 };
export const LONGEST_TEST_MS = 4 * PATIENCE_MS;
