import type { Config } from '../config';
import { type ComposeOptions, compose } from './compose';
import { type Runtime, shareRuntime, shareScenarios } from './runtime';
import { ScenarioSwitch } from './scenario-switch';

/**
 * Starts every role that `config` names and makes it the runtime of this process. Resolves once pages can be
 * served; connecting to the cluster goes on in the background for as long as it takes.
 * @throws Error when the embedded cluster is asked for and cannot start
 */
export async function startRuntime(config: Config, options: ComposeOptions = {}): Promise<Runtime> {
  const running = await compose(config, options);
  shareRuntime(running);
  return running;
}

/**
 * Lets people replace the embedded cluster of `running` by another scenario. What is answered stops whatever
 * runs by then.
 */
export async function offerScenarios(running: Runtime): Promise<ScenarioSwitch> {
  const { SCENARIOS } = await import('../sandbox/scenarios/catalogue');
  const catalogue = SCENARIOS.map(({ name, title, summary, lesson }) => ({ name, title, summary, lesson }));
  const offered = new ScenarioSwitch(running, catalogue);
  shareScenarios(offered);
  return offered;
}
