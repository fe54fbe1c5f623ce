import { createGunzip, type Gunzip } from 'node:zlib';
import { shownAddress } from '@/server/config/secrets';
import type { Clock } from '@/server/lib/time/clock';
import { deadline } from '@/server/lib/time/deadline';
import type { PrometheusAccess } from './access';
import { PrometheusError, refusalOf, transportErrorOf } from './errors';
import { OwnConnection, type PrometheusTransport } from './transport';

const MIB = 2 ** 20;
/** A larger answer is none that was asked for: a query for all that one may ask for brings a tenth of it. */
const MOST_ANSWER_BYTES = 256 * MIB;
const TOO_LARGE = `its answer is larger than ${MOST_ANSWER_BYTES / MIB} MiB`;
/** An answer that comes in drops is not waited for longer than so many pauses. */
const MOST_PAUSES = 5;
/** No more of a refusal is read. */
const MOST_REFUSAL_BYTES = 4096;

/** Speaks the HTTP API of Prometheus. */
export class PrometheusClient {
  /** Of all answers so far. */
  bytesRead = 0;

  constructor(
    private readonly access: PrometheusAccess,
    /** Whose pauses limit how long an answer may take. */
    private readonly wallClock: Clock,
    private readonly transport: PrometheusTransport = new OwnConnection(access),
  ) {}

  /** As people may see it. */
  get address(): string {
    const { prometheusAddress } = this.access;
    return prometheusAddress === '' ? 'no address' : shownAddress(prometheusAddress);
  }

  /**
   * Requests `/api/v1/` and `path`; yields the bytes as they arrive. The time limit applies to the first
   * byte, and to each pause after it; five of it to all of an answer.
   * @throws PrometheusError; the signal's reason when `stopping` aborts
   */
  async *ask(
    path: string,
    params: Readonly<Record<string, string>>,
    stopping?: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    const { prometheusAddress, prometheusQueryTimeoutMs: pauseMs } = this.access;
    const longestMs = pauseMs * MOST_PAUSES;
    const whole = deadline(
      this.wallClock,
      longestMs,
      stopping,
      tooLong('its answer takes more than', longestMs),
    );
    const pause = deadline(
      this.wallClock,
      pauseMs,
      whole.signal,
      tooLong('it does not answer within', pauseMs),
    );
    const { signal } = pause;
    try {
      signal.throwIfAborted();
      if (prometheusAddress === '')
        throw new PrometheusError('PLUMBLINE_PROMETHEUS_ADDRESS is not set', 'invalid');
      const timeout = `${Math.ceil(pauseMs / 1000)}s`;
      const { statusCode, headers, body } = await this.transport.send(path, { ...params, timeout }, signal);
      pause.renew(longestMs);
      if (statusCode !== 200) {
        const retryAfter = headers['retry-after'];
        throw refusalOf(
          statusCode,
          await startOf(unpacked(body, headers)),
          Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
        );
      }
      const chunks = unpacked(counted(body, this), headers)[Symbol.asyncIterator]();
      let answered = 0;
      for (;;) {
        pause.renew(pauseMs);
        const { done, value } = await chunks.next();
        // What the caller does with it is no pause of the server.
        pause.renew(longestMs);
        if (done) return;
        answered += value.byteLength;
        if (answered > MOST_ANSWER_BYTES) throw new PrometheusError(TOO_LARGE, 'too-much');
        yield value;
      }
    } catch (thrown) {
      signal.throwIfAborted();
      throw thrown instanceof PrometheusError ? thrown : transportErrorOf(thrown);
    } finally {
      whole.end();
      pause.abort();
    }
  }

  async close(): Promise<void> {
    await this.transport.close();
  }
}

function tooLong(text: string, ms: number): PrometheusError {
  return new PrometheusError(`${text} ${ms / 1000} s`, 'timeout');
}

/** Counts the bytes as they come over the network. */
async function* counted(
  body: AsyncIterable<Uint8Array>,
  client: { bytesRead: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    client.bytesRead += chunk.byteLength;
    yield chunk;
  }
}

/** The answer as it was before it was packed; piece by piece, so that the bound counts what it becomes. */
function unpacked(
  body: AsyncIterable<Uint8Array>,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): AsyncIterable<Uint8Array> {
  if (headers['content-encoding'] !== 'gzip') return body;
  const unzip = createGunzip();
  void unpackInto(unzip, body);
  return unzip;
}

/** Takes what is packed as it comes, without a pause: a connection that ends in one is an error of its own (undici 7). */
async function unpackInto(unzip: Gunzip, body: AsyncIterable<Uint8Array>): Promise<void> {
  let packed = 0;
  try {
    for await (const chunk of body) {
      packed += chunk.byteLength;
      if (packed > MOST_ANSWER_BYTES) throw new PrometheusError(TOO_LARGE, 'too-much');
      if (unzip.destroyed) return;
      unzip.write(chunk);
    }
    unzip.end();
  } catch (error) {
    unzip.destroy(error instanceof Error ? error : new Error(String(error)));
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
