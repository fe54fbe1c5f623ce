export const DECISIONS = {
  evict: 'The pod is evicted; its replacement starts with the recommended requests.',
  resize: 'The requests of the running pod are changed in place.',
  wait: 'The pod should change, but something holds it back for now.',
  leave: 'The pod is left alone.',
} as const;

export type Decision = keyof typeof DECISIONS;

const LEFT_ALONE = {
  'at-target': 'The pod is at its target, or close enough.',
  'not-allowed': 'Its policy, another VPA or a stop forbids a change.',
  cannot: 'It cannot be changed: it has no recommendation or no controller, or it is terminating.',
} as const;

export type LeftAlone = keyof typeof LEFT_ALONE;

/** The outcome for a pod, and for one left alone the kind of reason. The plan counts and filters by it. */
export type Fate = Exclude<Decision, 'leave'> | LeftAlone;

const { leave: _leave, ...CHANGING } = DECISIONS;
export const FATES: Readonly<Record<Fate, string>> = { ...CHANGING, ...LEFT_ALONE };
