import type { Dispatcher } from 'undici';
import { codeOf, errorText } from '../lib/report/errors';
import { isJsonObject, type JsonObject, jsonFrom, parsed } from '../objects/json-object';
import type { StatusBody } from '../objects/types';
import { KubeError, type KubeErrorKind } from './errors';

const KINDS: Readonly<Record<number, KubeErrorKind>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  408: 'timeout',
  409: 'conflict',
  410: 'gone',
  429: 'too-many',
  504: 'timeout',
};

function kindOfStatus(status: number, reason: string): KubeErrorKind {
  return KINDS[status] ?? (reason === 'Expired' ? 'gone' : status >= 500 ? 'server' : 'invalid');
}

/** Whether `value` is the `Status` with which an API server refuses a request. */
export function isStatusBody(value: unknown): value is StatusBody {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Status';
}

function parsedStatus(text: string): StatusBody | undefined {
  const body = parsed(text);
  return isStatusBody(body) ? body : undefined;
}

/** The body of a response that claims to be JSON. @throws KubeError if it is not */
export function parsedBody(request: string, text: string): unknown {
  try {
    return jsonFrom(text);
  } catch (cause) {
    throw new KubeError(
      `${request}: the response is not valid JSON: ${text.slice(0, 80)}`,
      { kind: 'server', status: 200, reason: 'MalformedAnswer' },
      { cause },
    );
  }
}

const NOT_OF_API = 'NotOfApi';

/** The error for an answer that says success and is none of a Kubernetes API server, which `server` should be. */
export function notOfApiError(request: string, server: string, text: string): KubeError {
  const about = /^\s*<(!doctype|html)/i.test(text)
    ? 'a web page, as a proxy or a sign-in page in front of it does'
    : text.slice(0, 80).trim() || 'nothing';
  return new KubeError(
    `${request}: ${server} does not answer as an API server of Kubernetes: it sent ${about}`,
    { kind: 'server', status: 200, reason: NOT_OF_API },
  );
}

/** The error for an answer that sends elsewhere, which API servers never do. */
export function redirectError(
  request: string,
  server: string,
  { statusCode, headers }: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>,
): KubeError {
  const to = headers.location === undefined ? 'elsewhere' : String(headers.location).slice(0, 200);
  return new KubeError(
    `${request}: ${server} does not answer as an API server of Kubernetes: it sends to ${to} (${statusCode}), as a sign-in page in front of it does`,
    { kind: 'server', status: statusCode, reason: NOT_OF_API },
  );
}

/** What in an object or a list is of another shape than all of the API, in words. */
function strangeShapeOf({ metadata, items }: JsonObject): string | undefined {
  if (metadata !== undefined && !isJsonObject(metadata)) return '.metadata is no object';
  if (items === undefined || items === null) return undefined;
  if (!Array.isArray(items)) return '.items is no list';
  const at = items.findIndex((item) => !isJsonObject(item));
  if (at >= 0) return `.items[${at}] is no object`;
  const bare = items.findIndex((item) => 'metadata' in item && !isJsonObject(item.metadata));
  return bare < 0 ? undefined : `.items[${bare}].metadata is no object`;
}

/**
 * The answer to a request about objects of the API: every one has a kind or metadata, and a list has objects.
 * @throws KubeError that names the address, if it is something else
 */
export function apiObject(request: string, server: string, text: string): JsonObject {
  const body = parsed(text);
  if (!isJsonObject(body) || !(typeof body.kind === 'string' || isJsonObject(body.metadata)))
    throw notOfApiError(request, server, text);
  if (isStatusBody(body) && body.status === 'Failure') throw statusError(request, body);
  const strange = strangeShapeOf(body);
  if (strange === undefined) return body;
  throw new KubeError(`${request}: what ${server} answered is none of the API of Kubernetes: ${strange}`, {
    kind: 'server',
    status: 200,
    reason: NOT_OF_API,
  });
}

/** Whole seconds, from the header or, as with evictions, from the body. */
function retryAfterMsOf(
  headers: Dispatcher.ResponseData['headers'],
  body: StatusBody | undefined,
): number | undefined {
  const seconds = Number(headers['retry-after'] ?? body?.details?.retryAfterSeconds);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

/** The error for a response with this status and body. */
export function refusalError(
  request: string,
  status: number,
  headers: Dispatcher.ResponseData['headers'],
  text: string,
): KubeError {
  const body = parsedStatus(text);
  const reason = body?.reason ?? '';
  const said = body?.message ?? text.slice(0, 300).trim();
  return new KubeError(`${request}: ${status}${said ? `: ${said}` : ''}`, {
    kind: kindOfStatus(status, reason),
    status,
    reason,
    body,
    retryAfterMs: retryAfterMsOf(headers, body),
  });
}

/** The error for a `Status` inside a watch. */
export function statusError(request: string, body: StatusBody): KubeError {
  const status = body.code ?? 500;
  const reason = body.reason ?? '';
  return new KubeError(`${request}: ${status}: ${body.message ?? reason}`, {
    kind: kindOfStatus(status, reason),
    status,
    reason,
    body,
    retryAfterMs: retryAfterMsOf({}, body),
  });
}

const CAUSES: Record<string, string> = {
  ECONNREFUSED: 'the connection is refused: nothing listens there',
  ENOTFOUND: 'its name cannot be resolved',
  EAI_AGAIN: 'its name cannot be resolved now',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  UND_ERR_CONNECT_TIMEOUT: 'it does not accept the connection in time',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  UND_ERR_SOCKET: 'the connection broke',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is not signed by the kubeconfig's certificate authority",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is not signed by the kubeconfig's certificate authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is not signed by the kubeconfig's certificate authority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "its certificate is not signed by the kubeconfig's certificate authority",
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** The error of a request that `server` did not answer. */
export function transportError(request: string, server: string, cause: unknown): KubeError {
  const code = codeOf(cause);
  const detail = CAUSES[code] ?? errorText(cause);
  return new KubeError(
    `${request}: ${server} does not answer: ${detail}`,
    { kind: 'unreachable', status: 0, reason: code },
    { cause },
  );
}

export function timeoutError(request: string, server: string, timeoutMs: number): KubeError {
  return new KubeError(`${request}: ${server} did not answer within ${timeoutMs / 1000} s`, {
    kind: 'timeout',
    status: 0,
    reason: 'Timeout',
  });
}

const LONG_ANSWER = 'LongAnswer';

/** The error for an answer longer than was asked for. */
export function longAnswerError(request: string, status: number, mostBytes: number): KubeError {
  return new KubeError(`${request}: the answer has more than ${mostBytes} bytes`, {
    kind: 'server',
    status,
    reason: LONG_ANSWER,
  });
}

export function isLongAnswer(thrown: unknown): boolean {
  return thrown instanceof KubeError && thrown.reason === LONG_ANSWER;
}

/** Whether the connection broke during the request, after it was established. */
export function connectionBroke(error: KubeError): boolean {
  return error.kind === 'unreachable' && BROKEN.has(error.reason);
}

/** Whether a 429 is a disruption budget's refusal of an eviction, and not a request to slow down. */
export function refusedByBudget(error: KubeError): boolean {
  return error.body?.details?.causes?.some((cause) => cause.reason === 'DisruptionBudget') === true;
}

/**
 * Whether the server said that nothing was changed; without a definite answer, something may have changed.
 */
export function isRefusal(thrown: unknown): thrown is KubeError {
  return thrown instanceof KubeError && !['server', 'timeout', 'unreachable'].includes(thrown.kind);
}
