/** What was done, and its outcome, in the words of the record. */

/** The outcome of an attempt on the cluster. */
export const OUTCOMES = {
  done: 'Done.',
  changed: 'Left alone: the pod changed after the plan was made.',
  'no-room': 'Left alone: others took the room after the plan was made.',
  gone: 'The pod was already gone.',
  ended: 'The pod had ended: the API server takes a resize of it, and nobody makes it.',
  'budget-refused': 'A disruption budget refused it.',
  conflict: 'The pod changed at the same moment.',
  refused: 'The API server refused it.',
  forbidden: 'The service account lacks the permission.',
  unavailable: 'The API server failed, was busy or did not answer in time.',
  stopped: 'A stop came first.',
} as const;

export type Outcome = keyof typeof OUTCOMES;

export const ACTION_KINDS = ['evict', 'resize', 'unboost', 'revert'] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

export const CHANGE_KINDS = [
  'update-mode',
  'resource-policy',
  'recommender',
  'edited-in-cluster',
  'stop',
  'resume',
  'mode-by-stop',
  'revert',
  'clusters-stop',
  'clusters-resume',
  'clusters-revert',
  'clusters-change',
  'hpa-target',
  'hpa-rules',
  'scenario',
  'replay',
  'replay-cancelled',
  'approved',
  'rejected',
  'try-again',
  'apply-now',
  'scale',
  'graduation',
  'scaling-policy-made',
  'scaling-policy-changed',
  'scaling-policy-deleted',
  'policy-vpa-made',
  'policy-vpa-changed',
  'policy-vpa-released',
  'policy-vpa-removed',
  'vpa-made',
  'vpa-removed',
  'test-message',
  'prices',
  'inbox-dismissed',
  'inbox-restored',
] as const;
/** What a stop or a resume did to one VPA: its own record has them all, so the log shows them only by VPA. */
export const PART_OF_STOP = 'mode-by-stop' satisfies (typeof CHANGE_KINDS)[number];

/** What a hub did for people at clusters. */
export const HUB_CHANGES = [
  'clusters-stop',
  'clusters-resume',
  'clusters-revert',
  'clusters-change',
] as const satisfies readonly (typeof CHANGE_KINDS)[number][];

export type ChangeKind = (typeof CHANGE_KINDS)[number];
