import { Agent, fetch, type Response } from 'undici';
import { PATIENCE_MS } from './patience';

/** A plain HTTP client of the embedded API server, for tests that look at the raw answers. */
export class Api {
  private readonly agent: Agent;

  constructor(
    readonly url: string,
    caPem: string,
    private readonly token: string,
  ) {
    // A process that is busy may take long to shake hands.
    this.agent = new Agent({ connect: { ca: caPem, timeout: PATIENCE_MS }, headersTimeout: PATIENCE_MS });
  }

  async send(
    method: string,
    path: string,
    options: {
      body?: unknown;
      contentType?: string;
      accept?: string;
      token?: string | null;
      signal?: AbortSignal;
    } = {},
  ): Promise<Response> {
    const { body, contentType, accept, signal } = options;
    const token = options.token === undefined ? this.token : options.token;
    return fetch(new URL(path, this.url), {
      method,
      dispatcher: this.agent,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(accept ? { accept } : {}),
        ...(body === undefined ? {} : { 'content-type': contentType ?? 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  }

  /** Status and body, parsed when it is JSON. */
  async exchange(
    method: string,
    path: string,
    options: Parameters<Api['send']>[2] = {},
  ): Promise<{ status: number; body: unknown }> {
    const response = await this.send(method, path, options);
    const text = await response.text();
    return {
      status: response.status,
      body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    };
  }

  async get<T>(path: string): Promise<T> {
    return (await this.exchange('GET', path)).body as T;
  }

  /** The events of a watch until `enough` says so. */
  async watch(path: string, enough: (events: unknown[]) => boolean): Promise<unknown[]> {
    const stop = new AbortController();
    const response = await this.send('GET', path, { signal: stop.signal });
    const events: unknown[] = [];
    let pending = '';
    if (enough(events)) stop.abort();
    try {
      for await (const chunk of response.body ?? []) {
        const lines = (pending + Buffer.from(chunk as Uint8Array).toString('utf8')).split('\n');
        pending = lines.pop() ?? '';
        for (const line of lines) if (line) events.push(JSON.parse(line));
        if (enough(events)) stop.abort();
      }
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    }
    return events;
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}
