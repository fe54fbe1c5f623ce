import { isKubeError, type KubeError, type KubeErrorKind } from '../../kube/errors';
import { refusedByBudget } from '../../kube/failures';
import type { Outcome } from '../../words/records';

/** The outcome of asking the API server for one change. */
export interface Attempt {
  readonly outcome: Outcome;
  readonly detail: string;
}

export const DONE: Attempt = { outcome: 'done', detail: '' };

/** Thrown just before a request is sent if the planned action must not be done any more. */
export class Withdrawn extends Error {
  override readonly name = 'Withdrawn';

  constructor(readonly attempt: Attempt) {
    super(attempt.detail);
  }
}

const OUTCOME_OF: Readonly<Record<KubeErrorKind, Outcome>> = {
  'not-found': 'gone',
  gone: 'gone',
  conflict: 'conflict',
  // From a server that asks to slow down; a budget's refusal is recognised separately.
  'too-many': 'unavailable',
  forbidden: 'forbidden',
  unauthorized: 'forbidden',
  invalid: 'refused',
  server: 'unavailable',
  timeout: 'unavailable',
  unreachable: 'unavailable',
};

/** A refusal as an outcome; anything else is our fault and is rethrown. */
export function attemptFrom(thrown: unknown): Attempt {
  if (thrown instanceof Withdrawn) return thrown.attempt;
  if (!isKubeError(thrown)) throw thrown;
  const outcome = refusedByBudget(thrown)
    ? 'budget-refused'
    : isBeyondNode(thrown)
      ? 'refused'
      : OUTCOME_OF[thrown.kind];
  return { outcome, detail: thrown.message };
}

/** From 1.36 on the API server itself refuses what no node of the size can give, as forbidden with this cause. */
function isBeyondNode({ kind, body }: KubeError): boolean {
  return (
    kind === 'forbidden' && (body?.details?.causes ?? []).some(({ reason }) => reason === 'NodeCapacity')
  );
}
