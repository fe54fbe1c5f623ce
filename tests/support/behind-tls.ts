import { connect } from 'node:net';
import { createServer, type Server } from 'node:tls';
import type { TestAuthority } from './tls';

/** What a front door with a certificate does for a process behind it. */
export class BehindTls {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @param target the address of what is behind, such as `http://127.0.0.1:3000` */
  static async start(target: string, authority: TestAuthority): Promise<BehindTls> {
    const { hostname, port } = new URL(target);
    const server = createServer(await authority.issue('front door'), (socket) => {
      const there = connect(Number(port), hostname);
      socket.pipe(there).pipe(socket);
      for (const end of [socket, there]) end.on('error', () => [socket.destroy(), there.destroy()]);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('it has no port');
    return new BehindTls(server, `https://127.0.0.1:${address.port}`);
  }

  close(): void {
    this.server.close();
  }
}
