import { codeOf, errorText } from '../../lib/report/errors';

/**
 * Why a query failed: the server is unreachable, it took too long, the query was too large, the server is
 * busy, it refuses us, it does not understand the query, or the answer broke off.
 */
type PrometheusErrorKind = 'unreachable' | 'timeout' | 'too-much' | 'busy' | 'refused' | 'invalid' | 'broken';

export class PrometheusError extends Error {
  override readonly name = 'PrometheusError';

  constructor(
    message: string,
    readonly kind: PrometheusErrorKind,
    /** How long the server asks us to wait. */
    readonly retryAfterMs?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** How servers say that a query is too large: by samples, series, chunks, points or bytes. */
const LIMIT = /exceed|too many|limit|maximum resolution|more than/i;

/** The meaning of an answer with a `status` other than 200; `text` is the start of its body. */
export function refusalOf(status: number, text: string, retryAfter: string | undefined): PrometheusError {
  const { errorType, error } = parsed(text);
  const said = error ?? text.trim().slice(0, 300);
  const message = `it answers ${status}${said ? `: ${said}` : ''}`;
  const seconds = Number(retryAfter);
  const pauseMs = retryAfter !== undefined && seconds >= 0 ? seconds * 1000 : undefined;
  return new PrometheusError(message, kindOf(status, errorType, said), pauseMs);
}

function kindOf(status: number, errorType: string | undefined, said: string): PrometheusErrorKind {
  if (errorType === 'timeout' || status === 408 || status === 504) return 'timeout';
  if (status === 401 || status === 403 || status === 407) return 'refused';
  if (status === 429 || status === 503) return 'busy';
  if (status === 413 || status === 422 || LIMIT.test(said)) return 'too-much';
  return status >= 500 ? 'busy' : 'invalid';
}

function parsed(text: string): { errorType?: string; error?: string } {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return {};
    // An API server that is its proxy refuses with a Status.
    return 'kind' in body && 'message' in body ? { error: String(body.message) } : body;
  } catch {
    return {};
  }
}

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused: nothing listens there',
  ENOTFOUND: 'its name cannot be resolved',
  EAI_AGAIN: 'its name cannot be resolved now',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  UND_ERR_CONNECT_TIMEOUT: 'it does not take the connection in time',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  UND_ERR_SOCKET: 'the connection broke',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** The error of a query without an answer. */
export function transportErrorOf(cause: unknown): PrometheusError {
  const code = codeOf(cause);
  if (code.startsWith('Z_'))
    return new PrometheusError(`its answer cannot be unpacked: ${errorText(cause)}`, 'broken', undefined, {
      cause,
    });
  const detail = CAUSES[code] ?? errorText(cause);
  return new PrometheusError(`it does not answer: ${detail}`, 'unreachable', undefined, { cause });
}
