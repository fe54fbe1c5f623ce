import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { limitServerOn, TIME_LIMITS } from './time-limits';

const servers: Server[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listening(): Promise<{ server: Server; port: number }> {
  const server = createServer((_, response) => response.setHeader('connection', 'close').end('here'));
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
