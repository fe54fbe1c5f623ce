import { EventEmitter } from 'node:events';
import type { Dispatcher } from 'undici';
import { shownAddress } from '../config/secrets';
import { here } from '../lib/report/trace';
import { backoffMs } from '../lib/time/backoff';
import { type Clock, wallClock } from '../lib/time/clock';
import type { ClusterAccess, Credentials } from './access';
import { Connection, type Pools, sameCredentials } from './connection';
import { KubeError } from './errors';
import {
  apiObject,
  connectionBroke,
  longAnswerError,
  notOfApiError,
  parsedBody,
  redirectError,
  refusalError,
  refusedByBudget,
  timeoutError,
  transportError,
} from './failures';
import { credentialsAs, type Identity } from './identity';
import { OwnWrites } from './own-writes';
import { TokenBucket } from './rate-limit';
import type { ServerTime } from './server-time';

export { isKubeError, KubeError } from './errors';

const JSON_TYPE = 'application/json';
export const MERGE_PATCH = 'application/merge-patch+json';
export const JSON_PATCH = 'application/json-patch+json';
export const APPLY_PATCH = 'application/apply-patch+yaml';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface RequestOptions {
  query?: Query;
  body?: unknown;
  /** The format to answer in; JSON by default. */
  accept?: string;
  /** The format of the body; JSON by default. */
  contentType?: string;
  /** Time limit from leaving the rate limit to the last byte. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /**
   * `apart` skips the rate limit, for requests limited elsewhere; `urgent` and `review` also use connections of their
   * own, so that no other request delays the first, and the second delays no other.
   */
  priority?: 'apart' | 'urgent' | 'review';
  /** Of the answer; more ends the request, see `isLongAnswer`. */
  mostBytes?: number;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
  /** As whom the request is made; by default as the account of this process. */
  as?: Identity | undefined;
  /** Called when the request has a connection and is about to be written to it; if it throws, it is not sent. */
  beforeSend?: () => void;
}

export interface ClientOptions {
  qps?: number;
  burst?: number;
  /** The wall clock, except in tests. */
  clock?: Clock;
  timeoutMs?: number;
  /** Told of the date of every answer. */
  serverTime?: ServerTime;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_RETRIES = 3;
const BROKEN_CONNECTION_RETRIES = 2;
const BROKEN_CONNECTION_BACKOFF = { firstMs: 100, longestMs: 1_000 };
/** If a server asks for a longer pause, the caller gets the error and decides. */
const LONGEST_RETRY_AFTER_MS = 10_000;
/** Of an answer to a watch that is no stream of events. */
const LONGEST_STRANGE_ANSWER = 1024 * 1024;
/** So that many requests refused at once do not each run a credential plugin. */
const RELOAD_PAUSE_MS = 5_000;

interface Attempt {
  method: Method;
  path: string;
  options: RequestOptions;
  pool: keyof Pools;
  /** What answers is not the API server, so that a refusal is an answer too. */
  isForwarded?: true;
}

function poolFor(priority: RequestOptions['priority']): keyof Pools {
  if (priority === 'urgent') return 'urgent';
  return priority === 'review' ? 'reviews' : 'requests';
}

function targetOf(path: string, query: Query | undefined): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) parameters.set(name, String(value));
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

/**
 * A body as JSON. In a JSON patch it is escaped as Go does it: API servers compare what a patch tests byte by byte with
 * what Go writes (github.com/evanphx/json-patch v4.12.0, in Kubernetes 1.24 to 1.37).
 */
