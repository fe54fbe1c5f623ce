/** The feature gates that decide which fields may be used. */
export interface FeatureGates {
  readonly cpuStartupBoost: boolean;
  readonly perVpaConfig: boolean;
  readonly inPlace: boolean;
}

export const ALL_GATES_ON: FeatureGates = { cpuStartupBoost: true, perVpaConfig: true, inPlace: true };

export type FaultKind = 'required' | 'invalid' | 'not-supported' | 'forbidden' | 'too-many';

/** A field of a VPA that cannot be used as it stands; `field` is its path, such as `spec.updatePolicy.updateMode`. */
export interface VpaFault {
  readonly kind: FaultKind;
  readonly field: string;
  readonly message: string;
}

export interface ValidationOptions {
  readonly gates: FeatureGates;
  /** Whether the object is new; gates hold back new objects only, so that a gate turned off locks out none. */
  readonly create: boolean;
}

/** A value that is none of those a field takes. */
export function notSupported(field: string, supported: readonly string[]): VpaFault {
  return {
    kind: 'not-supported',
    field,
    message: `supported values: ${supported.map((value) => `"${value}"`).join(', ')}`,
  };
}

/** A field that a feature gate, being off, keeps from being used. */
export function forbiddenByGate(field: string, what: string, gate: string): VpaFault {
  return {
    kind: 'forbidden',
    field,
    message: `in order to use ${what}, you must enable feature gate ${gate} in the admission-controller args`,
  };
}
