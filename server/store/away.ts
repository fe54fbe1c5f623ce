import type { ProblemReporter } from '../kube/problems';

/** Told by a part of the store whether the database takes its data. */
export interface Away {
  away(message: string): void;
  back(): void;
}

/** For those who need not know. */
export const UNHEARD: Away = { away: () => undefined, back: () => undefined };

/** Keeps a problem on the pages while the database named `about` takes no data. */
export function awayProblem(problems: Pick<ProblemReporter, 'report' | 'clear'>, about: string): Away {
  return {
    away: (message) => problems.report('database-unavailable', about, message),
    back: () => problems.clear('database-unavailable', about),
  };
}
