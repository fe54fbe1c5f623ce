/** Every way an API request can fail: code → HTTP status → sentence, and in how many seconds to ask again. */
const ERROR_TABLE = {
  'bad-request': { status: 400, sentence: 'The request cannot be understood' },
  unauthenticated: { status: 401, sentence: 'Sign in first' },
  forbidden: { status: 403, sentence: 'You may not do this' },
  'not-found': { status: 404, sentence: 'There is no such object' },
  'no-cluster': {
    status: 404,
    sentence: 'This hub has no cluster of its own: ask for those under /api/v1/clusters',
  },
  'no-hub': { status: 404, sentence: 'This Plumbline is no hub: it shows one cluster' },
  'bad-method': { status: 405, sentence: 'Nothing here answers that method' },
  'not-json': { status: 415, sentence: 'A change must be sent as application/json' },
  'too-large': { status: 413, sentence: 'The request is too large' },
  'no-length': { status: 411, sentence: 'A request states how long its body is (content-length)' },
  'too-many-logins': {
    status: 429,
    sentence: 'Too many failed logins; try again in a minute',
    retryAfterS: 60,
  },
  'too-many-requests': {
    status: 429,
    sentence: 'Your address sends too many requests; try again in a moment',
    retryAfterS: 1,
  },
  busy: { status: 429, sentence: 'Too much is being worked on already', retryAfterS: 5 },
  conflict: { status: 409, sentence: 'The object changed meanwhile; reload and try again' },
  invalid: { status: 422, sentence: 'A field does not hold a usable value' },
  'cluster-error': { status: 502, sentence: 'The cluster refused the request or did not answer' },
  'cluster-away': { status: 502, sentence: 'The other cluster did not answer as it should' },
  'not-ready': { status: 503, sentence: 'Plumbline is still starting', retryAfterS: 1 },
  'database-away': { status: 503, sentence: 'The database does not answer' },
  'role-not-running': { status: 503, sentence: 'This process does not run the role that answers this' },
  internal: { status: 500, sentence: 'Something went wrong inside Plumbline' },
} as const satisfies Record<string, { status: number; sentence: string; retryAfterS?: number }>;

export type ErrorCode = keyof typeof ERROR_TABLE;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_TABLE, code);
}

/** One invalid field: where it is and what is wrong with it. */
export interface FieldError {
  field: string;
  message: string;
}

export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly code: ErrorCode,
    detail?: string,
    readonly fields: FieldError[] = [],
    options?: ErrorOptions,
  ) {
    super(detail ? `${ERROR_TABLE[code].sentence}: ${detail}` : ERROR_TABLE[code].sentence, options);
  }

  get status(): number {
    return ERROR_TABLE[this.code].status;
  }

  get retryAfterS(): number | undefined {
    const entry: { status: number; retryAfterS?: number } = ERROR_TABLE[this.code];
    return entry.retryAfterS;
  }
}

/** The body every failed API request answers with. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  fields: FieldError[];
}

/** The body and the headers of the answer that tells of an error; the error may be of another bundle. */
export function errorAnswer({ code, message, fields }: AppError): {
  body: ErrorBody;
  headers: Record<string, string>;
} {
  const { retryAfterS }: { status: number; retryAfterS?: number } = ERROR_TABLE[code];
  return {
    body: { code, message, fields },
    headers: retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) },
  };
}

/** What answers a request that an error ends; `more` are headers beside its own. */
export function errorResponse(error: AppError, more: Record<string, string> = {}): Response {
  const { body, headers } = errorAnswer(error);
  return Response.json(body, { status: error.status, headers: { ...headers, ...more } });
}

/** Pages and runtime are bundled apart, each with its own copy of this class, so it is recognised by name. */
function isAppError(thrown: unknown): thrown is AppError {
  return (
    thrown instanceof Error &&
    thrown.name === 'AppError' &&
    'code' in thrown &&
    String(thrown.code) in ERROR_TABLE
  );
}

/** Any thrown value as an `AppError`; others become `internal` with their cause. */
export function toAppError(thrown: unknown): AppError {
  if (isAppError(thrown)) return thrown;
  const detail = errorText(thrown);
  return new AppError('internal', detail, [], { cause: thrown });
}

/** What something thrown says; anything may be thrown. */
export function errorText(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The code of what a system call or a connection failed by; empty if there is none. */
export function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return codeOf(thrown.errors[0]);
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : codeOf(thrown.cause);
}

/** Settings that cannot be used. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
