/** What counts where a policy says nothing: the settings. */
export interface UsualPolicy {
  minReplicas: number;
  evictAfterOomMs: number;
  oomBumpUpRatio: number;
  oomMinBumpUpBytes: number;
  memoryAggregationIntervalMs: number;
  memoryAggregationIntervalCount: number;
}

export interface FieldChoice {
  readonly value: string;
  readonly label: string;
}

/**
 * How a field is written: a choice, a whole number, a quantity, both resources or one of them; a startup boost and
 * eviction requirements are made of fields of their own.
 */
type FieldKind = 'choice' | 'whole' | 'quantity' | 'resources' | 'boost' | 'requirements';

/** What a sentence about a field is about. */
export interface About<Policy> {
  readonly policy: Policy;
  /** The container, in words. */
  readonly name: string;
  readonly usual: UsualPolicy;
}

/**
 * One field of a policy: how the API names and takes it, where it stands in the form and how it looks there, and
 * what a change of it means. The schema of edits, the form and the sentences about an edit are made of these rows.
 */
export interface PolicyField<Policy = never> {
  /** Its path in the API, from the object it belongs to: `minReplicas`, `maxAllowed.cpu`. */
  readonly path: string;
  /** Its name in the form. */
  readonly place: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly help?: string;
  readonly unit?: 's';
  readonly choices?: readonly FieldChoice[];
  /** The choice that counts where none is stated. */
  readonly standard?: string;
  /** What an empty input shows. */
  readonly empty?: (usual: UsualPolicy) => string;
  /** Whether it stands in the fold of the rarer fields. */
  readonly isRare?: boolean;
  /** What it means from now on, for a field whose change no count of pods shows; fields with one sentence share it. */
  readonly says?: (about: About<Policy>) => string;
}

/** What inputs for numbers hold: empty text while nothing is written, text while it is no number yet. */
export type NumberInput = number | string;

/** Kinds with an input of one value. */
type PlainKind = Exclude<FieldKind, 'boost' | 'requirements'>;

/** The values of a form with an input for each plain field; an empty text means not set. */
export type FieldValues<Fields extends readonly PolicyField[]> = {
  [Field in Extract<Fields[number], { kind: PlainKind }> as Field['place']]: Field['kind'] extends 'whole'
    ? NumberInput
    : string;
};
