import { Access } from '../access';
import type { Config } from '../config';
import { hiding } from '../config/secrets';
import { createLogger } from '../lib/report/log';
import { wallClock } from '../lib/time/clock';
import { type ComposeOptions, compose } from './compose';
import { askWhoseToken } from './lone-hub';
import {
  hubOfProcess,
  presentClient,
  presentNamespaces,
  type Runtime,
  shareAccess,
  shareRuntime,
  shareScenarios,
} from './runtime';
import { ScenarioSwitch } from './scenario-switch';

/**
 * Starts every role in `config` and makes it the runtime of this process. Resolves once pages can be served;
 * the connection to the cluster is made in the background.
 * @throws ConfigError for settings that cannot be used; Error if the embedded cluster is requested and cannot start
 */
export async function startRuntime(config: Config, options: ComposeOptions = {}): Promise<Runtime> {
  const log = (options.log ?? createLogger(config.logLevel, hiding(config))).child({ room: 'access' });
  const guard = new Access(config, {
    client: presentClient,
    namespaces: presentNamespaces,
    whoseToken: config.hubAlone ? (token) => askWhoseToken(hubOfProcess(), token) : undefined,
    wallClock,
    log,
  });
  const running = await compose(config, options);
  shareAccess(guard);
  shareRuntime(running);
  return running;
}

/**
 * Lets people replace the embedded cluster of `running` by another scenario. The returned function stops
 * whatever runs by then.
 */
export async function offerScenarios(running: Runtime): Promise<ScenarioSwitch> {
  const { SCENARIOS } = await import('@/sandbox/scenarios/catalogue');
  const catalogue = SCENARIOS.map(({ name, title, summary, lesson }) => ({ name, title, summary, lesson }));
  const offered = new ScenarioSwitch(running, catalogue);
  shareScenarios(offered);
  return offered;
}
