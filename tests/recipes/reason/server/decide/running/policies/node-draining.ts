import { plainRestraint } from '../policy';

/** Pods of a node that is drained leave it anyway. */
export const nodeDraining = plainRestraint('node-draining', ({ facts }, { nowMs }) => {
  const node = facts.pod.spec.nodeName;
  if (node === undefined || facts.pod.metadata.annotations?.draining !== 'true') return undefined;
  return {
    kind: 'hold',
    reason: { code: 'node-draining', node, sinceMs: nowMs },
    awaits: 'something-changed',
  };
});
