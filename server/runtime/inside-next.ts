import { wallClock } from '../clock';
import { ConfigError, configFromProcess } from '../config';
import { startRuntime } from '../runtime';
import { stopOnSignals } from './signals';

/** Starts the runtime of a Next server; settings or an embedded cluster that cannot be used end the process with one message. */
export async function startInsideNext(): Promise<void> {
  try {
    stopOnSignals(await startRuntime(configFromProcess()), wallClock);
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error);
    process.exit(1);
  }
}
