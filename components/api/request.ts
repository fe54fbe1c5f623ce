import type { ErrorBody, ErrorCode, FieldError } from '@/server/errors';
import { CLOCK_HEADER } from '@/server/process/pages/views';

/** Why a request gave no answer: nobody answered, or the server said no and why. */
export type RequestFailure =
  | { kind: 'unreachable' }
  | ({ kind: 'refused'; status: number } & Omit<ErrorBody, 'code'> & { code: ErrorCode | 'unknown' });

export class RequestError extends Error {
  override readonly name = 'RequestError';

  constructor(
    readonly failure: RequestFailure,
    options?: ErrorOptions,
  ) {
    super(failure.kind === 'unreachable' ? 'The Plumbline server does not answer' : failure.message, options);
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}

async function refusal(response: Response): Promise<RequestFailure> {
  const body: unknown = await response.json().catch(() => undefined);
  if (isErrorBody(body)) return { kind: 'refused', status: response.status, ...body };
  const message = `The server answered ${response.status} ${response.statusText}`.trim();
  return { kind: 'refused', status: response.status, code: 'unknown', message, fields: [] };
}

async function responseTo(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers: { accept: 'application/json', ...init?.headers } });
  } catch (cause) {
    if (init?.signal?.aborted) throw cause;
    throw new RequestError({ kind: 'unreachable' }, { cause });
  }
  if (!response.ok && response.status !== 304) throw new RequestError(await refusal(response));
  return response;
}

/**
 * Asks the dashboard's own API and answers the JSON body.
 * @throws RequestError saying whether nobody answered or what the server objects to.
 */
export async function request<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await responseTo(path, init)).json()) as T;
}

/** An answer that can be asked for again at the price of a few bytes while it stays the same. */
export interface CachedAnswer<T> {
  body: T;
  /** The revision; absent for what did not come from a question. */
  etag?: string;
  /** The cluster's time, Unix milliseconds, where the answer tells it. */
  nowMs?: number;
}

/** Asks again, or for the first time; the body stays the very same object while nothing changed. @throws RequestError */
export async function askAgain<T>(
  path: string,
  former: CachedAnswer<T> | undefined,
  signal?: AbortSignal,
): Promise<CachedAnswer<T>> {
  const response = await responseTo(path, {
    signal,
    // The revisions are kept here, not by the browser.
    cache: 'no-store',
    headers: former?.etag ? { 'if-none-match': former.etag } : {},
  });
  const isSame = response.status === 304 && former !== undefined;
  const clock = response.headers.get(CLOCK_HEADER);
  return {
    body: isSame ? former.body : ((await response.json()) as T),
    etag: response.headers.get('etag') ?? undefined,
    nowMs: clock === null ? undefined : Number(clock),
  };
}

export const JSON_BODY = { 'content-type': 'application/json' } as const;

/** Sends `body` as JSON with the given method. @throws RequestError */
export function sendJson<T>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body: unknown,
): Promise<T> {
  return request<T>(path, {
    method,
    headers: JSON_BODY,
    body: JSON.stringify(body),
  });
}

/** The failure behind a query's error; undefined when it has none. */
export function failureOf(error: unknown): RequestFailure | undefined {
  if (!error) return undefined;
  return error instanceof RequestError ? error.failure : { kind: 'unreachable' };
}

/** What a refused request found wrong with single fields. */
export function fieldsAtFault(error: unknown): FieldError[] {
  const failure = failureOf(error);
  return failure?.kind === 'refused' ? failure.fields : [];
}
