import type { Config } from '../config';
import type { Pressure } from '../model/pressure';
import type { CpuThrottling } from '../model/throttling';
import type { Amounts } from '../objects/units';
import type { RecommendedPodResources, VerticalPodAutoscaler } from '../objects/vpa-types';
import type { CachedKind } from './cached-kinds';
import type { RoleContext, RoleHandle } from './role-context';

/** What a recommending role offers to other roles of its process. Answers from memory, at once. */
export interface Recommendations {
  /** The current recommendation for a VPA; undefined if nothing is known about it. */
  recommendationFor(vpa: VerticalPodAutoscaler): RecommendedPodResources | undefined;
  /** The longest history behind its recommendation, in milliseconds; undefined if unknown. */
  historyMsOf(vpa: VerticalPodAutoscaler): number | undefined;
  /** What it has learned of each container that runs; undefined if it does not serve the VPA, or knows it not yet. */
  learnedOf(
    vpa: VerticalPodAutoscaler,
  ):
    | readonly { readonly container: string; readonly historyMs: number; readonly samples: number }[]
    | undefined;
  /** How much of the time its containers were throttled at their CPU limits of late; undefined if unknown. */
  throttlingOf(vpa: VerticalPodAutoscaler): CpuThrottling | undefined;
  /** What a container uses now, in bytes; undefined if unknown. */
  usedMemoryOf(namespace: string, pod: string, container: string): number | undefined;
  /** The least that it used within the last one to two times MEMORY_FLAT, in bytes; undefined if unknown. */
  lowMemoryOf(
    namespace: string,
    pod: string,
    container: string,
  ): { readonly bytes: number; readonly sinceMs: number } | undefined;
  /** Whether anything was measured of a container; undefined if this process does not measure it. */
  isSampled(namespace: string, pod: string, container: string): boolean | undefined;
  /** The most that the pods of a workload, by its key, are seen to use now, by container; undefined if unknown. */
  inUseBy(workload: string): ReadonlyMap<string, Amounts> | undefined;
  /** How much of the time they waited for what they have too little of; undefined if unknown. */
  pressureOf(vpa: VerticalPodAutoscaler): Pressure | undefined;
}

/** What a role that learns nodes offers to others. */
export interface NodePeaks {
  /** The most memory that the pods of a node used together in 14 days, in bytes; undefined if unknown. */
  memoryPeakOf(node: string): number | undefined;
}

/**
 * One kind of work a process can do. This is all a process knows of it: a new role is a folder and a line in
 * `server/host/roles.ts`.
 */
export interface Role<
  Name extends string = string,
  Setting extends keyof Config = keyof Config,
  Ports = never,
  Handle extends RoleHandle = RoleHandle,
  Offer = object,
> {
  readonly name: Name;
  /** The kinds it watches, from before it starts; some depend on its settings. */
  readonly watches: readonly CachedKind[] | ((settings: Pick<Config, Setting>) => readonly CachedKind[]);
  /** The settings it reads; it gets no others. */
  readonly settings: readonly Setting[];
  /** Whether it can run without anything on disk, as in a small process of such roles alone. */
  readonly keepsNothing?: boolean;
  /** Whether it changes VPAs and pods, so that its process also carries out stops in the cluster. */
  readonly acts?: boolean;
  /**
   * Whether it changes the cluster by itself, as its leader. It ends after an error that nobody foresaw in its process:
   * nobody knows the state it would go on from.
   */
  readonly leads?: boolean;
  /**
   * Looks over its settings before anything starts.
   * @throws ConfigError if it cannot run with them
   */
  check?(settings: Pick<Config, Setting>): Promise<void>;
  /**
   * @throws Error if it cannot start at all; what the cluster is not ready for is retried and reported as a
   * problem
   */
  start(context: RoleContext<Pick<Config, Setting>>, ports: Ports): Handle | Promise<Handle>;
  /** What it offers to the other roles of its process once it runs. */
  offers?(handle: Handle): Offer;
}

/** Names a role with the types of its settings, ports, handle and offers. */
export function role<
  const Name extends string,
  Setting extends keyof Config,
  Ports,
  Handle extends RoleHandle,
  Offer = object,
>(definition: Role<Name, Setting, Ports, Handle, Offer>): Role<Name, Setting, Ports, Handle, Offer> {
  return definition;
}
