import * as z from 'zod';
import {
  MEMORY_LIMIT_ANNOTATION,
  memoryLimitFaults,
  memoryLimitPolicy,
} from '../../pods/memory-limit/stated';
import type { FeatureEdit } from '../feature';
import { withAnnotation } from '../with-annotation';

export interface MemoryLimitEdit {
  /** The words of the annotation; null for none. */
  memoryLimit?: string | null;
}

export const memoryLimitEdit: FeatureEdit<MemoryLimitEdit> = {
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
