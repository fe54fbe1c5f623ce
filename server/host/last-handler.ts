import type { ProblemBoard } from '../kube/problems';
import { errorText } from '../lib/report/errors';
import type { Logger } from '../lib/report/log';

/**
 * Keeps this process serving after uncaught errors, for instance in a timer or an event of a library, since
 * it admits pods. Each is logged and stays a problem until the process is restarted. Nobody knows the state that such an
 * error leaves, so the roles that change the cluster end, and others lead in their place.
 */
export function surviveTheUnforeseen(running: {
  readonly log: Logger;
  readonly problems: ProblemBoard;
  endLeaders(): Promise<void>;
}): void {
  const survive = (error: unknown): void => {
    running.log.error(
      { err: error },
      'An unexpected error; this process keeps serving, and changes nothing more',
    );
    const detail = errorText(error);
    running.problems.by('process').report('unforeseen-error', 'this process', detail);
    running.endLeaders().catch((failure: unknown) => {
      running.log.error({ err: failure }, 'A role did not end cleanly');
    });
  };
  process.on('uncaughtException', survive);
  process.on('unhandledRejection', survive);
}
