import type { Config } from '../config';
import { type Runtime, shareRuntime } from '../runtime';
import { type ComposeOptions, compose } from './compose';

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
