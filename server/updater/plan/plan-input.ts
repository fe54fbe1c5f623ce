import type { Pod, PodDisruptionBudget } from '../../kube/types';
import type { Amounts } from '../../model/units';
import type { CompiledVpa } from '../../policy/compiled-vpa';
import type { Conflict } from '../../policy/conflicts';
import type { NamespaceLimits } from '../../policy/limit-bounds';
import type { QuotaRoom } from '../../policy/quota-room';
import type { ReplicaCounts } from './replica-counts';
import type { PlanSettings } from './settings';

/** How many pods the direct controller of some pods wants; undefined when that cannot be found out. */
export interface ControllerFacts {
  readonly uid: string;
  readonly kind: string;
  readonly name: string;
  readonly configured: number | undefined;
  /** How its pods stand, where not all of them are among those planned; counted from these otherwise. */
  readonly counts?: ReplicaCounts;
}

/** The stop that holds for a VPA. */
interface StopFacts {
  readonly scope: string;
  readonly who: string;
  readonly atMs: number;
}

/** What became of the replacements of the pods evicted so far. */
export interface LoopFacts {
  /** Replacements without the target since the last one with it, or since something changed. */
  readonly misses: number;
  readonly lastMissMs: number;
  /** Evicted pods whose replacement has not been seen yet. */
  readonly outstanding: number;
  /** Whether the newest replacement judged had the target. */
  readonly isVerified: boolean;
}

/** A resize the API server refused, or an action that failed and waits for its next attempt. */
export interface RefusedResize {
  readonly message: string;
  readonly atMs: number;
  /** What was asked for, per container. */
  readonly asked: ReadonlyMap<string, Amounts>;
}
export interface Failure {
  readonly message: string;
  readonly atMs: number;
  readonly attempts: number;
  readonly retryAtMs: number;
}

/**
 * One VPA and the pods it controls. Never changed once made: whoever builds the plan's input hands the same
 * object in again while nothing about it changed, and the plan for it is then not made again.
 */
export interface WorkloadInput {
  readonly vpa: CompiledVpa;
  /** The VPA of the same target that acts on the pods in place of this one. */
  readonly overruledBy?: string;
  readonly pods: readonly Pod[];
  readonly controllers: readonly ControllerFacts[];
  readonly limits: NamespaceLimits;
  readonly quotas: readonly QuotaRoom[];
  readonly budgets: readonly PodDisruptionBudget[];
  readonly conflicts: readonly Conflict[];
  readonly stop?: StopFacts;
  readonly loop: LoopFacts;
  /** Usage history behind the recommendation, held at the least needed; undefined when not known. */
  readonly sampledMs?: number;
  /** By pod uid. */
  readonly refusals: ReadonlyMap<string, RefusedResize>;
  readonly failures: ReadonlyMap<string, Failure>;
}

export type LeaseFacts =
  | { readonly kind: 'not-required' }
  | { readonly kind: 'fresh' }
  | { readonly kind: 'missing'; readonly lease: string }
  | { readonly kind: 'stale'; readonly lease: string; readonly renewedMs: number };

/** What is the same for every VPA; a new object whenever any of it changed. */
export interface ClusterFacts {
  readonly settings: PlanSettings;
  readonly lease: LeaseFacts;
  /** Allocatable of the nodes that no other exceeds in both resources; empty while no node is known. */
  readonly largestNodes: readonly Amounts[];
  /** Kinds whose changes cannot be followed now, so that what is known of them may be old. */
  readonly unfollowed?: string;
}

/** Actions that may still be done now, and when the next one may. */
export interface Allowance {
  readonly left: number;
  /** Cluster time at which one more may be done. */
  readonly nextMs: number;
}

/** The limits all VPAs share, as they stand when the pass begins; undefined where there is none. */
export interface Allowances {
  readonly rate?: Allowance;
  readonly warmUp?: Allowance & { readonly endsMs: number };
  /** By `namespace/name`; undefined function result means none. */
  readonly perVpa?: (key: string) => Allowance;
}

export interface PlanInput {
  readonly nowMs: number;
  readonly cluster: ClusterFacts;
  readonly workloads: readonly WorkloadInput[];
  readonly allowances: Allowances;
}

export const NO_LOOP: LoopFacts = { misses: 0, lastMissMs: 0, outstanding: 0, isVerified: true };
