import * as z from 'zod';
import { RESOURCES } from '../../../objects/units';
import { resourceTitle } from '../../../words/amounts';
import type { LimitMode } from '../../pods/container-policy';
import { LIMITS_ANNOTATION, limitModeFaults, limitModesOf } from '../../pods/limit-modes';
import type { FeatureEdit, VpaFeature } from '../feature';
import { withAnnotation } from '../with-annotation';

interface LimitsEdit {
  /** The words of the annotation; null for none. */
  limits?: string | null;
}

const SAYS: Record<LimitMode, string> = {
  'in-proportion': 'keep their proportion to requests',
  'as-stated': 'stay as pods state them, and requests stay at or below them',
  'limits-only': 'change alone, to what is recommended, and requests stay as pods state them',
  'up-to-max': 'keep their proportion to requests, up to maxAllowed',
};

const limitsEdit: FeatureEdit<LimitsEdit> = {
  shape: { limits: z.string().trim().min(1).max(200).nullable().optional() },
  apply: (vpa, { limits }) => (limits === undefined ? vpa : withAnnotation(vpa, LIMITS_ANNOTATION, limits)),
  faults: (vpa, { limits }) =>
    typeof limits !== 'string'
      ? []
      : limitModeFaults(withAnnotation(vpa, LIMITS_ANNOTATION, limits)).map((message) => ({
          field: 'limits',
          message,
        })),
  statements(before, after) {
    const [was, is] = [limitModesOf(before), limitModesOf(after)];
    return RESOURCES.flatMap((resource) => {
      const mode = is[resource] ?? 'in-proportion';
      return mode === (was[resource] ?? 'in-proportion')
        ? []
        : [`${resourceTitle(resource)} limits ${SAYS[mode]}.`];
    });
  },
};

export const limitsFeature = {
  name: 'limits',
  annotation: {
    name: LIMITS_ANNOTATION,
    on: 'VPA',
    takes:
      '`in-proportion`, `as-stated`, `up-to-max` or `limits-only`, or for each resource such as `cpu=as-stated, memory=up-to-max`',
    says: 'Whether limits keep their proportion to requests, stay as pods state them, keep it up to `maxAllowed`, or change alone while requests stay.',
    guide: 'memory-limits.md',
  },
  isPlannedBy: true,
  faults: limitModeFaults,
  untilCorrected: 'limits keep their proportion to requests',
  edit: limitsEdit,
} as const satisfies VpaFeature;
