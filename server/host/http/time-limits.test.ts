import { createServer, type Server, type ServerOptions } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { limitServerOn, TIME_LIMITS } from './time-limits';

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  // One that switched protocols keeps its server open.
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

function connected(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  return socket;
}

async function listening(options: ServerOptions = {}): Promise<{ server: Server; port: number }> {
  const server = createServer(options, (_, response) =>
    response.setHeader('connection', 'close').end('here'),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

it('limits the time of requests to the server on a port, and to no other', async () => {
  const [limited, other] = [await listening(), await listening()];
  const { headersTimeout } = other.server;
  limitServerOn(limited.port);
  for (const { port } of [limited, other])
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('here');
  expect(limited.server).toMatchObject(TIME_LIMITS);
  expect(other.server.headersTimeout).toBe(headersTimeout);
  expect(headersTimeout).toBeGreaterThan(TIME_LIMITS.headersTimeout);
});

it('answers a request to switch protocols, which no limit would end, like any other', async () => {
  const { server, port } = await listening();
  server.on('upgrade', () => undefined);
  limitServerOn(port);
  const socket = connected(port);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  let said = '';
  for await (const chunk of socket) said += chunk;
  expect(said).toMatch(/^HTTP\/1\.1 200 /);
});

it('leaves requests to switch protocols to Next in development, which says by them what was edited', async () => {
  const { server, port } = await listening();
  server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
  limitServerOn(port, TIME_LIMITS, { isDevelopment: true });
  const socket = connected(port);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  let said = '';
  for await (const chunk of socket) said += chunk;
  expect(said).toMatch(/^HTTP\/1\.1 101 /);
});

it.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: a\r\n', 'X-Slow: 1\r\n'],
  ['a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n', 'x'],
])('ends a request whose sender trickles %s', async (_, begin, drop) => {
  const { server, port } = await listening({ connectionsCheckingInterval: 10 });
  // Answers once the whole request is there.
  server.removeAllListeners('request').on('request', (request, response) => {
    request.resume().on('end', () => response.end('here'));
  });
  limitServerOn(port, { headersTimeout: 50, requestTimeout: 100 });
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
