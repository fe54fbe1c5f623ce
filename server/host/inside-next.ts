import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { PEER_HEADER, refuseOpenAccess } from '../access';
import { configFromProcess, isDevelopment } from '../config';
import { wallClock } from '../lib/time/clock';
import { printNothingOfGoneSenders } from './http/gone-senders';
import { guardHttpServer } from './http/http-server';
import { knock } from './http/next-server';
import { serveProbes } from './http/probe-server';
import { limitServerOn, TIME_LIMITS } from './http/time-limits';
import { surviveTheUnforeseen } from './last-handler';
import { stopOnSignals } from './signals';
import { offerScenarios, startRuntime } from './start';
import { failStart } from './startup-failure';

/** Newer ones may have no such flag: they print that they do not know it. */
const KNOWS_THE_FLAG = new Set(['11', '12']);
/** Bytes of bytecode that a function runs between two looks at whether to optimize it; by default 67,584. */
const BUDGET = 1_000_000;

/**
 * Lets V8 optimize only what runs for longer. A process that works a second or two of each minute else spends a third
 * of its time, and 25 MB, to optimize what it then seldom runs. What is really hot is optimized all the same.
 */
function optimizeLate(): void {
  if (KNOWS_THE_FLAG.has(process.versions.v8.split('.')[0] ?? ''))
    setFlagsFromString(`--interrupt-budget=${BUDGET}`);
}

/**
 * Puts the address of the other end on every HTTP request that this process gets, in place of what the sender
 * claims: route handlers of Next do not see the connection.
 */
function namePeers(): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? '';
  });
}

/**
 * Starts the runtime of a Next server; invalid settings or an embedded cluster that fails end the process.
 */
export async function startInsideNext(): Promise<void> {
  try {
    const config = configFromProcess();
    refuseOpenAccess(config);
    // A whole cluster at many times its speed is busy all the time.
    if (!config.sandbox) optimizeLate();
    namePeers();
    printNothingOfGoneSenders();
    limitServerOn(config.port, TIME_LIMITS, { isDevelopment: isDevelopment() });
    guardHttpServer(config);
    await knock(config);
    const running = await startRuntime(config);
    await serveProbes(config);
    const lasting = running.config.sandbox ? await offerScenarios(running) : running;
    stopOnSignals(lasting, wallClock);
    surviveTheUnforeseen(lasting);
  } catch (error) {
    failStart(error);
  }
}
