/** What the updater may do about one pod. */
export const DECISIONS = {
  evict: 'The pod is evicted; its replacement starts with the recommended requests.',
  resize: 'The requests of the running pod are changed in place.',
  wait: 'The pod should change, but something holds it back for now.',
  leave: 'There is nothing to do.',
} as const;

export type Decision = keyof typeof DECISIONS;
