import { refuseOpenAccess } from '../access';
import { type Config, configFromProcess } from '../config';
import { wallClock } from '../lib/time/clock';
import { optimizeLate } from '../lib/time/optimize-late';
import { apiBefore, askApi } from './http/api-server';
import { dashboardServer } from './http/dashboard-server';
import { printNothingOfGoneSenders } from './http/gone-senders';
import { listening } from './http/guarded-server';
import { arePagesBeingBuilt } from './http/pages-being-built';
import { PagesWhenAsked } from './http/pages-when-asked';
import { serveProbes } from './http/probe-server';
import { surviveTheUnforeseen } from './last-handler';
import { shareApi } from './runtime';
import { stopOnSignals } from './signals';
import { offerScenarios, startRuntime } from './start';
import { failStart } from './startup-failure';

/** Starts all that runs beside the pages. @param seen resolves once somebody looks at them */
async function start(config: Config, seen: Promise<void>): Promise<void> {
  // Who starts an embedded cluster is about to look at it.
  const running = await startRuntime(config, config.sandbox ? {} : { seen });
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
  let tellSeen = (): void => undefined;
  const seen = new Promise<void>((resolve) => {
    tellSeen = resolve;
  });
  const pages = new PagesWhenAsked(config.host, () => server);
  const serve = apiBefore(pages.serve);
  shareApi(askApi);
  const started = start(config, seen);
  const server = dashboardServer(config, started, async (request, response) => {
    await serve(request, response);
    tellSeen();
  });
  await Promise.all([listening(server, config), started]);
  if (config.sandbox && !arePagesBeingBuilt()) await pages.load();
}

main().catch(failStart);
