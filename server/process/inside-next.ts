import { wallClock } from '../clock';
import { configFromProcess } from '../config';
import { stopOnSignals } from './signals';
import { offerScenarios, startRuntime } from './start';
import { failStart } from './startup-failure';

/** Starts the runtime of a Next server; settings or an embedded cluster that cannot be used end the process. */
export async function startInsideNext(): Promise<void> {
  try {
    const running = await startRuntime(configFromProcess());
    stopOnSignals(running.config.sandbox ? await offerScenarios(running) : running, wallClock);
  } catch (error) {
    failStart(error);
  }
}
