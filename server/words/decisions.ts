/** What the updater may do about one pod. */
export const DECISIONS = {
  evict: 'The pod is evicted; its replacement starts with the recommended requests.',
  resize: 'The requests of the running pod are changed in place.',
  wait: 'The pod should change, but something holds it back for now.',
  leave: 'The pod is left alone.',
} as const;

export type Decision = keyof typeof DECISIONS;

/** Why a pod is left alone. */
const LEFT_ALONE = {
  'at-target': 'The pod is at its target, or close enough.',
  'not-allowed': 'Its policy or another VPA lets nothing be changed.',
  cannot: 'It could not be changed: no recommendation, no controller, or it is ending.',
} as const;

export type LeftAlone = keyof typeof LEFT_ALONE;

/** What becomes of a pod, and of one that is left alone why: what the plan is counted and narrowed down by. */
export type Fate = Exclude<Decision, 'leave'> | LeftAlone;

const { leave: _leave, ...CHANGING } = DECISIONS;
export const FATES: Readonly<Record<Fate, string>> = { ...CHANGING, ...LEFT_ALONE };
