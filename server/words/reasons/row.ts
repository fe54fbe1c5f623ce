/**
 * The texts of one reason. Amounts in its evidence are in millicores or bytes, times in Unix milliseconds.
 */
export interface Row<Evidence> {
  /** The sentence for people, without numbers. */
  readonly sentence: string;
  /** The numbers behind it as a clause; empty if the sentence says it all. `nowMs` is the cluster's time. */
  readonly evidence: (found: Evidence, nowMs: number) => string;
}

export function row<Evidence = object>(
  sentence: string,
  evidence: Row<Evidence>['evidence'] = () => '',
): Row<Evidence> {
  return { sentence, evidence };
}
