import type { Resource } from '../objects/units';

type Amounts = Readonly<Partial<Record<Resource, number>>>;

/** What the pods of a workload state as a whole, and what is recommended for that; in millicores and bytes. */
export interface WholePodView {
  pod: string;
  requests: Amounts;
  limits: Amounts;
  /** What its containers used together at the last sample. */
  usage?: Amounts;
  /** Whether the VPA asks to size it. */
  isSized: boolean;
  containers: Amounts;
  /** Absent until something is known of it, or if it is not sized. */
  target?: Amounts;
  lowerBound?: Amounts;
  upperBound?: Amounts;
  /** From the first sample of the sum to the last. */
  spanMs?: number;
  samples?: number;
}
