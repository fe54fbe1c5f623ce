/** All there is to say of one reason. Amounts of its evidence are in millicores or bytes, times in Unix milliseconds. */
export interface Row<Evidence> {
  /** The one sentence for people, without numbers. */
  readonly sentence: string;
  /** The numbers behind it as a clause; empty where the sentence says it all. `nowMs` is the cluster's time. */
  readonly evidence: (found: Evidence, nowMs: number) => string;
}

export function row<Evidence = object>(
  sentence: string,
  evidence: Row<Evidence>['evidence'] = () => '',
): Row<Evidence> {
  return { sentence, evidence };
}
