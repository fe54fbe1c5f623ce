export const REPLAY_DAYS = [1, 7, 30] as const;
export const MOST_VARIANTS = 8;
export const MOST_WORKLOADS = 2000;

/** What a proposal must keep; shares from 0 to 1. */
export const USUAL_LIMITS = { oomsADay: 0, cpuShort: 0.02, memoryShort: 0.001 };
