import { trueCondition } from '../../../objects/vpa-conditions';
import { plainRestraint } from '../policy';

/**
 * Evicting is useless while new pods get no patch. Admission says so in a condition of the VPA, so that every
 * updater knows; resizes in place continue, since they create no pods.
 */
export const podsPatched = plainRestraint('pods-patched', ({ way, workload }) => {
  if (way !== 'evict') return undefined;
  const condition = trueCondition(workload.vpa.vpa.status, 'PodsUnpatched');
  if (!condition) return undefined;
  const { message = '', lastTransitionTime = '' } = condition;
  const sinceMs = Date.parse(lastTransitionTime) || 0;
  return { kind: 'hold', reason: { code: 'pods-unpatched', message, sinceMs }, awaits: 'pod-patched' };
});
