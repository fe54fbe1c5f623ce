import { API_VERSION, type ApiMethod } from '../contract/api/routes';
import { CLOCK_HEADER } from '../contract/status';
import { Agent, type Dispatcher } from '../lib/http/agents';
import { AppError } from '../lib/report/errors';
import type { Clock } from '../lib/time/clock';
import { type Deadline, deadline } from '../lib/time/deadline';
import { Slices } from '../lib/time/slices';
import type { MemberFault } from '../words/member-faults';
import { type AnswerCapacity, type AnswerReservation, MOST_BYTES } from './answer-capacity';
import type { Member } from './clusters-file';
import { isEtag } from './etag';
import { parsedInParts } from './json/json-parts';
import { type JsonBounds, JsonMeter } from './json/shallow-json';

/** For what the hub asks for itself: who is slow waits for the next time. */
const TIMEOUT_MS = 5_000;
/** For what a person asks: nobody asks again for them, and a change that is cut off may have been made. */
const PERSON_WAITS_MS = 30_000;
/**
 * Answers have some ten levels, and the objects of clusters in them more; of values, as long an answer has a part of
 * this. Far more stall whoever parses and walks them.
 */
export const MOST_JSON: JsonBounds = { levels: 128, values: 250_000 };
/** What people ask of one member at a time. */
const MOST_OPEN = 64;

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

/** Why there is no answer, by what asking for it threw. */
export function memberFaultOf(thrown: unknown): MemberFault {
  return thrown instanceof MemberFailure ? thrown.fault : 'unreadable';
}

export interface Question {
  method: ApiMethod;
  /** Below `/api/v1`, with its query. */
  route: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

/** Whatever a member said, of a bounded length. */
export interface MemberReply {
  status: number;
  /** A header by its lower-case name, if it was sent once. */
  header(name: string): string | undefined;
  bytes: Buffer;
}

/** What a member says, at a time of its cluster; `isSame` if it still has the revision that is known. */
export type NewsOfMember<T> =
  | { said: T; revision: string | undefined; nowMs: number | undefined }
  | { isSame: true; nowMs: number | undefined };

/** Room for answers to what the hub asks for itself, and to what people ask: neither waits for the other. */
interface HubCapacity {
  readonly own: AnswerCapacity;
  readonly peoples: AnswerCapacity;
}

/** Connections to a member, and how long an answer on them may take. */
interface Line {
  readonly agent: Dispatcher;
  readonly timeoutMs: number;
  /** What its answers share with those of other members. */
  readonly capacity: AnswerCapacity;
}

/** What is done with an answer while it has room. */
interface Use<T> {
  /** Throws for a status whose body is not wanted. */
  mustHave?(status: number): void;
  /** Whether it is JSON, bounded before its end comes. */
  isJson?: boolean;
  read(reply: MemberReply): T | Promise<T>;
}

/** Asks one member over connections of its own, at the address of the settings alone; it follows no redirect. */
export class MemberClient {
  private readonly own: Line;
  /** So that what is slow for people is in nobody's way but theirs. */
  private readonly peoples: Line;
  private readonly name: string;
  private readonly base: URL;
  private open = 0;

  constructor(
    { name, url, ca }: Pick<Member, 'name' | 'url' | 'ca'>,
    private readonly wallClock: Clock,
    capacity: HubCapacity,
  ) {
    this.name = name;
    this.base = new URL(url);
    this.own = { agent: agentOf(4, ca), timeoutMs: TIMEOUT_MS, capacity: capacity.own };
    this.peoples = { agent: agentOf(16, ca), timeoutMs: PERSON_WAITS_MS, capacity: capacity.peoples };
  }

  /** The JSON that a route answers a GET with. @throws MemberFailure */
  get(route: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
    return this.ask({ method: 'GET', route, headers });
  }

  /** The same, for a person who waits for it. @throws MemberFailure */
  getForPerson(route: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
    return this.ask({ method: 'GET', route, headers }, this.peoples);
  }

  /**
   * What `read` makes of the same, with its revision and the time of the cluster; `isSame` while it still has the
   * revision that is known. The answer has its room until `read` is done with it. @throws MemberFailure, as `answer`
   * does, and what `read` rejects with
   */
  getIfNew<T>(
    route: string,
    headers: Readonly<Record<string, string>>,
    known: string | undefined,
    read: (answer: () => Promise<unknown>) => Promise<T>,
  ): Promise<NewsOfMember<T>> {
    const asked = known === undefined ? headers : { ...headers, 'if-none-match': known };
    return this.send<NewsOfMember<T>>({ method: 'GET', route, headers: asked }, this.own, {
      mustHave: (code) => {
        if (code !== 304 || known === undefined) mustBeAnswer(code);
      },
      isJson: true,
      read: async ({ status, bytes, header }) => {
        const nowMs = timeIn(header(CLOCK_HEADER));
        if (status === 304) return { isSame: true, nowMs };
        const etag = header('etag');
        const revision = etag && isEtag(etag) ? etag : undefined;
        return { said: await read(() => jsonIn(bytes)), revision, nowMs };
      },
    });
  }

