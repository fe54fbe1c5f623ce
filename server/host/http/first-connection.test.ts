import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../lib/report/errors';
import { BodyGate } from './body-gate';
import { beforeNext } from './next-server';

let server: Server | undefined;
afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())));

it('refuses the body of the very first request of a process by its head', async () => {
  let passed = 0;
  const served = createServer(() => passed++);
  server = served;
  await new Promise<void>((resolve) => served.listen(0, '127.0.0.1', resolve));
  const { port } = served.address() as AddressInfo;
  const refusalOfSender = async () => new AppError('unauthenticated');
  const gate = new BodyGate({ allowedHosts: [], mostBytes: () => 1_000, refusalOfSender });
  beforeNext(port, (asked, response, pass) => void gate.admit(asked, response, pass));
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
  expect([status, passed, gate.bytes]).toEqual([401, 0, 0]);
});
