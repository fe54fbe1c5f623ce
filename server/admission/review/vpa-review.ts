import { isDeepStrictEqual } from 'node:util';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import type { RecommenderNames } from '../../policy/serving-recommender';
import { missingUpdatePolicy } from '../../policy/vpa-defaults';
import type { FaultKind, FeatureGates, VpaFault } from '../../policy/vpa-faults';
import { validateVpa } from '../../policy/vpa-validation';
import { hpaModeWarnings, type Surroundings, vpaWarnings } from '../../policy/vpa-warnings';
import { readWithHpa } from '../../policy/with-hpa';
import { approvalWarnings, sameApprovals } from './approval-warnings';
import { calendarWarnings, sameCalendar } from './calendar-warnings';
import { graduationWarnings, sameGraduation } from './graduation-warnings';
import { parameterWarnings, sameParameters } from './parameter-warnings';
import type { AdmissionVerdict, Denial } from './review-types';
import { sameScope, scopeWarnings } from './scope-warnings';
import { sameSignals, signalWarnings } from './signal-warnings';

/** The wording of Kubernetes' field errors. */
const CAUSE_REASONS: Readonly<Record<FaultKind, string>> = {
  required: 'FieldValueRequired',
  invalid: 'FieldValueInvalid',
  'not-supported': 'FieldValueNotSupported',
  forbidden: 'FieldValueForbidden',
  'too-many': 'FieldValueTooMany',
};

interface VpaChange {
  readonly vpa: VerticalPodAutoscaler;
  /** The object before the change, if it is changed. */
  readonly former?: VerticalPodAutoscaler | null;
}

interface VpaReviewing {
  readonly gates: FeatureGates;
  readonly recommenders: RecommenderNames;
  readonly nowMs: number;
}

/**
 * Validates a VPA that is created or changed, gives it the default update policy and warns about conflicts. A
 * change that leaves the spec alone, or only lets a deleted object go, is never refused: an object that was
 * accepted must stay editable.
 */
export function reviewVpa(
  { vpa, former }: VpaChange,
  { gates, recommenders, nowMs }: VpaReviewing,
  surroundings: () => Surroundings,
): AdmissionVerdict {
  const isUntouched = former && isDeepStrictEqual(former.spec, vpa.spec);
  if (vpa.metadata.deletionTimestamp) return { allowed: true };
  if (isUntouched) return { allowed: true, ...annotationWarnings(vpa, former, { recommenders, nowMs }) };
  const faults = validateVpa(vpa, { gates, create: !former });
  if (faults.length > 0) return { allowed: false, denial: denialOf(vpa, faults) };
  const policy = missingUpdatePolicy(vpa);
  return {
    allowed: true,
    operations: policy ? [{ op: 'add', path: '/spec/updatePolicy', value: policy }] : [],
    warnings: [
      ...warningsOf(vpa, surroundings),
      ...parameterWarnings(vpa, recommenders),
      ...signalWarnings(vpa),
      ...scopeWarnings(vpa),
      ...calendarWarnings(vpa, nowMs),
      ...graduationWarnings(vpa),
      ...approvalWarnings(vpa),
    ],
  };
}

/** Only about what the change touches. */
function annotationWarnings(
  vpa: VerticalPodAutoscaler,
  former: VerticalPodAutoscaler,
  { recommenders, nowMs }: Omit<VpaReviewing, 'gates'>,
): Pick<AdmissionVerdict & { allowed: true }, 'warnings'> {
  const warnings = [
    ...(isDeepStrictEqual(readWithHpa(vpa), readWithHpa(former)) ? [] : hpaModeWarnings(vpa)),
    ...(sameParameters(vpa, former) ? [] : parameterWarnings(vpa, recommenders)),
    ...(sameSignals(vpa, former) ? [] : signalWarnings(vpa)),
    ...(sameScope(vpa, former) ? [] : scopeWarnings(vpa)),
    ...(sameCalendar(vpa, former) ? [] : calendarWarnings(vpa, nowMs)),
    ...(sameGraduation(vpa, former) ? [] : graduationWarnings(vpa)),
    ...(sameApprovals(vpa, former) ? [] : approvalWarnings(vpa)),
  ];
  return warnings.length > 0 ? { warnings } : {};
}

/** If a VPA beside this one cannot be read, the warnings are lost, not the review. */
function warningsOf(vpa: VerticalPodAutoscaler, surroundings: () => Surroundings): string[] {
  try {
    return vpaWarnings(vpa, surroundings());
  } catch {
    return [];
  }
}

function denialOf(vpa: VerticalPodAutoscaler, faults: readonly VpaFault[]): Denial {
  const list = faults.map(({ field, message }) => `${field}: ${message}`);
  return {
    code: 422,
    reason: 'Invalid',
    message: `VerticalPodAutoscaler "${vpa.metadata.name}" is invalid: ${list.join('; ')}`,
    causes: faults.map(({ kind, field, message }) => ({ reason: CAUSE_REASONS[kind], message, field })),
  };
}
