import type { Config } from '@/server/config';

/** What changes pods in a run. */
export const ARMS = {
  Plumbline: {},
  // Nothing changes a pod: what mode Off comes to, for every VPA.
  Off: { roles: ['recommender'] },
  reference: {
    leastHistoryMs: 0,
    leastHistoryToLowerMs: 0,
    canaryMs: 0,
    resourcesApart: false,
    deferredResizeHeldMs: 0,
    memoryFlatMs: 0,
    raisesInVain: 0,
    warmUpMs: 0,
    respectRoom: false,
    respectConflicts: false,
    respectMarks: false,
    loopBreakerMisses: 0,
    urgentChanges: false,
    lowerUnderPressure: true,
    ageOfRequests: false,
    changeMargin: 0,
    loweringWindowMs: 0,
    changesADay: 0,
    outcomeFollowedMs: 0,
    nativeSidecars: false,
    cpuLimitStep: 1,
  },
} as const satisfies Record<string, Partial<Config>>;

export type Arm = keyof typeof ARMS;
