/**
 * The embedded cluster with a thousand workloads in a separate process, in real time. Prints one line of
 * JSON: when all pods ran, the memory of the process, and its CPU use once all is quiet.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { wallClock } from '@/server/clock';
import { ThousandWorkloads } from './thousand-workloads';

const SETTLE_MS = 3000;
const QUIET_MS = 20_000;

const cluster = await ThousandWorkloads.start(wallClock);
await cluster.running();
const seconds = performance.now() / 1000;
await pause(SETTLE_MS);
const before = process.cpuUsage();
await pause(QUIET_MS);
const { user, system } = process.cpuUsage(before);
const peakMb = process.resourceUsage().maxRSS / 1000;
console.log(JSON.stringify({ seconds, peakMb, idlePercent: (user + system) / (QUIET_MS * 10) }));
await cluster.close();
