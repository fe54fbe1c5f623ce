import type { Strain } from '../../model/pressure';
import type { CpuThrottling } from '../../model/throttling';
import type { Pod, PodDisruptionBudget } from '../../objects/types';
import type { Amounts, Resource } from '../../objects/units';
import type { ApprovalFacts } from '../features/approvals/judge';
import type { AutoscalerConflict } from '../features/with-hpa/conflicts';
import type { NodeIndex } from '../places/node-index';
import type { NodeTraits } from '../places/node-traits';
import type { RefusedPart } from '../places/other-kinds';
import type { PodDemand } from '../places/pod-need';
import type { CompiledVpa } from '../pods/compiled-vpa';
import type { InUse } from '../pods/in-use';
import type { NamespaceLimits } from '../pods/limit-bounds';
import type { QuotaLeft } from '../pods/quota-left';
import type { ReplacedRequests } from '../pods/replacements';
import type { CapacityTry } from './capacity-tries';
import type { HpaFacts } from './hpa-facts';
import type { ReplicaCounts } from './replica-counts';
import type { PlanSettings } from './settings';

/** How many pods the direct controller wants; undefined if unknown. */
export interface ControllerFacts {
  readonly uid: string;
  readonly kind: string;
  readonly name: string;
  readonly configured: number | undefined;
  /** The counts of its pods if not all of them are planned; by default counted from these. */
  readonly counts?: ReplicaCounts;
}

/** The stop in force for a VPA. */
interface StopFacts {
  readonly scope: string;
  readonly who: string;
  readonly atMs: number;
  readonly reason?: string;
}

/** The replacements of the pods evicted so far. */
export interface LoopFacts {
  /** Replacements without the target since the last one with it, or since something changed. */
  readonly misses: number;
  /** When the first of these was seen, and the last. */
  readonly firstMissMs: number;
  readonly lastMissMs: number;
  /** Evicted pods whose replacement has not been seen yet. */
  readonly outstanding: number;
  /** Whether the newest replacement judged had the target. */
  readonly isVerified: boolean;
  /** What the pods evicted last requested, the newest last. */
  readonly replaced: readonly ReplacedRequests[];
}

/** The highest target of each container within the window, and since when targets are known. */
export interface HighestTargets {
  readonly sinceMs: number;
  readonly amounts: ReadonlyMap<string, Readonly<Partial<Record<Resource, number>>>>;
}

/** A resize that the API server refused, or a failed action that waits for its next attempt. */
export interface RefusedResize {
  readonly message: string;
  readonly atMs: number;
  /** The requested amounts per container. */
  readonly asked: ReadonlyMap<string, Amounts>;
}
/** The least memory that a container used since a time, in bytes. */
export interface LeastUse {
  readonly bytes: number;
  readonly sinceMs: number;
}

/** A resize that was taken back, and is not asked for again at once. */
export interface WithdrawnResize {
  /** What waits: raising where it was deferred, lowering memory where a limit was blocked. */
  readonly kind: 'deferred' | 'blocked';
  readonly message: string;
  readonly atMs: number;
  readonly times: number;
  readonly retryAtMs: number;
}

export interface UpdateFailure {
  readonly message: string;
  readonly atMs: number;
  readonly attempts: number;
  readonly retryAtMs: number;
}

/** Pods of a PodGroup that share their topmost controller and all groups that select them; keys of targets. */
export interface PortionOfGroup {
  readonly workload?: string;
  readonly podGroups: readonly string[];
}

/**
 * One VPA and the pods it controls. Immutable: whoever builds the input passes the same object again while
 * nothing about it changes, and its plan is then reused.
 */
