import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Agent, request } from 'undici';
import type { Sandbox } from '@/sandbox/cluster';
import { wallClock } from '@/server/lib/time/clock';
import { PATIENCE_MS } from './patience';
import { AS_API_SERVERS } from './scripted-api';

/** Far longer than a change takes, and shorter than it waits for the watch. */
const LATE_MS = 700;

/** A stretch of wire between a process and the API server, where a test sees what passes and may cut it. */
export class ApiBetween {
  /** Told of every answer before it is passed on, which waits for it; true keeps it back for good. */
  onAnswer?: (method: string, path: string) => boolean | Promise<boolean>;
  /** Answers in place of the API server where it returns something; asked with the path and its query. */
  instead?: (method: string, url: string) => { status?: number; body: unknown } | 'silence' | undefined;
  readonly kubeconfigPath: string;
  /** What watches bring waits for it. */
  private watchesHeld: Promise<void> = Promise.resolve();
  private readonly agent: Agent;

  private constructor(
    private readonly server: Server,
    private readonly api: Sandbox['server'],
    folder: string,
  ) {
    this.agent = new Agent({
      connect: { ca: api.caPem, timeout: PATIENCE_MS },
      bodyTimeout: 0,
      headersTimeout: 0,
    });
    server.on('request', (asked, answer) => {
      this.pass(asked, answer).catch(() => answer.destroy());
    });
    const { port } = server.address() as AddressInfo;
    this.kubeconfigPath = path.join(folder, `kubeconfig-between-${port}`);
    const name = 'between';
    const kubeconfig = {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': name,
      contexts: [{ name, context: { cluster: name, user: name } }],
      clusters: [{ name, cluster: { server: `http://127.0.0.1:${port}` } }],
      users: [{ name, user: {} }],
    };
    writeFileSync(this.kubeconfigPath, JSON.stringify(kubeconfig));
  }

  static async start(api: Sandbox['server'], folder: string): Promise<ApiBetween> {
    const server = createServer(AS_API_SERVERS);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ApiBetween(server, api, folder);
  }

  /** Keeps back what watches bring until the change has its answer, or clearly waits for them. */
  async withLateWatch<T>(act: () => Promise<T>): Promise<T> {
    let letGo = () => {};
    this.watchesHeld = new Promise((resolve) => {
      letGo = resolve;
    });
    const acting = act();
    await Promise.race([acting, wallClock.sleep(LATE_MS)]);
    letGo();
    return acting;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await this.agent.destroy();
  }

  private async pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = asked;
    const body: Buffer[] = [];
    for await (const chunk of asked) body.push(chunk as Buffer);
    const made = this.instead?.(method, url);
    if (made === 'silence') return;
    if (made) {
      answer.writeHead(made.status ?? 200, { 'content-type': 'application/json' });
      answer.end(JSON.stringify(made.body));
      return;
    }
    const gone = new AbortController();
    answer.on('close', () => gone.abort());
    const upstream = await request(new URL(url, this.api.url), {
      method: method as 'GET',
      dispatcher: this.agent,
      signal: gone.signal,
      headers: {
        authorization: `Bearer ${this.api.tokens.admin}`,
        accept: 'application/json',
        'user-agent': headers['user-agent'] ?? '',
        ...(headers['content-type'] ? { 'content-type': headers['content-type'] } : {}),
      },
      body: body.length > 0 ? Buffer.concat(body) : null,
    });
    if (await this.onAnswer?.(method, url.split('?')[0] ?? '')) {
      await upstream.body.dump();
      return;
    }
    answer.writeHead(upstream.statusCode, { 'content-type': String(upstream.headers['content-type'] ?? '') });
    const isWatch = url.includes('watch=true');
    for await (const chunk of upstream.body) {
      if (isWatch) await this.watchesHeld;
      answer.write(chunk);
    }
    answer.end();
  }
}
