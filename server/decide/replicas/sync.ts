import type { Evaluation } from './evaluation';

export type Sync =
  /** The target or its scale cannot be read. */
  | { readonly kind: 'no-scale'; readonly error: string }
  | {
      readonly kind: 'evaluated';
      readonly evaluation: Evaluation;
      /** What came of writing the replicas; absent if they stay, or are not ours to write. */
      readonly scaled?: Scaled;
    };

/** The replicas that the target got, or why it did not get them. */
export type Scaled = { readonly to: number } | { readonly error: string };

/** Whether the metrics, or the selector, left the evaluation without an answer. */
export function isUndecided({ course }: Evaluation): boolean {
  return course.kind === 'blocked' || course.kind === 'bad-selector';
}
