import { request, type Server, type ServerOptions } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../lib/report/errors';
import { BodyGate } from './body-gate';
import { guardedServer } from './guarded-server';
import { TIME_LIMITS } from './time-limits';

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

function connected(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  return socket;
}

async function saidTo(port: number, text: string): Promise<string> {
  const socket = connected(port);
  socket.write(text);
  let said = '';
  for await (const chunk of socket) said += chunk;
  return said;
}

const gateFor = (refusal?: AppError) =>
  new BodyGate({ allowedHosts: [], mostBytes: () => 200_000, refusalOfSender: async () => refusal });

/** Answers once the whole request is there. */
async function listening(
  { gate = gateFor(), limits }: { gate?: BodyGate; limits?: ServerOptions } = {},
  answer = 'here',
): Promise<{ server: Server; port: number; served: () => number }> {
  let served = 0;
  const server = guardedServer({ gate, ...(limits && { limits }) }, async (asked, response) => {
    served++;
    for await (const _ of asked);
    response.setHeader('connection', 'close').end(answer);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port, served: () => served };
}

const JSON_HEAD = 'Host: localhost\r\nContent-Type: application/json\r\n';

it('has limits of time, and answers a request to switch protocols, which none would end, like any other', async () => {
  const { server, port } = await listening();
  expect(server).toMatchObject(TIME_LIMITS);
  const said = await saidTo(
    port,
    'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
  expect(said).toMatch(/^HTTP\/1\.1 200 /);
});

it('keeps an idle connection for longer than proxies do, so that none sends on one that it ends', async () => {
  const { server } = await listening();
  expect(server.keepAliveTimeout).toBeGreaterThan(90_000);
});

it.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: localhost\r\n', 'X-Slow: 1\r\n'],
  ['a body', `POST /api/stop HTTP/1.1\r\n${JSON_HEAD}Content-Length: 100000\r\n\r\n`, 'x'],
])('ends a request whose sender trickles %s', async (_, begin, drop) => {
  const limits = { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 10 };
  const { port } = await listening({ limits });
  const socket = connected(port);
  let said = '';
  socket.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(begin);
  const trickle = setInterval(() => socket.writable && socket.write(drop), 5);
  await new Promise((resolve) => socket.on('close', resolve));
  clearInterval(trickle);
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
});

it('refuses the body of the very first request of a process by its head', async () => {
  const gate = gateFor(new AppError('unauthenticated'));
  const { port, served } = await listening({ gate });
  const status = await new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': 1_000 };
    const sent = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/api/stop',
      headers,
      agent: false,
    });
    sent.on('response', ({ statusCode }) => resolve(statusCode)).on('error', reject);
    sent.write('{"half":');
  });
  expect([status, served(), gate.bytes]).toEqual([401, 0, 0]);
});

it('answers what broke on its way as a fault of ours, and serves on', async () => {
  let count = 0;
  const server = guardedServer({ gate: gateFor() }, async (_, response) => {
    count++;
    if (count === 1) throw new Error('it broke');
    response.end('here');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const broken = await fetch(url);
  expect([broken.status, ((await broken.json()) as { code: string }).code]).toEqual([500, 'internal']);
  expect(await (await fetch(url)).text()).toBe('here');
});
