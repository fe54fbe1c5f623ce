import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { request as requestOver } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import type { Sandbox } from '@/sandbox/cluster';
import { AS_API_SERVERS, answerJson, refusal } from './scripted-api';

/** What comes instead of an answer. */
export type Fault =
  | { status: number; reason: string; message?: string; details?: object; headers?: Record<string, string> }
  /** Another answer than the API server's. */
  | { instead: unknown }
  /** A page that says success, as a proxy in front answers. */
  | { page: string }
  /** No answer ever. */
  | 'silence'
  /** It is done, but the connection breaks before the answer. */
  | 'lost'
  /** The connection breaks. */
  | 'broken';

/** Stands between clients and the embedded cluster, and answers some requests in its place. */
export class FaultyApi {
  /** Asked of every request before it is passed on; may take its time. */
  fault: (method: string, url: string) => Fault | undefined | Promise<Fault | undefined> = () => undefined;
  /** Told of every request the API server has carried out, before the answer is passed on. */
  carriedOut: (method: string, url: string, body: string) => void = () => undefined;
  /** How far the clock of the API server seems to be from the real one, in milliseconds. */
  offMs = 0;
  /** What was asked for, as `METHOD /path`; watches and lists aside. */
  readonly asked: string[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly streams = new Set<IncomingMessage>();
  private areWatchesHeld = false;

  private constructor(
    private readonly server: Server,
    private readonly sandbox: Sandbox,
    readonly kubeconfig: string,
  ) {
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    server.on('request', (request, response) => void this.handle(request, response));
  }

  static async before(sandbox: Sandbox): Promise<FaultyApi> {
    const server = createServer(AS_API_SERVERS);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const kubeconfig = path.join(
      path.dirname(sandbox.kubeconfigPath),
      `faulty-${new URL(url).port}.kubeconfig`,
    );
    writeFileSync(kubeconfig, readFileSync(sandbox.kubeconfigPath, 'utf8').replace(sandbox.url, url));
    return new FaultyApi(server, sandbox, kubeconfig);
  }

  /** Requests of one pod or another whose path ends so. */
  timesAsked(method: string, ending: string): number {
    return this.asked.filter((text) => text.startsWith(`${method} `) && withoutQuery(text).endsWith(ending))
      .length;
  }

  /** From now on watches bring nothing more, though they stay open. */
  holdWatches(): void {
    this.areWatchesHeld = true;
    for (const stream of this.streams) stream.pause();
  }

  /** What was held back comes, and all that follows. */
  releaseWatches(): void {
    this.areWatchesHeld = false;
    for (const stream of this.streams) stream.resume();
  }

  /** The watches end where they are. */
  cutWatches(): void {
    for (const stream of this.streams) stream.destroy();
  }

  dropConnections(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.dropConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const isWatch = url.includes('watch=true');
    if (/\/(pods|verticalpodautoscalers)\/[^?]+/.test(url)) this.asked.push(`${method} ${url}`);
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk as Buffer);
    const fault = await this.fault(method, url);
    if (fault === 'silence') return;
    if (fault === 'broken') {
      request.socket.destroy();
      return;
    }
    if (fault && fault !== 'lost') {
      answerInstead(response, fault);
      return;
    }
    const passedOn = requestOver(
      new URL(url, this.sandbox.url),
      {
        method,
        headers: { ...headers, host: new URL(this.sandbox.url).host },
        ca: this.sandbox.server.caPem,
      },
      (answer) => {
        const status = answer.statusCode ?? 500;
        if (status < 300) this.carriedOut(method, url, Buffer.concat(body).toString());
        if (fault === 'lost') {
          answer.resume();
          response.destroy();
          return;
        }
        const date = new Date(Date.now() + this.offMs).toUTCString();
        response.writeHead(status, { ...answer.headers, date });
        response.flushHeaders();
        answer.pipe(response);
        if (!isWatch) return;
        this.streams.add(answer);
        answer.on('close', () => {
          this.streams.delete(answer);
          response.destroy();
        });
        if (this.areWatchesHeld) answer.pause();
      },
    );
    passedOn.on('error', () => response.destroy());
    response.on('close', () => passedOn.destroy());
    passedOn.end(Buffer.concat(body));
  }
}

/** A URL up to its query: changes may name their field manager there. */
export function withoutQuery(url: string): string {
  return url.split('?', 1)[0] as string;
}

/** Answers what `fault` says. */
function answerInstead(response: ServerResponse, fault: Exclude<Fault, string>): void {
  if ('page' in fault) {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(fault.page);
    return;
  }
  if ('instead' in fault) {
    answerJson(response, 200, fault.instead);
    return;
  }
  const { status, reason, message, details, headers } = fault;
  answerJson(response, status, refusal(status, reason, message ?? `scripted ${reason}`, details), headers);
}
