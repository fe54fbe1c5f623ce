import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { ManualClock, wallClock } from '@/server/lib/time/clock';
import { TestAuthority } from '@/tests/support/tls';
import { PrometheusClient } from './client';
import type { PrometheusError } from './errors';

describe('a client of Prometheus', () => {
  let folder: string;
  let server: Server | undefined;
  let asked: IncomingMessage[];
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-'));
    asked = [];
    endless = undefined;
    packed = undefined;
  });
  afterEach(async () => {
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    server = undefined;
    rmSync(folder, { recursive: true });
  });

  /** What the server says until its client goes away. */
  let endless: Buffer | undefined;
  /** A packed answer of it. */
  let packed: Buffer | undefined;
  const answer: RequestListener = (request, response) => {
    asked.push(request);
    request.resume();
    response.setHeader('connection', 'close');
    if (packed) response.setHeader('content-encoding', 'gzip').end(packed);
    else if (endless) Readable.from(forever(endless)).pipe(response);
    else response.end('{"status":"success"}');
  };

  async function listen(tls?: ServerOptions): Promise<string> {
    server = tls ? createSecureServer(tls, answer) : createServer(answer);
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const file = (name: string, content: string) => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };

  function client(settings: Partial<ReturnType<typeof defaultConfig>>): PrometheusClient {
    return new PrometheusClient(defaultConfig(settings), wallClock);
  }

  async function ask(one: PrometheusClient): Promise<string> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of one.ask('query', { query: 'up' })) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  }

  const failure = (one: PrometheusClient) =>
    ask(one).then(
      () => undefined,
      (error: PrometheusError) => `${error.kind}: ${error.message}`,
    );

  it('asks below the path of its address, and counts the bytes of answers', async () => {
    const one = client({ prometheusAddress: `${await listen()}/prometheus/` });
    expect(await ask(one)).toBe('{"status":"success"}');
    expect(asked[0]?.url).toBe('/prometheus/api/v1/query');
    expect(asked[0]?.method).toBe('POST');
    expect(one.bytesRead).toBe(20);
  });

  it('sends the token, which it reads again when its file changes', async () => {
    const prometheusAddress = await listen();
    await ask(client({ prometheusAddress, prometheusBearerToken: 'fixed' }));
    const one = client({ prometheusAddress, prometheusBearerTokenFile: file('token', 'first\n') });
    await ask(one);
    file('token', 'second\n');
    await ask(one);
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer fixed',
      'Bearer first',
      'Bearer second',
    ]);
  });

  it('trusts the authority that is set, and shows its own certificate', async () => {
    const authority = await TestAuthority.create();
    const prometheusAddress = await listen({
      ...(await authority.issue('prometheus')),
      ca: authority.pem,
      requestCert: true,
      rejectUnauthorized: true,
    });
    const { cert, key } = await authority.issue('plumbline');
    const trusting = { prometheusAddress, prometheusCaFile: file('ca.pem', authority.pem) };
    const shown = { prometheusCertFile: file('cert.pem', cert), prometheusKeyFile: file('key.pem', key) };
    expect(await failure(client({ prometheusAddress, ...shown }))).toMatch(/^unreachable: .*certificate/);
    expect(await failure(client(trusting))).toMatch(/^unreachable: /);
    expect(await failure(client({ ...trusting, ...shown }))).toBeUndefined();
    expect(await failure(client({ prometheusAddress, ...shown, prometheusInsecure: true }))).toBeUndefined();
  });

  it('takes a renewed certificate authority without a restart', async () => {
    const [former, renewed] = [await TestAuthority.create('former'), await TestAuthority.create('renewed')];
    const prometheusAddress = await listen(await renewed.issue('prometheus'));
    const one = client({ prometheusAddress, prometheusCaFile: file('ca.pem', former.pem) });
    expect(await failure(one)).toMatch(/^unreachable: /);
    file('ca.pem', renewed.pem);
    expect(await failure(one)).toBeUndefined();
  });

  it('breaks off an answer that never ends', async () => {
    endless = Buffer.alloc(2 ** 20, ' ');
    const one = client({ prometheusAddress: await listen() });
    let bytes = 0;
    const read = async () => {
      for await (const chunk of one.ask('query', { query: 'up' })) bytes += chunk.byteLength;
    };
    await expect(read()).rejects.toMatchObject({
      kind: 'too-much',
      message: 'its answer is larger than 256 MiB',
    });
    expect(bytes).toBeLessThanOrEqual(256 * 2 ** 20);
  });

  it('waits for an answer in drops no longer than five pauses in all', async () => {
    endless = Buffer.from(' ');
    const clock = new ManualClock(0);
    const settings = defaultConfig({ prometheusAddress: await listen(), prometheusQueryTimeoutMs: 10_000 });
    const one = new PrometheusClient(settings, clock);
    const read = async () => {
      for await (const _ of one.ask('query', { query: 'up' })) await clock.advance(9000);
    };
    await expect(read()).rejects.toMatchObject({
      kind: 'timeout',
      message: 'its answer takes more than 50 s',
    });
    expect(clock.steady()).toBeLessThan(60_000);
  });

  it('asks for packed answers, unpacks them, and counts what came over the network', async () => {
    packed = gzipSync(`{"status":"success"}${' '.repeat(10_000)}`);
    const one = client({ prometheusAddress: await listen() });
    expect((await ask(one)).trim()).toBe('{"status":"success"}');
    expect(asked[0]?.headers['accept-encoding']).toBe('gzip');
    expect(one.bytesRead).toBe(packed.length);
  });

  it('breaks off what is small and becomes large', async () => {
    const some = gzipSync(Buffer.alloc(2 ** 24, ' '));
    packed = Buffer.concat(Array.from({ length: 17 }, () => some));
    const one = client({ prometheusAddress: await listen() });
    expect(await failure(one)).toBe('too-much: its answer is larger than 256 MiB');
  });

  it.each([
    ['is not packed as it says', () => Buffer.from('{"status":"success"}')],
    ['breaks off', () => gzipSync('{"status":"success"}').subarray(0, 15)],
  ])('refuses an answer that %s', async (_, answered) => {
    packed = answered();
    const one = client({ prometheusAddress: await listen() });
    expect(await failure(one)).toMatch(/^broken: its answer cannot be unpacked/);
  });

  it('says which file it cannot read', async () => {
    const one = client({ prometheusAddress: await listen(), prometheusCaFile: '/no/ca.pem' });
    expect(await failure(one)).toMatch(/^refused: .*\/no\/ca\.pem/);
    expect(asked).toEqual([]);
  });
});

function* forever(chunk: Buffer): Generator<Buffer> {
  for (;;) yield chunk;
}
