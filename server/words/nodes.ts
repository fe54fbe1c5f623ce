/** Where the usage of a pod comes from, best first, with its words. */
export const USAGE_SOURCES = {
  measured: 'measured',
  'last-known': 'last known usage',
  requested: 'not measured yet, counts its request',
  unknown: 'not measured yet, requests nothing, counts 0',
} as const;

export type UsageSource = keyof typeof USAGE_SOURCES;

/** What is known of a node, with one sentence each. */
export const NODE_STATES = {
  known: 'What is idle now and in the next hour is known.',
  learning: 'What is idle in the next hour is known after an hour of history.',
  stale: 'No pod of this node was measured for 10 minutes or more, so what is idle is unknown.',
  unmeasured: 'No pod of this node was measured yet, so what is idle is unknown.',
  'not-ready': 'The node is not ready, so nothing can be placed there.',
  unreadable: 'The node states no readable allocatable CPU and memory, so what is idle is unknown.',
} as const;

export type NodeState = keyof typeof NODE_STATES;
