import { refuseOpenAccess } from '../access';
import { configFromProcess, isDevelopment } from '../config';
import { wallClock } from '../lib/time/clock';
import { printNothingOfGoneSenders } from './http/gone-senders';
import { guardHttpServer } from './http/http-server';
import { knock } from './http/next-server';
import { serveProbes } from './http/probe-server';
import { limitServerOn, TIME_LIMITS } from './http/time-limits';
import { surviveTheUnforeseen } from './last-handler';
import { optimizeLate } from './optimized-late';
import { namePeers } from './peers';
import { stopOnSignals } from './signals';
import { offerScenarios, startRuntime } from './start';
import { failStart } from './startup-failure';

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
