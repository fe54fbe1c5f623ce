/**
 * The embedded cluster with a thousand workloads, for a bench over HTTPS. Prints one line of JSON with the
 * access once all pods run and have settled, and ends when its standard input does.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { wallClock } from '@/server/clock';
import { ThousandWorkloads } from './thousand-workloads';

const SETTLE_MS = 3000;

const cluster = await ThousandWorkloads.start(wallClock);
await cluster.running();
await pause(SETTLE_MS);
const { url, caPem, tokens } = cluster.sandbox.server;
process.stdout.write(`${JSON.stringify({ url, caPem, token: tokens.admin })}\n`);
for await (const _chunk of process.stdin) {
  // Until the parent closes it.
}
await cluster.close();
process.exit();
