import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TestAuthority } from './tls';

/** What the webhook answers to every review, or that it never answers. */
export type WebhookMood =
  | { patch: object[]; warnings?: string[] }
  | { deny: string; code: number }
  | { raw: string; status?: number }
  | 'silent';

interface SeenReview {
  url: string;
  headers: Record<string, string | undefined>;
  body: { request: { uid: string } & Record<string, unknown> };
}

/** A webhook over TLS that does as it is told and remembers what it was sent. */
export class TestWebhook {
  mood: WebhookMood = { patch: [] };
  readonly seen: SeenReview[] = [];

  private constructor(
    private readonly server: Server,
    /** The caBundle of its client configuration. */
    readonly caBundle: string,
  ) {}

  static async start(dnsNames: string[] = []): Promise<TestWebhook> {
    const authority = await TestAuthority.create();
    const { cert, key } = await authority.issue('webhook', { dnsNames });
    const server = createServer({ cert, key });
    const webhook = new TestWebhook(server, Buffer.from(authority.pem).toString('base64'));
    server.on(
      'request',
      (request: IncomingMessage, response: ServerResponse) => void webhook.answer(request, response),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return webhook;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.server.address() as AddressInfo).port}/mutate`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as SeenReview['body'];
    const { 'content-type': contentType, 'user-agent': userAgent, accept } = request.headers;
    this.seen.push({
      url: request.url ?? '',
      headers: { 'content-type': contentType, 'user-agent': userAgent, accept },
      body,
    });
    if (typeof this.mood === 'object' && 'raw' in this.mood) {
      response.statusCode = this.mood.status ?? 200;
      response.end(this.mood.raw);
      return;
    }
    const verdict = this.verdict();
    if (!verdict) return;
    response.setHeader('Content-Type', 'application/json');
    response.end(
      JSON.stringify({
        apiVersion: 'admission.k8s.io/v1',
        kind: 'AdmissionReview',
        response: { uid: body.request.uid, ...verdict },
      }),
    );
  }

  private verdict(): object | undefined {
    if (this.mood === 'silent' || 'raw' in this.mood) return undefined;
    if ('deny' in this.mood)
      return { allowed: false, status: { code: this.mood.code, message: this.mood.deny } };
    const patch = Buffer.from(JSON.stringify(this.mood.patch)).toString('base64');
    return {
      allowed: true,
      ...(this.mood.patch.length > 0 ? { patchType: 'JSONPatch', patch } : {}),
      ...(this.mood.warnings ? { warnings: this.mood.warnings } : {}),
    };
  }
}
