import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '../clock';
import { API_VERSION } from '../contract/api/routes';
import type { MemberFault } from '../words/member-faults';
import type { Member } from './clusters-file';

const TIMEOUT_MS = 5_000;
/** An overview of the largest cluster has a part of this. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Thrown for an answer that is none. */
export class MemberFailure extends Error {
  override readonly name = 'MemberFailure';

  constructor(
    readonly fault: MemberFault,
    cause?: unknown,
  ) {
    super(fault, { cause });
  }
}

interface Question {
  method: 'GET' | 'POST' | 'DELETE';
  route: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

/** Asks one member over connections of its own, at the address of the settings alone; it follows no redirect. */
export class MemberClient {
  private readonly agent: Dispatcher;
  private readonly base: URL;

  constructor(
    { url, ca }: Pick<Member, 'url' | 'ca'>,
    private readonly wallClock: Clock,
  ) {
    this.base = new URL(url);
    this.agent = new Agent({
      connections: 4,
      keepAliveTimeout: 90_000,
      maxHeaderSize: 16 * 1024,
      ...(ca !== undefined && { connect: { ca } }),
    });
  }

  /** The JSON that a route answers a GET with. @throws MemberFailure */
  get(route: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
    return this.ask({ method: 'GET', route, headers });
  }

  /** The JSON that a route answers a change with. @throws MemberFailure, also if it may have been made */
  change(
    { method, route, body }: { method: 'POST' | 'DELETE'; route: string; body: object },
    headers: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    const json = { ...headers, 'content-type': 'application/json' };
    return this.ask({ method, route, headers: json, body: JSON.stringify(body) });
  }

  private async ask({ method, route, headers, body: sent }: Question): Promise<unknown> {
    const abort = new AbortController();
    const cancel = this.wallClock.after(TIMEOUT_MS, () => abort.abort());
    try {
      const { statusCode, body } = await this.agent.request({
        origin: this.base.origin,
        path: `${this.base.pathname.replace(/\/$/, '')}/api/${API_VERSION}${route}`,
        method,
        headers: { ...headers, accept: 'application/json' },
        ...(sent !== undefined && { body: sent }),
        signal: abort.signal,
      });
      const fault = faultOfStatus(statusCode);
      if (fault) {
        body.on('error', () => undefined).destroy();
        throw new MemberFailure(fault);
      }
      return jsonIn(await textOf(body));
    } catch (thrown) {
      if (thrown instanceof MemberFailure) throw thrown;
      throw new MemberFailure(abort.signal.aborted ? 'slow' : faultOfError(thrown), thrown);
    } finally {
      cancel();
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}

function faultOfStatus(status: number): MemberFault | undefined {
  if (status === 200) return undefined;
  if (status >= 300 && status < 400) return 'redirects';
  if (status === 401) return 'stranger';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'older';
  return status >= 500 || status === 429 ? 'failing' : 'unreadable';
}

function faultOfError(thrown: unknown): MemberFault {
  if (!(thrown instanceof Error)) return 'unreachable';
  if (thrown.name === 'HTTPParserError' || thrown.name === 'HeadersOverflowError') return 'unreadable';
  const code = 'code' in thrown ? String(thrown.code) : '';
  return /CERT|SIGNATURE|ISSUER|ERR_TLS|ERR_SSL/.test(code) ? 'certificate' : 'unreachable';
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    // Leaving the loop closes the connection.
    if (bytes > MOST_BYTES) throw new MemberFailure('too-large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MemberFailure('unreadable', cause);
  }
}
