import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SUMS_ALONE } from '@/server/contract/digest';
import type { WholeDigest } from './recorded-digest';

export const USER_HEADER = 'x-user';
/** How often a member has something new to tell, as passes do. */
const NEWS_MS = 60_000;
const HUNDRED_MEGABYTES = 100;
const MOST_BODIES = 50;

type BodyOf = (user: string, revision: number, isWhole: boolean) => Buffer;
type Breakage = (response: ServerResponse) => void;

/** Ten ways to be broken; one that is away is named by an address where nothing listens. */
const BREAKAGES: readonly (Breakage | 'away')[] = [
  'away',
  () => undefined,
  (response) => response.end('{"version":'),
  (response) => endless(response, HUNDRED_MEGABYTES),
  (response) => response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  (response) => response.end(JSON.stringify({ version: '0.2.0', user: 'somebody-else', lists: {} })),
  (response) => response.writeHead(404).end(),
  (response) => response.writeHead(500).end(),
  (response) => response.setHeader('content-type', 'text/html').end('<script>alert(1)</script>'),
  (response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{');
    response.destroy();
  },
];

/** Members of a hub that answer with what a real one said, in one process, each below a path of its own. */
export class StandIns {
  /** When each member was asked for each person, by steady milliseconds. */
  private readonly askedAt = new Map<string, number[]>();

  private constructor(
    private readonly server: Server,
    private readonly count: number,
    private readonly awayUrl: string,
  ) {}

  /** The last ten of them are broken. @param digest what each of the others tells, for a user that it adds */
  static async start(count: number, digest: WholeDigest, awayPort: number): Promise<StandIns> {
    const bodies = new Map<string, Buffer>();
    const { lists, ...sums } = digest;
    const bodyFor: BodyOf = (user, revision, isWhole) => {
      const key = `${revision} ${user} ${isWhole}`;
      let body = bodies.get(key);
      if (!body) {
        if (bodies.size > MOST_BODIES) bodies.clear();
        body = Buffer.from(JSON.stringify({ ...sums, user, revision, ...(isWhole && { lists }) }));
        bodies.set(key, body);
      }
      return body;
    };
    const server = createServer((request, response) => {
      const name = request.url?.split('/')[1] ?? '';
      const key = `${name} ${request.headers[USER_HEADER]}`;
      standIns.askedAt.set(key, [...(standIns.askedAt.get(key) ?? []), performance.now()]);
      const breakage = standIns.breakageOf(name);
      if (typeof breakage === 'function') breakage(response);
      else answer(request, response, bodyFor);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const standIns = new StandIns(server, count, `http://127.0.0.1:${awayPort}`);
    return standIns;
  }

  /** The file that names them to a hub. */
  clusters(secretFile: string): string {
    const { port } = this.server.address() as AddressInfo;
    const signOn = { kind: 'proxy', secretFile, userHeader: USER_HEADER, groupsHeader: 'x-groups' };
    const clusters = Array.from({ length: this.count }, (_, index) => {
      const name = `member-${index}`;
      const url =
        this.breakageOf(name) === 'away' ? `${this.awayUrl}/${name}` : `http://127.0.0.1:${port}/${name}`;
      return { name, url, labels: { region: `region-${index % 5}` }, signOn };
    });
    return JSON.stringify({ clusters });
  }

  /** How often a member was asked for one person in any minute at most. */
  mostAMinute(): number {
    const counts = [...this.askedAt.values()].flatMap((times) =>
      times.map((from) => times.filter((one) => one >= from && one < from + 60_000).length),
    );
    return Math.max(0, ...counts);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private breakageOf(name: string): Breakage | 'away' | undefined {
    return BREAKAGES[Number(name.split('-')[1]) - (this.count - BREAKAGES.length)];
  }
}

function answer(request: IncomingMessage, response: ServerResponse, bodyFor: BodyOf): void {
  const revision = Math.floor(performance.now() / NEWS_MS);
  const isWhole = !request.url?.endsWith(`?lists=${SUMS_ALONE}`);
  const etag = `"${revision}-${isWhole}"`;
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end();
    return;
  }
  const body = bodyFor(String(request.headers[USER_HEADER]), revision, isWhole);
  response.writeHead(200, { etag, 'content-type': 'application/json' }).end(body);
}

function endless(response: ServerResponse, megabytes: number): void {
  if (megabytes === 0) response.end();
  else response.write(Buffer.alloc(1024 * 1024, ' '), () => endless(response, megabytes - 1));
}
