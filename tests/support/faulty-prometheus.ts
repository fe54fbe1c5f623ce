import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What comes instead of an answer, or what becomes of it. */
export type PrometheusFault =
  | { status: number; body?: string; headers?: Record<string, string> }
  /** The answer breaks off in its midst. */
  | 'half'
  /** It comes in drops. */
  | 'drops'
  /** Nothing comes, ever. */
  | 'silence'
  /** It begins, and goes on without end. */
  | 'endless';

const DROP_BYTES = 300;
const BEAT_MS = 20;

/** A request as the server gets it. */
interface AskedOfPrometheus {
  path: string;
  params: URLSearchParams;
  headers: IncomingMessage['headers'];
}

/** Stands between clients and a Prometheus. */
export class FaultyPrometheus {
  /** Asked of every request. */
  fault: (asked: AskedOfPrometheus) => PrometheusFault | undefined = () => undefined;
  readonly asked: AskedOfPrometheus[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
    private readonly behind: () => string,
  ) {
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    server.on('request', (asked, response) => void this.take(asked, response));
  }

  static async before(behind: () => string): Promise<FaultyPrometheus> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new FaultyPrometheus(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, behind);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(incoming.url ?? '/', this.url);
    const asked = {
      path: url.pathname,
      params: new URLSearchParams(`${url.searchParams}&${body}`),
      headers: incoming.headers,
    };
    this.asked.push(asked);
    const fault = this.fault(asked);
    if (fault === 'silence') return;
    if (fault === 'endless') return goOn(response);
    if (typeof fault === 'object') {
      response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
      return;
    }
    const passedOn = request(
      new URL(url.pathname + url.search, this.behind()),
      { method: incoming.method, headers: { ...incoming.headers, host: new URL(this.behind()).host } },
      (answer) => void passBack(answer, response, fault).catch(() => response.destroy()),
    );
    passedOn.on('error', () => response.destroy());
    passedOn.end(body);
  }
}

/** Spaces are valid before an answer. */
function goOn(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const writing = setInterval(() => response.write(' '), BEAT_MS);
  response.on('close', () => clearInterval(writing));
}

async function passBack(
  answer: IncomingMessage,
  response: ServerResponse,
  fault: 'half' | 'drops' | undefined,
): Promise<void> {
  const { 'content-length': _length, ...headers } = answer.headers;
  response.writeHead(answer.statusCode ?? 500, headers);
  if (!fault) {
    answer.on('error', () => response.destroy());
    answer.pipe(response);
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  if (fault === 'half') {
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
    return;
  }
  for (let at = 0; at < body.length; at += DROP_BYTES) {
    response.write(body.subarray(at, at + DROP_BYTES));
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}
