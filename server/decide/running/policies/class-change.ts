import { losesClass } from '../../pods/memory-limit/for-pod';
import type { Restraint } from '../policy';

/** Says that a Guaranteed pod becomes Burstable, where its VPA allows a memory limit above the request. */
export const classChange: Restraint<undefined> = {
  name: 'class-change',
  begin: () => undefined,
  review: () => undefined,
  tell: ({ facts, way, workload }) =>
    way === 'evict' && losesClass(workload.vpa, facts.pod.spec) ? { code: 'becomes-burstable' } : undefined,
};
