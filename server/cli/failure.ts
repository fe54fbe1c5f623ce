import { CommanderError } from 'commander';
import { AccessError, KubeError, problemOf } from '../kube/errors';
import { AppError, ConfigError, type ErrorCode, errorText } from '../lib/report/errors';
import { PROBLEM_TABLE } from '../words/problems';

/** How a command ends; docs/command-line.md lists them. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  'not-found': 3,
  forbidden: 4,
  'no-answer': 5,
  differs: 6,
} as const;

export type Exit = keyof typeof EXIT;

/** Why a command fails: what is wrong, what to do, and how it ends. */
export class CommandFailure extends Error {
  override readonly name = 'Failure';

  constructor(
    readonly exit: Exit,
    message: string,
    readonly remedy = '',
  ) {
    super(message);
  }
}

const OF_CODES: Readonly<Record<ErrorCode, { exit: Exit; remedy: string }>> = {
  'bad-request': { exit: 'usage', remedy: 'Correct what the message names.' },
  invalid: { exit: 'usage', remedy: 'Correct the field that the message names.' },
  forbidden: { exit: 'forbidden', remedy: 'Ask whoever runs this cluster for that right.' },
  'not-found': { exit: 'not-found', remedy: 'Check the name and the namespace (-n).' },
  'cluster-away': { exit: 'no-answer', remedy: 'The page Clusters of the hub says why.' },
  'no-hub': {
    exit: 'not-found',
    remedy: 'Leave --clusters out, or name a hub with --server: `npm run hub -- --clusters FILE`.',
  },
  'no-cluster': { exit: 'not-found', remedy: 'Choose clusters with --clusters.' },
  'bad-method': { exit: 'failed', remedy: 'Use a command line and a dashboard of the same version.' },
  'not-json': { exit: 'failed', remedy: 'Use a command line and a dashboard of the same version.' },
  'no-length': { exit: 'failed', remedy: 'Use a command line and a dashboard of the same version.' },
  'too-large': { exit: 'usage', remedy: 'Send less at once.' },
  'too-many-logins': { exit: 'forbidden', remedy: 'Wait a minute, then use a valid token.' },
  'too-many-requests': { exit: 'no-answer', remedy: 'Try again in a moment.' },
  unauthenticated: {
    exit: 'forbidden',
    remedy: 'Pass a token of the cluster: --header "Authorization: Bearer TOKEN".',
  },
  busy: { exit: 'no-answer', remedy: 'Try again in a moment.' },
  conflict: { exit: 'failed', remedy: 'Look at what changed, then run the command again.' },
  'cluster-error': {
    exit: 'failed',
    remedy: 'See what the API server says: `kubectl get --raw /readyz?verbose`.',
  },
  'not-ready': { exit: 'no-answer', remedy: 'Try again in a few seconds.' },
  'database-away': { exit: 'no-answer', remedy: 'Check the database of the dashboard, then try again.' },
  'role-not-running': {
    exit: 'no-answer',
    remedy: 'Ask a dashboard with that role in PLUMBLINE_ROLES, or leave --server out.',
  },
  internal: { exit: 'failed', remedy: 'See the log of the process that answered.' },
};

/** A failure that a dashboard answered with, or that the same functions threw here. */
export function commandFailure(code: ErrorCode, message: string): CommandFailure {
  const { exit, remedy } = OF_CODES[code];
  return new CommandFailure(exit, message, remedy);
}

/** Whatever was thrown as a failure. */
export function toFailure(thrown: unknown): CommandFailure {
  if (thrown instanceof CommandFailure) return thrown;
  if (thrown instanceof AppError) return commandFailure(thrown.code, thrown.message);
  if (thrown instanceof ConfigError || thrown instanceof CommanderError)
    return new CommandFailure('usage', thrown.message);
  if (thrown instanceof AccessError || thrown instanceof KubeError) return ofCluster(thrown);
  return new CommandFailure('failed', errorText(thrown));
}

function ofCluster(error: AccessError | KubeError): CommandFailure {
  const { message } = error;
  const problem = problemOf(error);
  const remedy = problem ? PROBLEM_TABLE[problem].remedy : '';
  return new CommandFailure(error instanceof AccessError ? 'usage' : EXITS[error.kind], message, remedy);
}

const EXITS: Record<KubeError['kind'], Exit> = {
  forbidden: 'forbidden',
  unauthorized: 'forbidden',
  'not-found': 'not-found',
  unreachable: 'no-answer',
  timeout: 'no-answer',
  server: 'no-answer',
  conflict: 'failed',
  gone: 'failed',
  'too-many': 'failed',
  invalid: 'failed',
  'not-leading': 'failed',
};
