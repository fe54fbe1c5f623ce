/** The settings that apply if a policy has no value. */
export interface UsualPolicy {
  minReplicas: number;
  evictAfterOomMs: number;
  oomBumpUpRatio: number;
  oomMinBumpUpBytes: number;
  memoryAggregationIntervalMs: number;
  memoryAggregationIntervalCount: number;
}

interface FieldChoice {
  readonly value: string;
  readonly label: string;
}

/**
 * The input of a field: a choice, a whole number, a quantity, both resources or one of them; a startup boost
 * and eviction requirements have fields of their own.
 */
type FieldKind = 'choice' | 'whole' | 'quantity' | 'resources' | 'boost' | 'requirements';

/** What a sentence about a field refers to. */
export interface About<Policy> {
  readonly policy: Policy;
  /** The container, in words. */
  readonly name: string;
  readonly usual: UsualPolicy;
}

/**
 * One field of a policy: its name and type in the API, its place and input in the form, and what a change of
 * it means. The schema of edits, the form and the sentences about an edit are made from these rows.
 */
export interface PolicyField<Policy = never> {
  /** Its path in the API, from its object: `minReplicas`, `maxAllowed.cpu`. */
  readonly path: string;
  /** Its name in the form. */
  readonly place: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly help?: string;
  readonly unit?: 's';
  readonly choices?: readonly FieldChoice[];
  /** The choice if none is stated. */
  readonly standard?: string;
  /** The placeholder of an empty input. */
  readonly empty?: (usual: UsualPolicy) => string;
  /** Whether it is in the collapsed section of rare fields. */
  readonly isRare?: boolean;
  /**
   * The effect from now on, for a field whose change no count of pods shows; fields with the same sentence
   * share it.
   */
  readonly says?: (about: About<Policy>) => string;
}

/** The value of a number input: empty text while empty, text while it is not a number yet. */
export type NumberInput = number | string;

/** Kinds with a single input. */
type PlainKind = Exclude<FieldKind, 'boost' | 'requirements'>;

/** The values of a form with an input for each plain field; an empty text means not set. */
export type FieldValues<Fields extends readonly PolicyField[]> = {
  [Field in Extract<Fields[number], { kind: PlainKind }> as Field['place']]: Field['kind'] extends 'whole'
    ? NumberInput
    : string;
};
