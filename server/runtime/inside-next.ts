import { wallClock } from '../clock';
import { configFromProcess } from '../config';
import { stopOnSignals } from './signals';
import { startRuntime } from './start';
import { failStart } from './startup-failure';

/** Starts the runtime of a Next server; settings or an embedded cluster that cannot be used end the process. */
export async function startInsideNext(): Promise<void> {
  try {
    stopOnSignals(await startRuntime(configFromProcess()), wallClock);
  } catch (error) {
    failStart(error);
  }
}
