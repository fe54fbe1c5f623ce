import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import type { DecisionSettings } from '../settings';

/** The feature gates that decide which fields may be used. */
export interface FeatureGates {
  readonly cpuStartupBoost: boolean;
  readonly perVpaConfig: boolean;
  readonly inPlace: boolean;
}

export const ALL_GATES_ON: FeatureGates = { cpuStartupBoost: true, perVpaConfig: true, inPlace: true };

/** The gates as the settings open them. */
export function gatesOf({
  featureCpuStartupBoost,
  featurePerVpaConfig,
  featureInPlace,
}: Pick<
  DecisionSettings,
  'featureCpuStartupBoost' | 'featurePerVpaConfig' | 'featureInPlace'
>): FeatureGates {
  return {
    cpuStartupBoost: featureCpuStartupBoost,
    perVpaConfig: featurePerVpaConfig,
    inPlace: featureInPlace,
  };
}

export type FaultKind = 'required' | 'invalid' | 'not-supported' | 'forbidden' | 'too-many';

/** A field of a VPA that cannot be used; `field` is its path, such as `spec.updatePolicy.updateMode`. */
export interface VpaFault {
  readonly kind: FaultKind;
  readonly field: string;
  readonly message: string;
}

export interface ValidationOptions {
  readonly gates: FeatureGates;
  /** The object before the change; absent for a new one. What it has already stays allowed. */
  readonly former?: VerticalPodAutoscaler;
}

/** A value that the field does not accept. */
export function notSupported(field: string, supported: readonly string[]): VpaFault {
  return {
    kind: 'not-supported',
    field,
    message: `supported values: ${supported.map((value) => `"${value}"`).join(', ')}`,
  };
}

/** A field that needs a closed feature gate. */
export function forbiddenByGate(field: string, what: string, gate: string): VpaFault {
  return {
    kind: 'forbidden',
    field,
    message: `in order to use ${what}, you must enable feature gate ${gate} in the admission-controller args`,
  };
}
