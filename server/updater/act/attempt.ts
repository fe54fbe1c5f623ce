import { isKubeError, type KubeError, type KubeErrorKind } from '../../kube/errors';
import { refusedByBudget } from '../../kube/failures';
import type { Outcome } from '../../words/records';

/** The outcome of asking the API server for one change. */
export interface Attempt {
  readonly outcome: Outcome;
  readonly detail: string;
  /** What a refusal is about; absent if it is about the pod itself. */
  readonly cause?: RefusalCause;
}

/**
 * A refusal because of the `node` may not meet a pod elsewhere; what admission of the `namespace` refuses, such as a
 * quota, a LimitRange or a webhook, would meet a new pod too.
 */
export type RefusalCause = 'node' | 'namespace';

export const DONE: Attempt = { outcome: 'done', detail: '' };

/** Another updater acts now, and records. */
export const NOT_OURS: Attempt = { outcome: 'changed', detail: 'This process no longer acts.' };

/** Thrown just before a request is sent if the planned action must not be done any more. */
export class Withdrawn extends Error {
  override readonly name = 'Withdrawn';

  constructor(readonly attempt: Attempt) {
    super(attempt.detail);
  }
}

const OUTCOME_OF: Readonly<Record<Exclude<KubeErrorKind, 'not-leading'>, Outcome>> = {
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
  const { kind, message: detail } = thrown;
  if (kind === 'not-leading') return NOT_OURS;
  if (refusedByBudget(thrown)) return { outcome: 'budget-refused', detail };
  if (kind === 'forbidden' && !isOfRights(thrown))
    return { outcome: 'refused', detail, cause: isOfNode(thrown) ? 'node' : 'namespace' };
  return { outcome: OUTCOME_OF[kind], detail };
}

/** The words of RBAC, in all versions (apiserver, authorization/…/forbidden): admission answers 403 as well. */
function isOfRights({ message }: KubeError): boolean {
  return /User ".*" cannot \S+ (?:resource|path) "/.test(message);
}

/** From 1.36 on the API server itself refuses resizes that the node cannot do (PodResizeValidator, NodeDeclaredFeatures). */
function isOfNode({ message, body }: KubeError): boolean {
  const causes = body?.details?.causes ?? [];
  return (
    causes.some(({ reason }) => reason === 'NodeCapacity' || reason === 'UnsupportedPlatform') ||
    /node "[^"]*" not found|not available on node|on Windows nodes/.test(message)
  );
}
