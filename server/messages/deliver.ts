import { Agent, type Dispatcher, ProxyAgent } from '../lib/http/agents';
import type { Clock } from '../lib/time/clock';
import { deadline } from '../lib/time/deadline';
import type { Receiver } from './receivers';
import type { SendingOutcome } from './sending';

const MOST_REDIRECTS = 3;
/** Of an answer, no more is read. */
const MOST_ANSWER_BYTES = 64 * 1024;
const RETRIED_STATUS: ReadonlySet<number> = new Set([408, 425, 429]);

/** Posts bodies to receivers, each within a time. Says what came of it by code alone: nothing of an address. */
export class Deliverer {
  private readonly dispatcher: Dispatcher;

  constructor(private readonly options: { wallClock: Clock; timeoutMs: number; proxy: string }) {
    const limits = { connections: 2, keepAliveTimeout: 1_000, maxHeaderSize: 16 * 1024 };
    const { proxy } = options;
    this.dispatcher = proxy ? new ProxyAgent({ uri: proxy, ...limits }) : new Agent(limits);
  }

  /** Never rejects. */
  async post(
    { url }: Receiver,
    body: string,
    headers: Record<string, string>,
    stopping?: AbortSignal,
  ): Promise<SendingOutcome> {
    const { wallClock, timeoutMs } = this.options;
    const { signal, end } = deadline(wallClock, timeoutMs, stopping);
    try {
      return await this.follow(url, { body, headers, signal });
    } catch (error) {
      return signal.aborted ? { code: 'not-answered' } : { code: codeOf(error) };
    } finally {
      end();
    }
  }

  async close(): Promise<void> {
    await this.dispatcher.destroy();
  }

  /** Follows redirects that keep the method, the host and the scheme; others end it. */
  private async follow(
    first: URL,
    { body, headers, signal }: { body: string; headers: Record<string, string>; signal: AbortSignal },
  ): Promise<SendingOutcome> {
    let url = first;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const answer = await this.dispatcher.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'POST',
        headers: { ...headers, ...credentialsOf(first) },
        body,
        signal,
      });
      const { statusCode } = answer;
      const retryAfter = answer.headers['retry-after'];
      const location = answer.headers.location;
      answer.body.on('error', () => undefined);
      // The status is the answer, however the rest of it goes.
      await answer.body.dump({ limit: MOST_ANSWER_BYTES, signal }).catch(() => undefined);
      if (statusCode !== 307 && statusCode !== 308)
        return outcomeOf(statusCode, retryAfterMs(retryAfter, this.options.wallClock.now()));
      const next = placeOf(location, url);
      if (next?.origin !== first.origin) return { code: 'redirected' };
      url = next;
    }
    return { code: 'redirected' };
  }
}

function outcomeOf(status: number, retryAfter: number | undefined): SendingOutcome {
  const wait = retryAfter === undefined ? {} : { retryAfterMs: retryAfter };
  if (status >= 200 && status < 300) return { code: 'delivered' };
  if (status >= 300 && status < 400) return { code: 'redirected' };
  if (status === 429) return { code: 'slow-down', ...wait };
  if (status >= 500 || RETRIED_STATUS.has(status)) return { code: 'receiver-failed', ...wait };
  return { code: 'refused' };
}

/** Seconds or a date. */
function retryAfterMs(header: string | string[] | undefined, wallMs: number): number | undefined {
  if (typeof header !== 'string' || header.trim() === '') return undefined;
  const ms = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - wallMs;
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

function placeOf(location: string | string[] | undefined, from: URL): URL | undefined {
  return typeof location === 'string' && URL.canParse(location, from) ? new URL(location, from) : undefined;
}

/** User and password of an address are sent as basic authentication. */
function credentialsOf({ username, password }: URL): Record<string, string> {
  if (!username && !password) return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(text).toString('base64')}` };
}

const CERTIFICATE = /CERT|SIGNATURE|SSL|TLS/;

function codeOf(error: unknown): 'certificate-unusable' | 'unreachable' {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string' && CERTIFICATE.test(cause.code))
      return 'certificate-unusable';
  return 'unreachable';
}
