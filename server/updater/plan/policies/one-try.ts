import type { Restraint } from '../policy';
import { isUrgent } from './urgent';

/**
 * After a change was undone, the next one is made with one pod; the others wait for what comes of it. Going back is no
 * try, and a pod that is killed for memory waits for none.
 */
export const oneTry: Restraint<{ chosen: number }> = {
  name: 'one-try',
  begin: () => ({ chosen: 0 }),
  review({ way, reasons, workload }, _scope, { chosen }) {
    const { undone = 0, trial } = workload.vpa.outcome ?? {};
    if (undone === 0 || way === 'unboost' || isUrgent(reasons)) return undefined;
    if (!trial && chosen === 0) return undefined;
    return {
      kind: 'hold',
      reason: { code: 'one-try', undone, ...(trial && { sinceMs: trial.sinceMs }) },
      awaits: 'outcome-known',
    };
  },
  choose({ way, reasons }, tally) {
    if (way !== 'unboost' && !isUrgent(reasons)) tally.chosen++;
  },
};
