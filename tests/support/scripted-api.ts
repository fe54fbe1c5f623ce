import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ClusterAccess } from '@/server/kube/access';
import type { KubeObject } from '@/server/objects/types';

/** One answer in the place of the server's own. */
type Scripted = (request: IncomingMessage, response: ServerResponse, body: string) => void;

interface ObjectChange {
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  version: number;
  object: KubeObject;
}

/** The JSON `Status` an API server refuses with. */
export function refusal(code: number, reason: string, message: string, details?: object) {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    reason,
    message,
    details,
    code,
  };
}

export function answerJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** They keep idle connections longer than clients do: else a request may go out on one that is closing. */
export const AS_API_SERVERS = { keepAliveTimeout: 90_000 };

/**
 * The list and watch of one collection as an API server offers them, over real sockets, with faults on
 * demand. Whatever a test scripts for a request comes first, in order; then the collection answers.
 */
export class ScriptedApi {
  /** What was asked, oldest first. */
  readonly requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] =
    [];
  private readonly objects = new Map<string, KubeObject>();
  private history: ObjectChange[] = [];
  private oldestVersion = 0;
  private version = 100;
  private serial = 0;
  private readonly snapshots = new Map<string, { items: KubeObject[]; version: number }>();
  private readonly watchers = new Set<ServerResponse>();
  private readonly mute = new WeakSet<ServerResponse>();
  private readonly watchedPaths = new WeakMap<ServerResponse, string>();
  private readonly sockets = new Set<Socket>();
  private readonly script: Scripted[] = [];
  private readonly fixed = new Map<string, { status: number; body: object }>();

  port = 0;
  /** Whether a watch can be asked to begin with all there is; servers up to 1.26 refuse that. */
  sendsInitialEvents = false;
  /** Whether watches are held back, as by a proxy that buffers. */
  holdBack = false;
  /** Called before each page of a list is answered. */
  onList?: () => void;
  /** Told the common name of each client certificate. */
  onPeer?: (name: string) => void;
  /** Refuses whatever it answers something for. */
  guard?: () => [status: number, body: object] | undefined;

  private constructor(
    private readonly server: Server,
    private readonly scheme: 'http' | 'https',
  ) {
    server.on('request', (request, response) => this.handle(request, response));
    server.on(scheme === 'https' ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('error', () => socket.destroy());
      if (socket instanceof TLSSocket) this.onPeer?.(String(socket.getPeerCertificate().subject?.CN));
    });
  }

  static async start(tls?: { cert: string; key: string; ca?: string }, port = 0): Promise<ScriptedApi> {
    const server = tls
      ? createTlsServer({
          ...AS_API_SERVERS,
          ...tls,
          requestCert: tls.ca !== undefined,
          rejectUnauthorized: false,
        })
      : createServer(AS_API_SERVERS);
    const api = new ScriptedApi(server, tls ? 'https' : 'http');
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    api.port = (server.address() as AddressInfo).port;
    return api;
  }

  get url(): string {
    return `${this.scheme}://127.0.0.1:${this.port}`;
  }

  /** Access without credentials. */
  access(): ClusterAccess {
    return {
      server: this.url,
      source: 'a test',
      credentials: async () => ({ headers: {}, tls: { rejectUnauthorized: true } }),
      reload: () => {},
    };
  }

  async close(): Promise<void> {
    this.dropConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Answers every GET of `path` that is no watch with `body`, in the place of the collection. */
  serve(path: string, body: object, status = 200): void {
    this.fixed.set(path, { status, body: { kind: 'Scripted', ...body } });
  }

  /** Answers every GET of `path` as a list of `items`. */
  serveList(path: string, items: object[]): void {
    this.serve(path, { kind: 'List', metadata: { resourceVersion: String(this.version) }, items });
  }

  /** Every GET of `path` is answered with 404. */
  serveNothing(path: string): void {
    this.serve(path, refusal(404, 'NotFound', `${path} not found`), 404);
  }

  /** How often `path` was asked for, queries aside. */
  timesAsked(path: string): number {
    return this.requests.filter(({ url }) => new URL(url, 'http://x').pathname === path).length;
  }

  /** Answers the next requests in this way, one each. */
  next(...answers: Scripted[]): void {
    this.script.push(...answers);
  }

  /** Answers the next request with a refusal. */
  refuseNext(code: number, reason: string, headers: Record<string, string> = {}): void {
    this.next((_, response) =>
      answerJson(response, code, refusal(code, reason, `scripted ${reason}`), headers),
    );
  }

  current(): KubeObject[] {
    return [...this.objects.values()];
  }

  put(namespace: string, name: string, labels: Record<string, string> = {}): KubeObject {
    const change = this.change(namespace, name, labels);
    this.say({ type: change.type, object: change.object });
    return change.object;
  }

  /** As `put`, but open watches are not told. */
  putQuietly(namespace: string, name: string): KubeObject {
    return this.change(namespace, name, {}).object;
  }

  private change(namespace: string, name: string, labels: Record<string, string>): ObjectChange {
    const key = `${namespace}/${name}`;
    const former = this.objects.get(key);
    const object: KubeObject = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name,
        namespace,
        uid: former?.metadata.uid ?? `uid-${this.serial++}`,
        resourceVersion: String(++this.version),
        labels,
      },
    };
    this.objects.set(key, object);
    const change: ObjectChange = { type: former ? 'MODIFIED' : 'ADDED', version: this.version, object };
    this.history.push(change);
    return change;
  }

  delete(namespace: string, name: string): void {
    const key = `${namespace}/${name}`;
    const former = this.objects.get(key);
    if (!former) return;
    this.objects.delete(key);
    const metadata = { ...former.metadata, resourceVersion: String(++this.version) };
    const change: ObjectChange = { type: 'DELETED', version: this.version, object: { ...former, metadata } };
    this.history.push(change);
    this.say({ type: change.type, object: change.object });
  }

  /** Deletes and creates in a way that no watch may tell apart from one change. */
  recreate(namespace: string, name: string): void {
    this.delete(namespace, name);
    this.put(namespace, name);
  }

  /** Forgets all history: watches from before now get 410, and so do pages of lists begun before. */
  compact(): void {
    this.version++;
    this.history = [];
    this.oldestVersion = this.version;
    this.snapshots.clear();
  }

  /** Comes back as after the restore of a backup: other versions, other uids. */
  resetHistory(): void {
    this.version = 10;
    this.history = [];
    this.oldestVersion = 0;
    this.snapshots.clear();
    for (const object of [...this.objects.values()]) {
      const { namespace = '', name } = object.metadata;
      this.objects.delete(`${namespace}/${name}`);
      this.put(namespace, name);
    }
    this.dropConnections();
  }

  dropConnections(): void {
    for (const socket of this.sockets) socket.destroy();
    this.watchers.clear();
  }

  /** From now on the open watches say nothing more, though their connections stay. */
  goSilent(): void {
    for (const watcher of this.watchers) this.mute.add(watcher);
  }

  /** Open watches are heard again; what was said meanwhile stays unsaid. */
  speakAgain(): void {
    for (const watcher of this.watchers) this.mute.delete(watcher);
  }

  endWatches(): void {
    for (const watcher of this.watchers) watcher.end();
    this.watchers.clear();
  }

  bookmark(): void {
    const metadata = { resourceVersion: String(this.version) };
    this.say({ type: 'BOOKMARK', object: { apiVersion: 'v1', kind: 'ConfigMap', metadata } });
  }

  errorEvent(code: number, reason: string): void {
    this.say({ type: 'ERROR', object: refusal(code, reason, 'scripted') });
  }

  /** Writes to the open watches, whatever it is. */
  sayRaw(text: string | Uint8Array): void {
    for (const watcher of this.watchers) if (!this.mute.has(watcher)) watcher.write(text);
  }

  /** How many watches of this path are open. */
  watching(path: string): number {
    return [...this.watchers].filter((watcher) => this.watchedPaths.get(watcher) === path).length;
  }

  /** Says an event to the open watches of one path alone. */
  tell(path: string, event: { type: ObjectChange['type']; object: object }): void {
    for (const watcher of this.watchers)
      if (this.watchedPaths.get(watcher) === path) watcher.write(`${JSON.stringify(event)}\n`);
  }

  private say(event: unknown): void {
    this.sayRaw(`${JSON.stringify(event)}\n`);
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      this.requests.push({ method, url, headers, body });
      const scripted = this.script.shift();
      const refused = this.guard?.();
      if (scripted) scripted(request, response, body);
      else if (refused) answerJson(response, ...refused);
      else this.answer(new URL(url, 'http://x'), response);
    });
  }

  private answer({ pathname, searchParams }: URL, response: ServerResponse): void {
    const fixed = this.fixed.get(pathname);
    if (searchParams.get('sendInitialEvents') === 'true') {
      if (this.sendsInitialEvents) this.watchFromNothing(pathname, fixed, response);
      else answerJson(response, 422, refusal(422, 'Invalid', 'resourceVersionMatch is forbidden for watch'));
    } else if (fixed && searchParams.get('watch') !== 'true') answerJson(response, fixed.status, fixed.body);
    else if (searchParams.get('watch') === 'true')
      this.watch(pathname, Number(searchParams.get('resourceVersion')), response);
    else this.list(Number(searchParams.get('limit')), searchParams.get('continue'), response);
  }

  private watch(pathname: string, since: number, response: ServerResponse): void {
    if (since < this.oldestVersion) {
      response.writeHead(200, { 'content-type': 'application/json' });
      const object = refusal(410, 'Expired', `too old resource version: ${since} (${this.oldestVersion})`);
      response.end(`${JSON.stringify({ type: 'ERROR', object })}\n`);
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
    if (this.holdBack) this.mute.add(response);
    else
      for (const { type, version, object } of this.history)
        if (version > since) response.write(`${JSON.stringify({ type, object })}\n`);
    this.watchers.add(response);
    this.watchedPaths.set(response, pathname);
    response.on('close', () => this.watchers.delete(response));
  }

  /** All there is, then the mark that it was, then what changes. */
  private watchFromNothing(
    pathname: string,
    fixed: { status: number; body: object } | undefined,
    response: ServerResponse,
  ): void {
    if (fixed && fixed.status >= 300) {
      answerJson(response, fixed.status, fixed.body);
      return;
    }
    const items = (fixed?.body as { items?: object[] } | undefined)?.items ?? this.current();
    response.writeHead(200, { 'content-type': 'application/json' });
    for (const object of items) response.write(`${JSON.stringify({ type: 'ADDED', object })}\n`);
    const metadata = {
      resourceVersion: String(this.version),
      annotations: { 'k8s.io/initial-events-end': 'true' },
    };
    response.write(`${JSON.stringify({ type: 'BOOKMARK', object: { kind: 'ConfigMap', metadata } })}\n`);
    this.watchers.add(response);
    this.watchedPaths.set(response, pathname);
    response.on('close', () => this.watchers.delete(response));
  }

  private list(limit: number, token: string | null, response: ServerResponse): void {
    this.onList?.();
    const [id = '', start = '0'] = (token ?? '').split(':');
    const snapshot = token
      ? this.snapshots.get(id)
      : { items: [...this.objects.values()], version: this.version };
    if (!snapshot) {
      answerJson(response, 410, refusal(410, 'Expired', 'The provided continue parameter is too old'));
      return;
    }
    const from = Number(start);
    const to = limit > 0 ? from + limit : snapshot.items.length;
    const isLast = to >= snapshot.items.length;
    const next = token ? id : String(this.serial++);
    if (!isLast) this.snapshots.set(next, snapshot);
    answerJson(response, 200, {
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      metadata: {
        resourceVersion: String(snapshot.version),
        ...(isLast ? {} : { continue: `${next}:${to}` }),
      },
      // As in a real list, items carry neither kind nor apiVersion.
      items: snapshot.items.slice(from, to).map(({ metadata }) => ({ metadata })),
    });
  }
}
