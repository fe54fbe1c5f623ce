import { ALL_PODS } from '../../../words/outcome-parts';
import type { Restraint } from '../policy';
import { cannotWait, isUrgent } from './urgent';

/**
 * After a change was undone, the next one is made with one pod of those it was undone for; the others wait for what comes of it. Going back is no
 * try, and a pod that is killed for memory waits for none.
 */
export const oneTry: Restraint<Set<string>> = {
  name: 'one-try',
  begin: () => new Set(),
  review(proposal, scope, chosen) {
    const {
      way,
      workload: { vpa },
    } = proposal;
    const { undone = 0, trial } = vpa.outcome ?? {};
    if (undone === 0 || way === 'unboost' || cannotWait(proposal, scope)) return undefined;
    if (!trial && !chosen.has(vpa.part ?? ALL_PODS)) return undefined;
    return {
      kind: 'hold',
      reason: { code: 'one-try', undone, ...(trial && { sinceMs: trial.sinceMs }) },
      awaits: 'outcome-known',
    };
  },
  choose({ way, reasons, workload: { vpa } }, chosen) {
    if (way !== 'unboost' && !isUrgent(reasons)) chosen.add(vpa.part ?? ALL_PODS);
  },
};