export interface WorkloadInput {
  readonly vpa: CompiledVpa;
  /** The VPA of the same target that acts on the pods in place of this one. */
  readonly overruledBy?: string;
  readonly pods: readonly Pod[];
  /** Whether native sidecars stay as they are, as for the reference. */
  readonly sparesSidecars?: boolean;
  /** In millicores: CPU limits are proposed in whole steps. Absent for any amount, as the reference. */
  readonly cpuLimitStep?: number | undefined;
  /** By name of node, its value of the label by which the VPA tells nodes apart; undefined if it does not. */
  readonly nodeValues?: ReadonlyMap<string, string>;
  /** The most that one of its pods can get on a node, CPU and memory of the same node; absent if no node is known. */
  readonly largestNodes?: readonly PodDemand[];
  /** Which pods of a PodGroup these are; absent for those of a workload, and for all pods of a group. */
  readonly portion?: PortionOfGroup;
  /** All pods of a PodGroup, in parts: each is planned by itself. Absent if there is only one. */
  readonly portions?: readonly WorkloadInput[];
  readonly controllers: readonly ControllerFacts[];
  readonly limits: NamespaceLimits;
  readonly quotas: readonly QuotaLeft[];
  readonly budgets: readonly PodDisruptionBudget[];
  readonly conflicts: readonly AutoscalerConflict[];
  /** The HPA that the VPA's changes disturb, if there is one. */
  readonly hpa?: HpaFacts;
  readonly stop?: StopFacts;
  /** Absent if no change of its pods waits for a person. */
  readonly approvals?: ApprovalFacts;
  readonly loop: LoopFacts;
  /** Absent if nobody keeps the targets of the past. */
  readonly highest?: HighestTargets;
  /** Absent if none of its containers is known to be throttled. */
  readonly throttling?: CpuThrottling;
  /** Absent if none of its containers is known to have too little, or if lowering waits for none. */
  readonly strain?: Strain;
  /** What a container of one of its pods uses now, in bytes; undefined if unknown, absent if nobody knows. */
  readonly usedMemory?: (pod: string, container: string) => number | undefined;
  /** The least that it used of late, likewise. */
  readonly lowMemory?: (pod: string, container: string) => LeastUse | undefined;
  /** Whether anything was measured of a container of one of its pods; undefined or absent if nobody measures here. */
  readonly isSampled?: (pod: string, container: string) => boolean | undefined;
  /** The most that the pods of a workload, by its key, are seen to use now; undefined if unknown, absent if nobody knows. */
  readonly peersUse?: (workload: string) => InUse | undefined;
  /** Usage history behind the recommendation, capped at the least needed; undefined if unknown. */
  readonly sampledMs?: number;
  /** By pod uid. */
  readonly refusals: ReadonlyMap<string, RefusedResize>;
  readonly failures: ReadonlyMap<string, UpdateFailure>;
  /** By pod uid; absent if none was. */
  readonly withdrawn?: ReadonlyMap<string, WithdrawnResize>;
  /** Since when a pod has no room to grow where it is, though another node has: by its uid, in Unix milliseconds. */
  readonly shortSince?: ReadonlyMap<string, number>;
  /** How long requests rest between two changes in place, where the recommender says so; else as the settings say. */
  readonly restMs?: number;
  /** Pods that waited for room and were replaced; absent if none was lately. */
  readonly capacityTry?: CapacityTry;
}

export type LeaseFacts =
  | { readonly kind: 'not-required' }
  | { readonly kind: 'fresh' }
  | { readonly kind: 'missing'; readonly lease: string }
  | { readonly kind: 'stale'; readonly lease: string; readonly renewedMs: number };

/** What is the same for every VPA; a new object whenever any of it changes. */
export interface ClusterFacts {
  readonly settings: PlanSettings;
  readonly lease: LeaseFacts;
  /** Whether nodes like those there are come by themselves. */
  readonly nodesCome?: boolean;
  /** The most memory that the pods of a node used together in 14 days, in bytes; undefined if unknown, absent if nobody knows. */
  readonly memoryPeakOf?: (node: string) => number | undefined;
  /** What a node tells of itself now; undefined if it is unknown. */
  readonly traitsOf?: (node: string) => NodeTraits | undefined;
  /** Whether a pod may use a node of another kind, whose kubelet may do what its own refuses; absent if nobody knows. */
  readonly mayUseOtherKind?: (pod: Pod, part: RefusedPart) => boolean;
  /** Whether some node has a place for what a pod states, beside its own; absent if nobody knows. */
  readonly hasPlaceFor?: (pod: Pod) => boolean;
  /** Kinds that cannot be watched now, so that their data may be old. */
  readonly unfollowed?: string;
}

/** Actions left now, and when the next one is allowed. */
export interface Allowance {
  readonly left: number;
  /** Cluster time at which one more is allowed. */
  readonly nextMs: number;
}

/** The limits all VPAs share, as they are when the pass begins; undefined without a limit. */
export interface Allowances {
  readonly rate?: Allowance;
  readonly warmUp?: Allowance & { readonly endsMs: number };
  /** By `namespace/name`; undefined means no limit. */
  readonly perVpa?: (key: string) => Allowance;
}

export interface PlanInput {
  readonly nowMs: number;
  readonly cluster: ClusterFacts;
  readonly workloads: readonly WorkloadInput[];
  readonly allowances: Allowances;
  /** What fits on which node now; absent if that does not matter. */
  readonly capacity?: NodeIndex;
  /** The same, whatever the settings: critical pods may never grow beyond it. */
  readonly nodes?: NodeIndex;
}

export const NO_LOOP: LoopFacts = {
  misses: 0,
  firstMissMs: 0,
  lastMissMs: 0,
  outstanding: 0,
  isVerified: true,
  replaced: [],
};