function writtenBody(body: unknown, contentType: string): string {
  const text = JSON.stringify(body);
  if (contentType !== JSON_PATCH) return text;
  return text.replace(/[<>&\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function isJson({ headers }: Dispatcher.ResponseData): boolean {
  return String(headers['content-type'] ?? '').includes('json');
}

/** Whether the API server answers with an object of its API there. */
function isOfApi(path: string): boolean {
  return /^\/apis?\//.test(path);
}

/** @throws KubeError as soon as there is more than `most`, see `isLongAnswer` */
async function textOf(
  { body, statusCode }: Pick<Dispatcher.ResponseData, 'body' | 'statusCode'>,
  label: string,
  most = Number.POSITIVE_INFINITY,
): Promise<string> {
  if (most === Number.POSITIVE_INFINITY) return body.text();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > most) throw longAnswerError(label, statusCode, most);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** How long to wait before a retry, if a retry is safe. */
function retryDelayMs({ method, pool }: Attempt, error: KubeError, tries: number): number | undefined {
  if (error.kind === 'too-many' && !refusedByBudget(error)) {
    const pauseMs = error.retryAfterMs;
    return tries < MAX_RETRIES && pauseMs !== undefined && pauseMs <= LONGEST_RETRY_AFTER_MS
      ? pauseMs
      : undefined;
  }
  // The opener of a watch must learn of the break, since the server may come back with another history.
  const isSafe = method === 'GET' && pool !== 'watches';
  if (isSafe && connectionBroke(error) && tries < BROKEN_CONNECTION_RETRIES)
    return backoffMs(BROKEN_CONNECTION_BACKOFF, tries + 1);
  return undefined;
}

/**
 * Whether the request was not carried out, as far as can be told, and other credentials or another address
 * may help.
 */
function isWorthNewCredentials({ method, options }: Attempt, error: KubeError): boolean {
  if (error.kind === 'unauthorized') return options.as?.kind !== 'token';
  return error.kind === 'unreachable' && (method === 'GET' || !connectionBroke(error));
}

/**
 * Speaks HTTP with one API server: authenticated, verified and rate limited; every failure is a `KubeError`.
 */
export class KubeClient {
  /** Requests sent since the start, including retries and watches. */
  requestsSent = 0;
  /** When the API server last carried out a short request, by the steady clock; undefined if never. */
  answeredAtMs: number | undefined;
  readonly own = new OwnWrites();
  /**
   * Whether the server supports watches that begin with the current objects, which saves the list; false once
   * it refused. Kubernetes up to 1.26 does not.
   */
  servesWatchLists = true;
  private readonly bucket: TokenBucket;
  private readonly connection: Connection;
  /** Connections without the client certificate of this process. */
  private readonly bare: Connection;
  private readonly clock: Clock;
  private readonly timeoutMs: number;
  private readonly serverTime: ServerTime | undefined;
  private reloadedAtMs = Number.NEGATIVE_INFINITY;
  private known: { server: string; origin: string; base: string } | undefined;
  private shown: { server: string; address: string } | undefined;

  private constructor(
    private readonly access: ClusterAccess,
    { qps = 50, burst = 100, clock = wallClock, timeoutMs = DEFAULT_TIMEOUT_MS, serverTime }: ClientOptions,
  ) {
    this.serverTime = serverTime;
    this.clock = clock;
    this.timeoutMs = timeoutMs;
    this.bucket = new TokenBucket(qps, burst, clock);
    this.connection = new Connection(access);
    this.bare = new Connection(access);
  }

  /** A client for `access`; opens no connection yet. */
  static connect(access: ClusterAccess, options: ClientOptions = {}): KubeClient {
    return new KubeClient(access, options);
  }

  /** Its address as people may see it, read once for each. */
  get server(): string {
    const { server } = this.access;
    if (this.shown?.server !== server) this.shown = { server, address: shownAddress(server) };
    return this.shown.address;
  }

  /** The parts of the server's address, read once for each. */
  private get address(): { server: string; origin: string; base: string } {
    const { server } = this.access;
    if (this.known?.server !== server) {
      const { origin, pathname } = new URL(server);
      this.known = { server, origin, base: pathname.replace(/\/$/, '') };
    }
    return this.known;
  }

  /**
   * Sends one request and returns the body: of the API an object, else parsed if it is JSON. Retries only where that is safe: a 429 with
   * a pause, a broken connection under a GET, a 401 once new credentials exist.
   * @throws KubeError; the signal's reason when it aborts; what `beforeSend` throws
   */
  request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
    const isWrite = method !== 'GET' && options.query?.dryRun === undefined;
    const send = () => this.requested<T>(method, path, options);
    return isWrite && OwnWrites.follows(path) ? this.own.follow(path, method === 'DELETE', send) : send();
  }

  private requested<T>(method: Method, path: string, options: RequestOptions): Promise<T> {
    const pool = poolFor(options.priority);
    return this.withRetries<T>({ method, path, options, pool }, async (response) => {
      const text = await textOf(response, `${method} ${path}`, options.mostBytes);
      const label = `${method} ${path}`;
      if (isOfApi(path)) return apiObject(label, this.server, text) as T;
      return (isJson(response) ? parsedBody(label, text) : text) as T;
    });
  }

  /**
   * Opens a watch and returns its bytes as they arrive. `timeoutMs` covers only the opening; the stream lasts
   * until the server ends it, the connection breaks (it then throws) or `signal` aborts.
   * @throws KubeError like `request`
   */
  async stream(path: string, options: RequestOptions = {}): Promise<AsyncIterable<Uint8Array>> {
    return this.withRetries({ method: 'GET', path, options, pool: 'watches' }, async (response) => {
      if (response.headers['content-type'] !== undefined && !isJson(response)) {
        const text = await textOf(response, `GET ${path}`, LONGEST_STRANGE_ANSWER);
        throw notOfApiError(`GET ${path}`, this.server, text);
      }
      return response.body;
    });
  }

  /**
   * Sends a GET on to what the API server is a proxy for, and returns its answer, whatever its status.
   * @throws KubeError if there is no answer
   */
  async forward(
    path: string,
    options: Pick<RequestOptions, 'query' | 'headers' | 'timeoutMs' | 'signal'>,
  ): Promise<Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>> {
    const attempt = {
      method: 'GET',
      path,
      options: { ...options, priority: 'apart' },
      pool: 'watches',
    } as const;
    return this.withRetries({ ...attempt, isForwarded: true }, async (response) => response);
  }

  /**
   * What the API server is a proxy for answers a GET.
   * @throws KubeError if there is no answer, none of status 200, or a longer one
   */
  async forwardedText(
    path: string,
    options: Pick<RequestOptions, 'timeoutMs' | 'mostBytes'>,
  ): Promise<string> {
    const answer = await this.forward(path, options);
    const label = `GET ${path}`;
    const text = await textOf(answer, label, options.mostBytes);
    if (answer.statusCode === 200) return text;
    throw new KubeError(`${label}: ${answer.statusCode}`, {
      kind: 'server',
      status: answer.statusCode,
      reason: '',
    });
  }

  /** Aborts all requests. */
  async close(): Promise<void> {
    await Promise.all([this.connection.destroy(), this.bare.destroy()]);
  }

  private async withRetries<T>(
    attempt: Attempt,
    read: (response: Dispatcher.ResponseData) => Promise<T>,
  ): Promise<T> {
    const { options } = attempt;
    for (let tries = 0; ; tries++) {
      if (!options.priority) await this.bucket.take(options.signal, here()?.isAwaited ? 'people' : 'loops');
      const credentials = await this.access.credentials();
      try {
        return await this.send(attempt, credentials, read);
      } catch (thrown) {
        if (!(thrown instanceof KubeError)) throw thrown;
        if (tries === 0 && isWorthNewCredentials(attempt, thrown)) {
          const fresh = await this.freshCredentials();
          if (fresh && !sameCredentials(fresh, credentials)) continue;
        }
        const delayMs = retryDelayMs(attempt, thrown, tries);
        if (delayMs === undefined) throw thrown;
        await this.clock.sleep(delayMs, options.signal);
        options.signal?.throwIfAborted();
      }
    }
  }

  /** Reads the kubeconfig again; ignores one that cannot be used, since the refusal says more. */
  private async freshCredentials(): Promise<Credentials | undefined> {
    try {
      if (this.clock.steady() - this.reloadedAtMs >= RELOAD_PAUSE_MS) {
        this.reloadedAtMs = this.clock.steady();
        this.access.reload();
      }
      return await this.access.credentials();
    } catch {
      return undefined;
    }
  }

  private async send<T>(
    { method, path, options, pool, isForwarded }: Attempt,
    credentials: Credentials,
    read: (response: Dispatcher.ResponseData) => Promise<T>,
  ): Promise<T> {
    const {
      query,
      body,
      accept = JSON_TYPE,
      contentType = JSON_TYPE,
      timeoutMs = this.timeoutMs,
      signal,
    } = options;
    const label = `${method} ${path}`;
    const ask = options.beforeSend;
    let withheld: { why: unknown } | undefined;
    const beforeSend =
      ask &&
      (() => {
        try {
          ask();
        } catch (why) {
          withheld = { why };
          throw why;
        }
      });
    // An AbortController costs ten times as much, and requests are many.
    const abort = new EventEmitter();
    const forward = () => abort.emit('abort');
    signal?.addEventListener('abort', forward, { once: true });
    let timedOut = false;
    const cancelTimer = this.clock.after(timeoutMs, () => {
      timedOut = true;
      abort.emit('abort');
    });
    let lasts = false;
    try {
      signal?.throwIfAborted();
      this.requestsSent++;
      const { headers, tls } = options.as ? credentialsAs(credentials, options.as) : credentials;
      const connection = options.as?.kind === 'token' ? this.bare : this.connection;
      const sentMs = this.clock.now();
      const response = await connection.poolsFor(tls)[pool].request({
        origin: this.address.origin,
        path: targetOf(this.address.base + path, query),
        method,
        headers: {
          accept,
          'user-agent': 'plumbline',
          ...options.headers,
          ...(body === undefined ? {} : { 'content-type': contentType }),
          ...headers,
        },
        body: body === undefined ? null : writtenBody(body, contentType),
        signal: abort,
        ...(beforeSend && { beforeSend }),
      });
      this.serverTime?.told(response.headers.date, sentMs, this.clock.now());
      if (response.statusCode < 300 && pool !== 'watches') this.answeredAtMs = this.clock.steady();
      if (response.statusCode >= 300 && !isForwarded) {
        const text = await response.body.text();
        throw response.statusCode < 400
          ? redirectError(label, this.server, response)
          : refusalError(label, response.statusCode, response.headers, text);
      }
      const result = await read(response);
      lasts = pool === 'watches';
      return result;
    } catch (thrown) {
      if (withheld) {
        this.requestsSent--;
        throw withheld.why;
      }
      if (thrown instanceof KubeError) throw thrown;
      if (signal?.aborted) throw signal.reason;
      if (timedOut) throw timeoutError(label, this.server, timeoutMs);
      throw transportError(label, this.server, thrown);
    } finally {
      cancelTimer();
      // A watch outlives this call and stays tied to its signal.
      if (!lasts) signal?.removeEventListener('abort', forward);
    }
  }
}
