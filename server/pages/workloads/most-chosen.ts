/** Workloads chosen at once. */
export const MOST_CHOSEN = 10_000;
