import { readFile } from 'node:fs/promises';
import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '@/server/clock';
import { errorText } from '@/server/errors';
import { shownAddress } from '@/server/secrets';
import { PrometheusError, refusalOf, transportErrorOf } from './errors';

const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 30_000;
/** No more of a refusal is read. */
const MOST_REFUSAL_BYTES = 4096;

/** The server's address and credentials. Empty texts are not set. */
export interface PrometheusAccess {
  /** May have a path, as Mimir's `/prometheus`. */
  prometheusAddress: string;
  prometheusUsername: string;
  prometheusPassword: string;
  prometheusBearerToken: string;
  prometheusBearerTokenFile: string;
  prometheusCaFile: string;
  prometheusCertFile: string;
  prometheusKeyFile: string;
  prometheusInsecure: boolean;
  /** Sent with every request, by name. */
  prometheusHeaders: Readonly<Record<string, string>>;
  prometheusQueryTimeoutMs: number;
}

interface Tls {
  ca: string | undefined;
  cert: string | undefined;
  key: string | undefined;
}

/**
 * Speaks the HTTP API of Prometheus. Files are read before each request, so that renewed ones apply at once.
 */
export class PrometheusClient {
  /** Of all answers so far. */
  bytesRead = 0;
  private agent: Agent | undefined;
  private tls: Tls | undefined;

  constructor(
    private readonly access: PrometheusAccess,
    /** Whose pauses limit how long an answer may take. */
    private readonly wallClock: Clock,
  ) {}

  /** As people may see it. */
  get address(): string {
    const { prometheusAddress } = this.access;
    return prometheusAddress === '' ? 'no address' : shownAddress(prometheusAddress);
  }

  /**
   * Requests `/api/v1/` and `path`; yields the bytes as they arrive. The time limit applies to the first
   * byte, and to each pause after it.
   * @throws PrometheusError; the signal's reason when `stopping` aborts
   */
  async *ask(
    path: string,
    params: Readonly<Record<string, string>>,
    stopping?: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    const waiting = new AbortController();
    const end = () => waiting.abort();
    stopping?.addEventListener('abort', end, { once: true });
    try {
      stopping?.throwIfAborted();
      if (this.access.prometheusAddress === '')
        throw new PrometheusError('PLUMBLINE_PROMETHEUS_ADDRESS is not set', 'invalid');
      const { statusCode, headers, body } = await this.timed(waiting, () =>
        this.send(path, params, waiting.signal),
      );
      if (statusCode !== 200) {
        const retryAfter = headers['retry-after'];
        throw refusalOf(
          statusCode,
          await startOf(body),
          Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
        );
      }
      const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
      for (;;) {
        const { done, value } = await this.timed(waiting, () => chunks.next());
        if (done) return;
        this.bytesRead += value.byteLength;
        yield value;
      }
    } catch (thrown) {
      stopping?.throwIfAborted();
      throw thrown instanceof PrometheusError ? thrown : transportErrorOf(thrown);
    } finally {
      stopping?.removeEventListener('abort', end);
      waiting.abort();
    }
  }

  async close(): Promise<void> {
    await this.agent?.destroy();
  }

  private async timed<T>(waiting: AbortController, work: () => Promise<T>): Promise<T> {
    const { prometheusQueryTimeoutMs: limitMs } = this.access;
    let isLate = false;
    const cancel = this.wallClock.after(limitMs, () => {
      isLate = true;
      waiting.abort();
    });
    try {
      return await work();
    } catch (thrown) {
      if (isLate) throw new PrometheusError(`it does not answer within ${limitMs / 1000} s`, 'timeout');
      throw thrown;
    } finally {
      cancel();
    }
  }

  private async send(
    path: string,
    params: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const url = new URL(`${this.access.prometheusAddress.replace(/\/+$/, '')}/api/v1/${path}`);
    const headers = {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'plumbline',
      ...this.access.prometheusHeaders,
      ...(await this.authorization()),
    };
    const timeout = `${Math.ceil(this.access.prometheusQueryTimeoutMs / 1000)}s`;
    return (await this.connected()).request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers,
      body: new URLSearchParams({ ...params, timeout }).toString(),
      signal,
    });
  }

  private async authorization(): Promise<{ authorization?: string }> {
    const { prometheusBearerToken, prometheusBearerTokenFile, prometheusUsername, prometheusPassword } =
      this.access;
    const token = prometheusBearerTokenFile
      ? await contentOf(prometheusBearerTokenFile)
      : prometheusBearerToken;
    if (token) return { authorization: `Bearer ${token.trim()}` };
    if (!prometheusUsername) return {};
    const pair = Buffer.from(`${prometheusUsername}:${prometheusPassword}`).toString('base64');
    return { authorization: `Basic ${pair}` };
  }

  /** Connections with the current certificates. */
  private async connected(): Promise<Agent> {
    const { prometheusCaFile, prometheusCertFile, prometheusKeyFile, prometheusInsecure } = this.access;
    const [ca, cert, key] = await Promise.all([
      contentOf(prometheusCaFile),
      contentOf(prometheusCertFile),
      contentOf(prometheusKeyFile),
    ]);
    const { tls } = this;
    if (this.agent && tls && tls.ca === ca && tls.cert === cert && tls.key === key) return this.agent;
    const former = this.agent;
    this.tls = { ca, cert, key };
    this.agent = new Agent({
      connect: { ca, cert, key, rejectUnauthorized: !prometheusInsecure, timeout: CONNECT_TIMEOUT_MS },
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Time limits are those of `timed`.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    void former?.close();
    return this.agent;
  }
}

/** @throws PrometheusError when it cannot be read */
async function contentOf(file: string): Promise<string | undefined> {
  if (file === '') return undefined;
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const why = errorText(cause);
    throw new PrometheusError(`its credentials cannot be read: ${why}`, 'refused', undefined, { cause });
  }
}

async function startOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= MOST_REFUSAL_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, MOST_REFUSAL_BYTES);
}
