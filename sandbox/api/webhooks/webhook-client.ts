import { Agent, request as httpsRequest } from 'node:https';
import { LRUCache } from 'lru-cache';
import { isJsonObject, type JsonObject } from '@/sandbox/api/json';
import { errorText } from '@/server/lib/report/errors';
import { type Clock, wallClock } from '@/server/lib/time/clock';

const MAX_AGENTS = 32;
const MAX_RESPONSE_BYTES = 3 * 1024 * 1024;
const DEFAULT_TIMEOUT_S = 10;
const MAX_TIMEOUT_S = 30;

export interface ServiceReference {
  namespace: string;
  name: string;
  port: number;
}

/** The real address of a service's webhook ("127.0.0.1:9443"); undefined if unknown. */
type ServiceResolver = (service: ServiceReference) => string | undefined;

/** A call without a usable answer; the message is in the API server's words. */
export class WebhookCallError extends Error {
  override readonly name = 'WebhookCallError';
}

interface Target {
  /** The URL in messages, before its query. */
  url: string;
  host: string;
  port: number;
  path: string;
  servername: string;
}

/** Sends reviews to webhooks over TLS, verified by their caBundle. */
export class WebhookClient {
  private readonly agents = new LRUCache<string, Agent>({
    max: MAX_AGENTS,
    dispose: (agent) => agent.destroy(),
  });

  constructor(
    private readonly resolveService: ServiceResolver,
    private readonly clock: Clock = wallClock,
  ) {}

  /** The `response` of the webhook's AdmissionReview. @throws WebhookCallError */
  async call(hook: JsonObject, body: object): Promise<JsonObject> {
    const seconds = Math.min(MAX_TIMEOUT_S, Number(hook.timeoutSeconds ?? DEFAULT_TIMEOUT_S));
    const config = isJsonObject(hook.clientConfig) ? hook.clientConfig : {};
    const target = this.targetOf(config);
    const full = `${target.url}?timeout=${seconds}s`;
    try {
      const answer = await this.post(target, config.caBundle, JSON.stringify(body), seconds);
      return responseOf(answer);
    } catch (error) {
      if (error instanceof WebhookCallError) throw error;
      throw new WebhookCallError(`failed to call webhook: Post "${full}": ${transportFault(error, target)}`);
    }
  }

  close(): void {
    this.agents.clear();
  }

  private targetOf(config: JsonObject): Target {
    if (typeof config.url === 'string') {
      const url = new URL(config.url);
      const path = url.pathname === '/' ? '/' : url.pathname;
      return {
        url: `${url.origin}${path}`,
        host: url.hostname,
        port: Number(url.port || 443),
        path,
        servername: url.hostname,
      };
    }
    const service = isJsonObject(config.service) ? config.service : {};
    const reference = {
      namespace: String(service.namespace),
      name: String(service.name),
      port: Number(service.port ?? 443),
    };
    const path = typeof service.path === 'string' ? service.path : '/';
    const servername = `${reference.name}.${reference.namespace}.svc`;
    const url = `https://${servername}:${reference.port}${path}`;
    const address = this.resolveService(reference);
    if (!address) {
      throw new WebhookCallError(
        `failed to call webhook: Post "${url}": service "${reference.name}" not found or without endpoints`,
      );
    }
    const [host = '', port = ''] = address.split(':');
    return { url, host, port: Number(port), path, servername };
  }

  private agent(target: Target, caBundle: unknown): Agent {
    const key = `${target.host}:${target.port} ${target.servername} ${String(caBundle ?? '')}`;
    let agent = this.agents.get(key);
    if (!agent) {
      agent = new Agent({
        keepAlive: true,
        ...(isAddress(target.servername) ? {} : { servername: target.servername }),
        ...(typeof caBundle === 'string' && caBundle ? { ca: Buffer.from(caBundle, 'base64') } : {}),
      });
      this.agents.set(key, agent);
    }
    return agent;
  }

  private post(
    target: Target,
    caBundle: unknown,
    body: string,
    seconds: number,
  ): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const request = httpsRequest(
        {
          host: target.host,
          port: target.port,
          path: `${target.path}?timeout=${seconds}s`,
          method: 'POST',
          agent: this.agent(target, caBundle),
          headers: {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
            'User-Agent': 'kube-apiserver-admission',
            Accept: 'application/json, */*',
            Host: `${target.servername}:${target.port}`,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size > MAX_RESPONSE_BYTES) request.destroy(new Error('the answer is too large'));
            else chunks.push(chunk);
          });
          response.on('end', () =>
            settle(() =>
              resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
            ),
          );
          response.on('error', (error) => settle(() => reject(error)));
        },
      );
      const cancelTimeout = this.clock.after(seconds * 1000, () =>
        request.destroy(new Error('context deadline exceeded')),
      );
      const settle = (finish: () => void) => {
        cancelTimeout();
        finish();
      };
      request.on('error', (error) => settle(() => reject(error)));
      request.end(body);
    });
  }
}

function isAddress(host: string): boolean {
  return /^[\d.]+$/.test(host) || host.includes(':');
}

function responseOf({ status, text }: { status: number; text: string }): JsonObject {
  if (status < 200 || status > 299) {
    throw new WebhookCallError(
      `failed to call webhook: an error on the server (${JSON.stringify(text.slice(0, 200))}) has prevented the request from succeeding`,
    );
  }
  let review: unknown;
  try {
    review = JSON.parse(text);
  } catch {
    throw new WebhookCallError("failed to call webhook: couldn't get version/kind; json parse error");
  }
  if (
    !isJsonObject(review) ||
    review.kind !== 'AdmissionReview' ||
    review.apiVersion !== 'admission.k8s.io/v1'
  ) {
    throw new WebhookCallError(
      'received invalid webhook response: expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview',
    );
  }
  if (!isJsonObject(review.response))
    throw new WebhookCallError('received invalid webhook response: webhook response was absent');
  return review.response;
}

function transportFault(error: unknown, target: Target): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = errorText(error);
  if (code === 'ECONNREFUSED') return `dial tcp ${target.host}:${target.port}: connect: connection refused`;
  if (code.includes('CERT') || code.includes('SELF_SIGNED') || code.includes('VERIFY')) {
    return `tls: failed to verify certificate: x509: ${message}`;
  }
  return message;
}
