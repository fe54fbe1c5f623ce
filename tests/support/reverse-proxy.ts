import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ProxyOptions {
  /** Below which path the target is; all else is answered with 404, as if something else were there. */
  path: string;
  /** Whether the target gets requests without the path. */
  strips: boolean;
  /** Whether the target is told the path, in `X-Forwarded-Prefix`. */
  tells: boolean;
}

/** What stands in front of the dashboard where several programs share a host. */
export class ReverseProxy {
  /** What was asked for outside the path. */
  readonly strays: string[] = [];

  private constructor(private readonly server: Server) {}

  /** @param target such as `http://127.0.0.1:3000` */
  static async start(target: string, { path, strips, tells }: ProxyOptions): Promise<ReverseProxy> {
    const { hostname, port } = new URL(target);
    const isBelow = (url: string) => url === path || url.startsWith(`${path}/`) || url.startsWith(`${path}?`);
    const server = createServer((asked, answer) => {
      const url = asked.url ?? '/';
      if (!isBelow(url)) {
        proxy.strays.push(url);
        answer.writeHead(404).end();
        return;
      }
      const rest = url.slice(path.length);
      const forwarded = request(
        {
          hostname,
          port,
          method: asked.method,
          path: strips ? (rest.startsWith('/') ? rest : `/${rest}`) : url,
          headers: {
            ...asked.headers,
            'x-forwarded-for': asked.socket.remoteAddress ?? '',
            ...(tells && { 'x-forwarded-prefix': path }),
          },
        },
        (answered) => {
          answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders);
          answered.pipe(answer);
        },
      );
      forwarded.on('error', () => answer.destroy());
      answer.on('close', () => forwarded.destroy());
      asked.pipe(forwarded);
    });
    const proxy = new ReverseProxy(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** `http://127.0.0.1:PORT` */
  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
