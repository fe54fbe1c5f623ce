import type { StatedAmounts } from '../contract/reports';
import type { Both } from '../decide/pods/money/price';
import type { Amounts, Resource } from '../objects/units';
import type { ScanFinding } from '../words/scan-findings';

/**
 * What a scan found, as its JSON has it: amounts in millicores and bytes, shares from 0 to 1, times in Unix
 * milliseconds.
 */

/** Of all samples of all pods in the period. */
export interface UsedAmounts {
  median: number;
  p95: number;
  peak: number;
}

export interface ScannedContainer {
  name: string;
  now: StatedAmounts;
  /** Absent for a resource of which nothing is known. */
  used: Partial<Record<Resource, UsedAmounts>>;
  /** OOM kills in the period; absent if they are unknown, which is not none. */
  kills?: number;
  /** The share of periods in which it was held back at its CPU limit; absent if unknown. */
  throttled?: number;
  /** Days of history, and no more than its samples make at one a minute. */
  confidenceDays: number;
  /** As recommended. */
  target?: Amounts;
  /** The memory limit, in bytes, where it is recommended apart from the request and this container gets one of its own. */
  limitTarget?: number;
  /** What the template should state: the target, with HPAs, LimitRanges and quotas heeded, in amounts people write. */
  next?: StatedAmounts;
  /** How the target came about, a line for each resource. */
  why: Partial<Record<Resource, string>>;
}

export interface ReplayedCost {
  /** The share of time in which more was wanted than is set aside: the limit, or without one the request. */
  cpuShort: number;
  memoryShort: number;
  kills: number;
  /** Evictions and resizes. */
  changes: number;
}

export interface Replayed {
  /** What counts: before, the recommender only learns. */
  fromMs: number;
  toMs: number;
  /** Today's requests and limits, left as they are. */
  now: ReplayedCost;
  /** Under a VPA with the recommender; absent where that was not replayed. */
  recommended?: ReplayedCost;
}

export interface HelmRelease {
  name: string;
  chart?: string;
  component?: string;
}

export interface ScannedWorkload {
  namespace: string;
  kind: string;
  name: string;
  /** Pods, as many as it asks for. */
  replicas: number;
  vpa?: { name: string; mode: string };
  recommender: string;
  release?: HelmRelease;
  finding: ScanFinding;
  containers: ScannedContainer[];
  /** All its pods together: what is requested, and what would be if the containers stated `next`. */
  requests: Both;
  next: Both;
  /** What would be requested less and more, each resource by itself. */
  frees: Both;
  adds: Both;
  /** A month, in the currency of the prices: what it requests now, and what it would. */
  money?: { now: number; next: number };
  replayed?: Replayed;
  /** What holds an amount back, leaves it to somebody else, or is not known. */
  notes: string[];
  chart?: WorkloadChart;
}

export interface WorkloadChart {
  fromMs: number;
  stepMs: number;
  containers: ContainerLines[];
}

/** Mean and highest of the pods, for each step; null where nothing is known. */
export interface ContainerLines {
  name: string;
  cpu: UsageLines;
  memory: UsageLines;
}

export interface UsageLines {
  mean: (number | null)[];
  max: (number | null)[];
}

/** Of some workloads together. */
export interface ScanSum {
  workloads: number;
  containers: number;
  findings: Record<ScanFinding, number>;
  kills: number;
  /** Workloads with a container whose kills are unknown; absent if there is none. */
  killsUnknown?: number;
  requests: Both;
  next: Both;
  frees: Both;
  adds: Both;
  money?: { now: number; next: number };
}

export interface ScannedNamespace extends ScanSum {
  namespace: string;
}

/** How many nodes of those there are hold all pods by their requests. */
export interface NodesNeeded {
  nodes: number;
  now?: number;
  next?: number;
}

export const SOURCES = ['prometheus', 'checkpoints', 'metrics-api', 'none'] as const;
export type ScanSource = (typeof SOURCES)[number];

export interface ScanReport {
  /** Of the form of this report. */
  version: 1;
  program: string;
  atMs: number;
  cluster: string;
  /** Names and patterns, with commas between several; absent for all namespaces. */
  namespace?: string;
  /** Of workloads, as it was asked for; absent for all. */
  selector?: string;
  source: { kind: ScanSource; address?: string };
  /** The period, and the distance of samples in it. */
  fromMs: number;
  toMs: number;
  stepMs: number;
  recommender: string;
  currency?: string;
  /** By what matters. */
  workloads: ScannedWorkload[];
  namespaces: ScannedNamespace[];
  sum: ScanSum;
  nodes?: NodesNeeded;
  /** How many workloads were replayed under a VPA, of how many; absent if none should have been. */
  replays?: { replayed: number; of: number };
  /** Workloads that could not be looked at, and why. */
  leftOut: { namespace: string; kind: string; name: string; why: string }[];
  /** What a reader should know before the figures. */
  notes: string[];
  /** What is different from an earlier report. */
  since?: ScanChanges;
  /** Stopped before all was read. */
  isPartial: boolean;
}

export interface ScanChanges {
  atMs: number;
  /** Workloads that are worse than they were, or new and not fine. */
  worse: FindingChange[];
  better: FindingChange[];
  gone: string[];
  frees: Both;
}

export interface FindingChange {
  /** `shop/Deployment/web` */
  workload: string;
  from?: ScanFinding;
  to: ScanFinding;
}

/** `shop/Deployment/web` */
export function titleOfScanned({
  namespace,
  kind,
  name,
}: Pick<ScannedWorkload, 'namespace' | 'kind' | 'name'>): string {
  return `${namespace}/${kind}/${name}`;
}
