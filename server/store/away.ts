import type { ProblemReporter } from '../kube/problems';
import { isDamagedFile } from './database-error';

/** Told by a part of the store whether the database takes its data. */
export interface Away {
  away(message: string): void;
  back(): void;
}

/** For those who need not know. */
export const UNHEARD: Away = { away: () => undefined, back: () => undefined };

/**
 * Keeps a problem on the pages while the database named `about` takes no data. A damaged file still answers what does not
 * touch the damage, and is not mended by itself: that stays until this process ends.
 */
export function awayProblem(problems: Pick<ProblemReporter, 'report' | 'clear'>, about: string): Away {
  return {
    away: (message) => {
      const isDamage = isDamagedFile(message);
      if (isDamage) problems.clear('database-unavailable', about);
      problems.report(isDamage ? 'database-damaged' : 'database-unavailable', about, message);
    },
    back: () => problems.clear('database-unavailable', about),
  };
}
