/**
 * How long a test waits for a fact at most: many times what it takes on a machine that has nothing else to do, since
 * it only ends a wait that would never end.
 */
export const PATIENCE_MS = 240_000;

/** How often a test looks: each look that finds nothing yet takes from what it waits for. */
export const LOOK_EVERY_MS = 100;

/** For `vi.waitFor`, `expect.poll` and waits in a browser. */
export const PATIENCE = { timeout: PATIENCE_MS, interval: LOOK_EVERY_MS };
