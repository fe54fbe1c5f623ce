import { connect, type TLSSocket } from 'node:tls';

/** What ends a body whose length was not known before. */
const LAST_CHUNK = '\r\n0\r\n\r\n';

/** One keep-alive connection that posts reviews one after another, at minimal cost of its own. */
export class ReviewConnection {
  private waiting?: { resolve: (body: string) => void; reject: (error: Error) => void };
  private received = '';

  private constructor(private readonly socket: TLSSocket) {
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.read(chunk));
    socket.on('error', (error) => this.waiting?.reject(error));
    socket.on('close', () => this.waiting?.reject(new Error('the connection closed')));
  }

  static open(port: number): Promise<ReviewConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () =>
        resolve(new ReviewConnection(socket)),
      );
      socket.once('error', reject);
      socket.setNoDelay(true);
    });
  }

  /** Posts `request` (made by `postOf`) and returns the body, with the lengths of its chunks if it came in some. */
  post(request: Buffer): Promise<string> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    this.waiting = undefined;
    this.socket.destroy();
  }

  private read(chunk: string): void {
    this.received += chunk;
    const headEnd = this.received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.received.slice(0, headEnd).toLowerCase();
    const end = head.includes('transfer-encoding: chunked')
      ? this.received.indexOf(LAST_CHUNK, headEnd) + LAST_CHUNK.length
      : headEnd + 4 + Number(/content-length: (\d+)/.exec(head)?.[1]);
    if (end < headEnd + 4 || this.received.length < end) return;
    const body = this.received.slice(headEnd + 4, end);
    this.received = this.received.slice(end);
    const waiting = this.waiting;
    this.waiting = undefined;
    if (head.startsWith('http/1.1 200')) waiting?.resolve(body);
    else waiting?.reject(new Error(head));
  }
}

/** A review as bytes on the wire, posted to `path`. */
export function postOf(review: unknown, path: string): Buffer {
  const body = Buffer.from(JSON.stringify(review));
  const head = `POST ${path}?timeout=5s HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}
