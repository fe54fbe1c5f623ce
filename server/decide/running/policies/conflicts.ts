import type { Reason } from '../../../words/reasons';
import { type AutoscalerConflict, isConflictOn } from '../../features/with-hpa/conflicts';
import type { Hold, Trigger } from '../policy';

/**
 * A resource that another autoscaler controls is not acted on: two on one resource would chase each other.
 */
export const conflicts: Trigger = {
  name: 'conflicts',
  review({ contested, workload }): readonly Hold[] {
    if (contested.length === 0) return [];
    return workload.conflicts
      .filter((conflict) =>
        contested.some(({ container, resource }) => isConflictOn(conflict, container, resource)),
      )
      .map((conflict) => ({
        kind: 'hold',
        reason: reasonOf(conflict),
        awaits: conflict.kind === 'hpa-jump' ? 'hpa-steadies' : 'conflict-resolved',
      }));
  },
};

function reasonOf(conflict: AutoscalerConflict): Reason {
  switch (conflict.kind) {
    case 'vpa':
      return { code: 'two-vpas', other: conflict.other, resource: conflict.resource };
    case 'hpa-jump': {
      const { kind: _kind, percent: _percent, ...found } = conflict;
      return { code: 'hpa-would-jump', ...found };
    }
    case 'hpa': {
      const { kind: _kind, ...claim } = conflict;
      return { code: 'hpa-same-resource', ...claim };
    }
  }
}
