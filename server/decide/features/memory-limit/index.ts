import * as z from 'zod';
import { MEMORY_LIMITS_ANNOTATION } from '../../pods/memory-limit/recommended';
import {
  MEMORY_LIMIT_ANNOTATION,
  memoryLimitFaults,
  memoryLimitPolicy,
} from '../../pods/memory-limit/stated';
import type { FeatureEdit, VpaFeature } from '../feature';
import { withAnnotation } from '../with-annotation';

interface MemoryLimitEdit {
  /** The words of the annotation; null for none. */
  memoryLimit?: string | null;
}

const memoryLimitEdit: FeatureEdit<MemoryLimitEdit> = {
  shape: { memoryLimit: z.string().trim().min(1).max(200).nullable().optional() },
  apply: (vpa, { memoryLimit }) =>
    memoryLimit === undefined ? vpa : withAnnotation(vpa, MEMORY_LIMIT_ANNOTATION, memoryLimit),
  faults: (vpa, { memoryLimit }) => {
    if (typeof memoryLimit !== 'string') return [];
    const edited = withAnnotation(vpa, MEMORY_LIMIT_ANNOTATION, memoryLimit);
    return memoryLimitFaults(edited).map((message) => ({ field: 'memoryLimit', message }));
  },
  statements(before, after) {
    const [was, is] = [memoryLimitPolicy(before), memoryLimitPolicy(after)];
    const said: string[] = [];
    if (was.isApart !== is.isApart)
      said.push(
        is.isApart
          ? 'Where memory limits are recommended, the request is what is enough for most of the time, and the limit holds the peak.'
          : 'Memory limits keep their proportion to requests, which hold the peak.',
      );
    if (is.setsMissing && !was.setsMissing)
      said.push('Containers without a memory limit get the recommended one, and are killed above it.');
    if (is.allowsBurstable && !was.allowsBurstable)
      said.push(
        'Guaranteed pods become Burstable: under memory pressure of their node they are evicted and killed before Guaranteed ones, and a resize in place cannot change the class, so each is replaced once.',
      );
    return said;
  },
};

/** Memory limits that are estimated apart from requests. */
export const memoryLimitFeature = {
  name: 'memory-limit',
  annotation: {
    name: MEMORY_LIMIT_ANNOTATION,
    on: 'VPA',
    takes: '`apart` or `in-proportion`, and `set-missing`, `allow-burstable`',
    says: 'Whether memory limits are what containers may reach, apart from their requests, or keep their proportion; whether containers without a limit get one; and whether Guaranteed pods may become Burstable for it.',
    guide: 'memory-limits.md',
  },
  notes: [
    {
      name: MEMORY_LIMITS_ANNOTATION,
      on: 'VPA',
      says: 'The recommended memory limits, for which the status has no place, and what request and limit are where they have to be the same.',
      guide: 'memory-limits.md',
    },
  ],
  isPlannedBy: true,
  faults: memoryLimitFaults,
  untilCorrected: 'memory limits are apart from requests where both are recommended',
  edit: memoryLimitEdit,
} as const satisfies VpaFeature;
