import { EPHEMERAL_STORAGE } from '../../../model/units';
import type { ChangeReason, Trigger } from '../policy';

/** A request below the lower bound, above the upper bound, or missing is reason for a change at any age. */
export const bounds: Trigger = {
  name: 'bounds',
  review: ({ breaches }) =>
    breaches.map(({ container, resource, request, target, lowerBound, upperBound }): ChangeReason => {
      // No kubelet changes storage in place.
      const by = resource === EPHEMERAL_STORAGE ? { by: 'evict' as const } : {};
      if (request === undefined)
        return { kind: 'change', reason: { code: 'request-missing', container, resource, target }, ...by };
      return {
        kind: 'change',
        reason: { code: 'outside-bounds', container, resource, request, target, lowerBound, upperBound },
        ...by,
      };
    }),
};
