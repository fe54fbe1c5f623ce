/**
 * A plain HTTP server that nobody attacks, on the same machine: each answer takes the CPU time of a page. How late it
 * answers is what the machine takes by itself. Sends its parent its port, and ends with it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** As long as the login page takes. */
const PAGE_CPU_MICROS = 8_000;

const server = createServer((_request, response) => {
  const before = process.cpuUsage();
  for (let used = 0; used < PAGE_CPU_MICROS; ) {
    const { user, system } = process.cpuUsage(before);
    used = user + system;
  }
  response.end('page');
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
