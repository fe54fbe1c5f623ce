import type { StatusBody } from '../objects/types';
import type { ProblemCode } from '../words/problems';

/** Why a kubeconfig cannot be used. */
export class AccessError extends Error {
  override readonly name = 'AccessError';

  constructor(
    readonly code: 'kubeconfig-missing' | 'kubeconfig-malformed',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export type KubeErrorKind =
  | 'unreachable'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'gone'
  | 'too-many'
  | 'invalid'
  | 'server'
  | 'timeout'
  /** It was not sent: only a leader may, and this process no longer leads. */
  | 'not-leading';

/** `status` is 0 if no answer came. */
interface KubeErrorFacts {
  kind: KubeErrorKind;
  status: number;
  reason: string;
  body?: StatusBody;
  retryAfterMs?: number;
}

/** A request that the API server refused or never answered, or that was not sent; the message names it and the cause. */
export class KubeError extends Error implements KubeErrorFacts {
  override readonly name = 'KubeError';
  readonly kind: KubeErrorKind;
  readonly status: number;
  readonly reason: string;
  readonly body?: StatusBody;
  readonly retryAfterMs?: number;

  constructor(message: string, facts: KubeErrorFacts, options?: ErrorOptions) {
    super(message, options);
    this.kind = facts.kind;
    this.status = facts.status;
    this.reason = facts.reason;
    this.body = facts.body;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** Whether `thrown` is a `KubeError`, also one of another bundle, of one of `kinds` if given. */
export function isKubeError(thrown: unknown, ...kinds: KubeErrorKind[]): thrown is KubeError {
  if (!(thrown instanceof Error) || thrown.name !== 'KubeError') return false;
  return kinds.length === 0 || kinds.includes((thrown as KubeError).kind);
}

/** The answer to a request; undefined if the object does not exist. @throws any other KubeError */
export async function unlessMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (thrown) {
    if (isKubeError(thrown, 'not-found')) return undefined;
    throw thrown;
  }
}

/** Whether a request failed because no cluster can be reached, which the connection itself reports. */
export function isConnectionLost(thrown: unknown): boolean {
  return isKubeError(thrown, 'unreachable', 'unauthorized');
}

/** The problem to report when a request or the access fails in this way; none for refusals of one object. */
export function problemOf(thrown: unknown): ProblemCode | undefined {
  if (thrown instanceof AccessError) return thrown.code;
  return thrown instanceof KubeError ? PROBLEMS[thrown.kind] : undefined;
}

const PROBLEMS: Partial<Record<KubeErrorKind, ProblemCode>> = {
  unreachable: 'cluster-unreachable',
  timeout: 'cluster-unreachable',
  server: 'cluster-unreachable',
  unauthorized: 'credentials-refused',
  forbidden: 'access-forbidden',
};
