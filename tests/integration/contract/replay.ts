import { performance } from 'node:perf_hooks';
import { expect } from 'vitest';
import type { Sandbox } from '@/sandbox/cluster';
import type { Pod } from '@/server/objects/types';
import { PATIENCE_MS } from '../../support/patience';
import { Api } from '../../support/raw-api';
import { isJsonObject, normalize } from './normalize';
import type { Exchange, RecordedRequest } from './recording';

const RANDOM_POD = /\b([a-z]+)-[a-z0-9]{8,10}-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g;

export interface ReplayOptions {
  /** Another token than the administrator's; null for none. */
  token?: string | null;
  request?: (request: RecordedRequest) => RecordedRequest;
  /** What both answers are reduced to before they are compared. */
  view?: (body: unknown) => unknown;
}

/** Sends recorded requests to the embedded cluster, with its own names for what is named at random. */
export class Replay {
  readonly api: Api;
  private readonly liveNames = new Map<string, string>();

  constructor(private readonly sandbox: Sandbox) {
    this.api = new Api(sandbox.url, sandbox.server.caPem, sandbox.server.tokens.admin);
  }

  /** Expects the recorded answer; what is read is read again until it settles. */
  async expectAgreement(exchange: Exchange, options: ReplayOptions = {}): Promise<void> {
    const view = options.view ?? ((body) => body);
    const wanted = { status: exchange.response?.status, body: view(normalize(exchange.response?.body)) };
    const isRead = exchange.request?.method === 'GET';
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const answer = await this.send(exchange, options);
      const seen = { status: answer.status, body: view(normalize(answer.body)) };
      if (!isRead || performance.now() > deadline || matches(seen, wanted)) {
        expect(seen).toEqual(wanted);
        return;
      }
      await this.nextChange();
    }
  }

  async send(exchange: Exchange, options: ReplayOptions = {}): Promise<{ status: number; body: unknown }> {
    const recorded = exchange.request ?? { method: 'GET', path: '/' };
    const request = (options.request ?? ((each) => each))(this.translate(recorded));
    const { method, path, body, contentType, accept } = request;
    return this.api.exchange(method, path, {
      ...(body === null || body === undefined ? {} : { body }),
      ...(contentType ? { contentType } : {}),
      ...(accept ? { accept } : {}),
      ...(options.token === undefined ? {} : { token: options.token }),
    });
  }

  /** The live pod that stands for a recorded one: always the same, never one that stands for another. */
  liveName(recorded: string, base: string, namespace: string): string {
    const known = this.liveNames.get(recorded);
    if (known) return known;
    const taken = new Set(this.liveNames.values());
    const pods = [...this.sandbox.registry.list<Pod>('pods')].filter(
      (pod) =>
        pod.metadata.labels?.app === base &&
        pod.metadata.namespace === namespace &&
        !pod.metadata.deletionTimestamp &&
        !taken.has(pod.metadata.name),
    );
    const name = pods[0]?.metadata.name ?? recorded;
    this.liveNames.set(recorded, name);
    return name;
  }

  private translate(request: RecordedRequest): RecordedRequest {
    const namespace = /\/namespaces\/([^/]+)\//.exec(request.path)?.[1] ?? '';
    const rename = (text: string) =>
      text.replace(RANDOM_POD, (whole, base: string) => this.liveName(whole, base, namespace));
    const { body } = request;
    const eviction =
      isJsonObject(body) && body.kind === 'Eviction'
        ? (JSON.parse(rename(JSON.stringify(body))) as unknown)
        : body;
    return { ...request, path: rename(request.path), body: eviction };
  }

  /** Resolves once anything changes in the cluster, or shortly after when nothing does. */
  private async nextChange(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function matches(seen: unknown, wanted: unknown): boolean {
  try {
    expect(seen).toEqual(wanted);
    return true;
  } catch {
    return false;
  }
}
