import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { wallClock } from '@/server/lib/time/clock';
import { cleanUpAfterEach, cleanups } from '@/tests/support/cleanups';
import { TestAuthority } from '@/tests/support/tls';
import { selfReview } from './self-review';

cleanUpAfterEach();

it.each([
  ['accepts and never answers', () => undefined],
  ['begins an answer and never ends it', (response: { write(text: string): void }) => response.write('{')],
])('a listener that %s is told by the time it had', async (_how, answer) => {
  const authority = await TestAuthority.create();
  const server = createServer(
    await authority.issue('listener', { dnsNames: ['localhost'] }),
    (_request, response) => answer(response),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const fault = await selfReview({
    host: '127.0.0.1',
    port,
    caPem: authority.pem,
    name: 'localhost',
    path: '/',
    timeoutMs: 300,
    wallClock,
  });
  expect(fault).toBe('no answer within 300 ms');
});
