import type { ErrorBody, ErrorCode, FieldError } from '@/server/contract/errors';
import { LOGIN_PAGE, loginAddress } from '@/server/contract/place-after-login';
import { CLOCK_HEADER } from '@/server/contract/status';
import { apiAddress, openDocument, placeShown } from './address';
import { ASKED_FRESH, takeEarlyAnswer } from './early-answer';

/** Why a request failed: nobody answered, or the server refused and said why. */
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

/** A session that is over begins anew on the login page. */
function toLogin(): void {
  const place = placeShown();
  if (place.split('?')[0] !== LOGIN_PAGE) openDocument(loginAddress(place));
}

async function responseTo(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(apiAddress(path), {
      ...init,
      headers: { accept: 'application/json', ...init?.headers },
    });
  } catch (cause) {
    if (init?.signal?.aborted) throw cause;
    throw new RequestError({ kind: 'unreachable' }, { cause });
  }
  if (!response.ok && response.status !== 304) {
    const failure = await refusal(response);
    if (failure.kind === 'refused' && failure.code === 'unauthenticated') toLogin();
    throw new RequestError(failure);
  }
  return response;
}

/**
 * Sends a request to the dashboard's own API and returns the JSON body.
 * @throws RequestError saying whether nobody answered or what the server objects to
 */
export async function request<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await responseTo(path, init)).json()) as T;
}

/** An answer that costs only a few bytes to ask for again while it is unchanged. */
export interface CachedAnswer<T> {
  body: T;
  /** The revision; absent for data that was not requested. */
  etag?: string;
  /** The cluster's time in Unix milliseconds, if the answer has it. */
  nowMs?: number;
}

/** Asks, or asks again; the body stays the same object while nothing changes. @throws RequestError */
export async function askAgain<T>(
  path: string,
  former: CachedAnswer<T> | undefined,
  signal?: AbortSignal,
): Promise<CachedAnswer<T>> {
  const early = former ? undefined : await takeEarlyAnswer(apiAddress(path));
  const response =
    early ??
    (await responseTo(path, {
      ...ASKED_FRESH,
      signal,
      headers: { ...ASKED_FRESH.headers, ...(former?.etag && { 'if-none-match': former.etag }) },
    }));
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
export function sendChange<T>(
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

/** The failure in a query's error; undefined if there is none. */
export function failureOf(error: unknown): RequestFailure | undefined {
  if (!error) return undefined;
  return error instanceof RequestError ? error.failure : { kind: 'unreachable' };
}

/** Whether a server that starts was asked too soon: nothing was done, so the same may be asked again. */
export function isTooSoon(error: unknown): boolean {
  const failure = failureOf(error);
  return failure?.kind === 'refused' && failure.code === 'not-ready';
}

/** The invalid fields in a refused request. */
export function fieldsAtFault(error: unknown): FieldError[] {
  const failure = failureOf(error);
  return failure?.kind === 'refused' ? failure.fields : [];
}
