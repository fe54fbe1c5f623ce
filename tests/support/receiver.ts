import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as it came in. */
export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  text: string;
  body: Record<string, unknown>;
}

/** What a receiver answers: a status with header fields, or nothing at all. */
type Answer = { status: number; headers?: Record<string, string> } | 'silence' | 'hang-up';

/** A real HTTP server on loopback that takes messages and answers as a test says. */
export class TestReceiver {
  readonly received: Received[] = [];
  /** Called for every message, with how many came before it. */
  answer: (received: Received, before: number) => Answer = () => ({ status: 200 });
  private open: ServerResponse[] = [];

  private constructor(private server: Server) {}

  static async start(): Promise<TestReceiver> {
    const receiver = new TestReceiver(createServer());
    receiver.server.on('request', (request, response) => receiver.take(request, response));
    await receiver.listen(0);
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  url(path = '/hook'): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** The objects of the messages with this event, in order. */
  told(event: string): string[] {
    return this.received
      .filter(({ body }) => body.event === event)
      .flatMap(({ body }) => (body.items as { about: string }[]).map(({ about }) => about));
  }

  close(): Promise<void> {
    for (const response of this.open) response.destroy();
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private listen(port: number): Promise<void> {
    return new Promise((resolve) => this.server.listen(port, '127.0.0.1', resolve));
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    request.on('end', () => {
      const body = JSON.parse(text) as Record<string, unknown>;
      const one = { path: request.url ?? '', headers: request.headers, text, body };
      const answer = this.answer(one, this.received.length);
      this.received.push(one);
      if (answer === 'silence') this.open.push(response);
      else if (answer === 'hang-up') response.destroy();
      else response.writeHead(answer.status, answer.headers).end('ok');
    });
  }
}
