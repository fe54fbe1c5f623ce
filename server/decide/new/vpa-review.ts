import { isDeepStrictEqual } from 'node:util';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { missingUpdatePolicy } from '../features/opting-in';
import { changedFeatureWarnings, featureWarnings } from '../features/warnings';
import type { RecommenderNames } from '../pods/serving-recommender';
import type { FaultKind, FeatureGates, VpaFault } from '../pods/vpa-faults';
import { keptValues, validateVpa } from '../pods/vpa-validation';
import { isModeByStop } from './mode-by-stop';
import type { AdmissionVerdict, Denial } from './review-types';
import { type Surroundings, vpaWarnings } from './vpa-warnings';

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
  /** Whether new pods of its namespace are reviewed; by default they are. */
  readonly reviewsPods?: boolean;
}

/**
 * Validates a VPA that is created or changed, gives it the default update policy and warns about conflicts. A
 * change that leaves the spec alone, stops it, or only lets a deleted object go, is never refused: an object that was
 * accepted must stay editable.
 */
export function reviewVpa(
  { vpa, former }: VpaChange,
  reviewing: VpaReviewing,
  surroundings: () => Surroundings,
): AdmissionVerdict {
  const isUntouched = former && isDeepStrictEqual(former.spec, vpa.spec);
  if (vpa.metadata.deletionTimestamp) return { allowed: true };
  if (isUntouched) return { allowed: true, ...annotationWarnings(vpa, former, reviewing) };
  const faults = validateVpa(vpa, { gates: reviewing.gates, ...(former && { former }) });
  if (faults.length > 0 && former?.spec && isModeByStop(vpa, former))
    return { allowed: true, warnings: [denialOf(vpa, faults).message] };
  if (faults.length > 0) return { allowed: false, denial: denialOf(vpa, faults) };
  const policy = missingUpdatePolicy(vpa);
  return {
    allowed: true,
    operations: policy ? [{ op: 'add', path: '/spec/updatePolicy', value: policy }] : [],
    warnings: [
      ...keptValues(vpa, former ?? undefined),
      ...unreviewedWarnings(vpa, reviewing),
      ...warningsOf(vpa, reviewing, surroundings),
    ],
  };
}

/** What `kubectl apply` should say of a VPA that would act on pods which are not reviewed. */
function unreviewedWarnings({ spec }: VerticalPodAutoscaler, { reviewsPods = true }: VpaReviewing): string[] {
  if (reviewsPods || spec?.updatePolicy?.updateMode === 'Off') return [];
  return [
    'Pods of this namespace are not reviewed, so they start without their recommendation: PLUMBLINE_ADMISSION_KUBE_SYSTEM=true changes that.',
  ];
}

/** Only about what the change touches. */
function annotationWarnings(
  vpa: VerticalPodAutoscaler,
  former: VerticalPodAutoscaler,
  { nowMs, recommenders }: VpaReviewing,
): Pick<AdmissionVerdict & { allowed: true }, 'warnings'> {
  const said = changedFeatureWarnings(vpa, former, { nowMs, recommenders });
  return said.length > 0 ? { warnings: said } : {};
}

/** If what is beside it cannot be looked up, the warnings about that are lost, not the review. */
function warningsOf(
  vpa: VerticalPodAutoscaler,
  { nowMs, recommenders }: VpaReviewing,
  surroundings: () => Surroundings,
): string[] {
  try {
    const around = surroundings();
    return [...vpaWarnings(vpa, around), ...featureWarnings(vpa, { nowMs, recommenders, hpas: around.hpas })];
  } catch {
    return featureWarnings(vpa, { nowMs, recommenders });
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
