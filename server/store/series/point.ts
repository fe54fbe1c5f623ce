/**
 * The stored values of one resource of a container: CPU in millicores, memory in bytes; absent if unknown.
 */
export const AMOUNTS = [
  'target',
  'lowerBound',
  'upperBound',
  'uncappedTarget',
  'request',
  'limit',
  'usageMean',
  'usageP95',
  'usageMax',
] as const;

type KeptAmount = (typeof AMOUNTS)[number];
export type KeptAmounts = Partial<Record<KeptAmount, number>> & {
  /** Of memory: the limit that is recommended apart from the request. */
  limitTarget?: number;
};

/** Identifies a series: one container of the workload of one VPA. */
export interface SeriesKey {
  namespace: string;
  vpa: string;
  container: string;
}

/** One container over one step: usage over the step, everything else as at its end. */
export interface SeriesPoint {
  /** Unix ms; the start of the step if points were rolled up. */
  atMs: number;
  confidence?: number;
  /** Live pods. */
  replicas?: number;
  cpu: KeptAmounts;
  memory: KeptAmounts;
}

export function keyText({ namespace, vpa, container }: SeriesKey): string {
  return `${namespace}/${vpa}/${container}`;
}