  /** The JSON that a route answers a change with. @throws MemberFailure, also if it may have been made */
  change(
    { method, route, body }: { method: 'POST' | 'DELETE'; route: string; body: object },
    headers: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    const json = { ...headers, 'content-type': 'application/json' };
    return this.ask({ method, route, headers: json, body: JSON.stringify(body) });
  }

  /**
   * What `read` makes of what a member says to a question of a person, whatever its status. The answer has its room
   * until then. @throws MemberFailure; AppError `busy`; what `read` rejects with
   */
  async pass<T>(question: Question, read: (reply: MemberReply) => Promise<T>): Promise<T> {
    if (this.open >= MOST_OPEN) throw new AppError('busy', 'too much is asked of that cluster');
    this.open++;
    try {
      return await this.send(question, this.peoples, { read });
    } finally {
      this.open--;
    }
  }

  private ask(question: Question, line = this.own): Promise<unknown> {
    return this.send(question, line, {
      mustHave: mustBeAnswer,
      isJson: true,
      read: ({ bytes }) => jsonIn(bytes),
    });
  }

  private async send<T>(question: Question, line: Line, { read, ...wanted }: Use<T>): Promise<T> {
    const time = deadline(this.wallClock, line.timeoutMs, undefined);
    const reserved = line.capacity.reserveFor(this.name, time, line.timeoutMs);
    try {
      return await read(await this.receive(question, line.agent, { ...wanted, time, reserved }));
    } finally {
      reserved.leave();
    }
  }

  private async receive(
    { method, route, headers, body: sent }: Question,
    agent: Dispatcher,
    {
      mustHave,
      isJson,
      time,
      reserved,
    }: Omit<Use<unknown>, 'read'> & { time: Deadline; reserved: AnswerReservation },
  ): Promise<MemberReply> {
    try {
      const {
        statusCode,
        body,
        headers: said,
      } = await agent.request({
        origin: this.base.origin,
        path: `${this.base.pathname.replace(/\/$/, '')}/api/${API_VERSION}${route}`,
        method,
        headers: { accept: 'application/json', ...headers },
        ...(sent !== undefined && { body: sent }),
        signal: time.signal,
      });
      // It may break while it waits for room.
      body.on('error', () => undefined);
      const header = headerIn(said);
      try {
        mustHave?.(statusCode);
        const length = statusCode === 304 ? 0 : lengthIn(header('content-length'));
        if (length !== undefined && length > MOST_BYTES) throw new MemberFailure('too-large');
        await reserved.begin(length);
      } catch (thrown) {
        body.destroy();
        throw thrown;
      }
      const bytes = await bytesOf(body, reserved, isJson ? new JsonMeter(MOST_JSON) : undefined);
      reserved.arrived();
      return { status: statusCode, header, bytes };
    } catch (thrown) {
      if (thrown instanceof MemberFailure) throw thrown;
      throw new MemberFailure(time.signal.aborted ? 'slow' : faultOfError(thrown), thrown);
    } finally {
      time.end();
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.own.agent.destroy(), this.peoples.agent.destroy()]);
  }
}

function agentOf(connections: number, ca: Member['ca']): Dispatcher {
  return new Agent({
    connections,
    keepAliveTimeout: 90_000,
    maxHeaderSize: 16 * 1024,
    ...(ca !== undefined && { connect: { ca } }),
  });
}

/** @throws MemberFailure */
function mustBeAnswer(status: number): void {
  const fault = faultOfStatus(status);
  if (fault) throw new MemberFailure(fault);
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

/** In Unix milliseconds; undefined if it is no time. */
function timeIn(text = ''): number | undefined {
  return /^\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined;
}

function headerIn(said: Readonly<Record<string, string | string[] | undefined>>): MemberReply['header'] {
  return (name) => {
    const value = said[name];
    return typeof value === 'string' ? value : undefined;
  };
}

/** As a header states it; undefined if it does not. */
function lengthIn(text = ''): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

async function bytesOf(
  body: AsyncIterable<Buffer>,
  reserved: AnswerReservation,
  meter: JsonMeter | undefined,
): Promise<Buffer> {
  // In one piece: a member may send a byte at a time.
  let whole = Buffer.alloc(0);
  let bytes = 0;
  // What came already is there without a turn of the event loop.
  const slices = new Slices();
  for await (const part of body) {
    await slices.breathe();
    bytes += part.length;
    // Leaving the loop closes the connection.
    if (bytes > MOST_BYTES) throw new MemberFailure('too-large');
    await reserved.grow(bytes);
    try {
      meter?.count(part);
    } catch (cause) {
      throw unreadable(cause);
    }
    if (bytes > whole.length) {
      const larger = Buffer.allocUnsafe(Math.min(MOST_BYTES, Math.max(bytes, 2 * whole.length)));
      whole.copy(larger);
      whole = larger;
    }
    part.copy(whole, bytes - part.length);
  }
  return whole.subarray(0, bytes);
}

/** @param bytes of which a meter had a look at each. Rejects with MemberFailure */
async function jsonIn(bytes: Buffer): Promise<unknown> {
  try {
    return await parsedInParts(bytes);
  } catch (cause) {
    throw unreadable(cause);
  }
}

function unreadable(cause: unknown): MemberFailure {
  return new MemberFailure(cause instanceof RangeError ? 'too-large' : 'unreadable', cause);
}
