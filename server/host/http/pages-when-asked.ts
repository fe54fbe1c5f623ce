import { AsyncLocalStorage } from 'node:async_hooks';
import { type IncomingHttpHeaders, type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { isDevelopment } from '../../config';
import { shareViewer, type Viewer, viewerBy } from '../../contract/viewer';
import { arePagesBeingBuilt, sayThatPagesAreBuilt } from './pages-being-built';

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Next, loaded when somebody first asks for a page: a process that nobody looks at does without its memory. Who comes
 * first waits for it, about a second.
 */
export class PagesWhenAsked {
  private loading: Promise<Serve> | undefined;
  /** Pages are rendered in turns, many at a time: each is followed by who asked for it, read only for those that ask. */
  private readonly visits = new AsyncLocalStorage<{ headers: IncomingHttpHeaders; viewer?: Viewer }>();

  /**
   * @param hostname as which they may be edited in development
   * @param server at which they are asked, which listens by then
   */
  constructor(
    private readonly hostname: string,
    private readonly server: () => Server,
  ) {}

  readonly serve: Serve = async (request, response) => {
    if (!this.loading && arePagesBeingBuilt()) return sayThatPagesAreBuilt(request, response);
    const serve = await this.load();
    if (!response.destroyed)
      await this.visits.run({ headers: request.headers }, () => serve(request, response));
  };

  /** Loads them for whoever comes; again, if that failed. */
  load(): Promise<Serve> {
    this.loading ??= this.loaded().catch((error: unknown) => {
      this.loading = undefined;
      throw error;
    });
    return this.loading;
  }

  private async loaded(): Promise<Serve> {
    const { default: next } = await import('next');
    const dev = isDevelopment();
    const server = this.server();
    const { port } = server.address() as AddressInfo;
    // Next listens for requests to switch protocols, and answers those only in development, to say what was edited: one
    // that it never answers no limit ends. Where nothing listens, they are requests like any other.
    const httpServer = dev ? server : new Server();
    // What `proxy.ts` gets names every loopback address so, and Next fetches what has another name than its own.
    const hostname = dev ? this.hostname : 'localhost';
    forgetFormerStart();
    const pages = next({ dev, dir: process.cwd(), hostname, port, httpServer });
    await pages.prepare();
    shareViewer(() => this.viewer());
    return pages.getRequestHandler();
  }

  private viewer(): Viewer | undefined {
    const visit = this.visits.getStore();
    if (visit) visit.viewer ??= viewerBy(visit.headers);
    return visit?.viewer;
  }
}

/** Next keeps a start that failed for good, in a module of its own. */
function forgetFormerStart(): void {
  const { cache, resolve } = createRequire(import.meta.url);
  delete cache[resolve('next/dist/server/lib/render-server')];
}
