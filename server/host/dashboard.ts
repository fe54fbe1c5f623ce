import { refuseOpenAccess } from '../access';
import { type Config, configFromProcess } from '../config';
import { wallClock } from '../lib/time/clock';
import { optimizeLate } from '../lib/time/optimize-late';
import { dashboardServer } from './http/dashboard-server';
import { printNothingOfGoneSenders } from './http/gone-senders';
import { listening } from './http/guarded-server';
import { PagesWhenAsked } from './http/pages-when-asked';
import { serveProbes } from './http/probe-server';
import { surviveTheUnforeseen } from './last-handler';
import { stopOnSignals } from './signals';
import { offerScenarios, startRuntime } from './start';
import { failStart } from './startup-failure';

/** Starts all that runs beside the pages. */
async function start(config: Config): Promise<void> {
  const running = await startRuntime(config);
  await serveProbes(config);
  const lasting = running.config.sandbox ? await offerScenarios(running) : running;
  stopOnSignals(lasting, wallClock);
  surviveTheUnforeseen(lasting);
}

/** The process with the pages; invalid settings or an embedded cluster that fails end it. */
async function main(): Promise<void> {
  const config = configFromProcess();
  refuseOpenAccess(config);
  // A whole cluster at many times its speed is busy all the time.
  if (!config.sandbox) optimizeLate();
  printNothingOfGoneSenders();
  const started = start(config);
  const pages = new PagesWhenAsked(config.host, () => server);
  const server = dashboardServer(config, started, pages.serve);
  await Promise.all([listening(server, config), started]);
  // Who starts an embedded cluster is about to look at it.
  if (config.sandbox) await pages.load();
}

main().catch(failStart);
