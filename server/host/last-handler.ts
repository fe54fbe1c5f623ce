import { errorText } from '../errors';
import type { Logger } from '../log';
import type { ProblemBoard } from '../problems';

/**
 * Keeps this process serving after uncaught errors, for instance in a timer or an event of a library, since
 * it admits pods. Each is logged and stays a problem until the process is restarted.
 */
export function surviveTheUnforeseen(running: {
  readonly log: Logger;
  readonly problems: ProblemBoard;
}): void {
  const survive = (error: unknown): void => {
    running.log.error({ err: error }, 'An unexpected error; this process keeps running');
    const detail = errorText(error);
    running.problems.by('process').report('unforeseen-error', 'this process', detail);
  };
  process.on('uncaughtException', survive);
  process.on('unhandledRejection', survive);
}
