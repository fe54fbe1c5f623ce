import type { Config } from '../config';
import type { CachedKind } from './caches';
import type { RoleContext, RoleHandle } from './role-context';
import type { RecommendedPodResources, VerticalPodAutoscaler } from './vpa-types';

/** What a role that recommends offers to the others of its process. Answers from memory, at once. */
export interface Recommendations {
  /** What would be recommended right now for a VPA; undefined when nothing is known of it. */
  recommendationFor(vpa: VerticalPodAutoscaler): RecommendedPodResources | undefined;
  /** How long the longest history behind its recommendation is, in milliseconds; undefined when none is known. */
  historyMsOf(vpa: VerticalPodAutoscaler): number | undefined;
}

/**
 * One kind of work a process can do. Whoever composes a process knows no more of it than this: a new role is a
 * folder and a line in `process/roles.ts`.
 */
export interface Role<
  Name extends string = string,
  Setting extends keyof Config = keyof Config,
  Ports = never,
  Handle extends RoleHandle = RoleHandle,
  Offer = object,
> {
  readonly name: Name;
  /** The kinds it follows; followed from before it starts. */
  readonly watches: readonly CachedKind[];
  /** The settings it reads: it is given no others. */
  readonly settings: readonly Setting[];
  /** Whether it may run without anything kept on disk, as in a small process made of such roles alone. */
  readonly keepsNothing?: boolean;
  /** Whether it changes VPAs and pods, so that its process carries out stops in the cluster as well. */
  readonly acts?: boolean;
  /** @throws Error when it cannot start at all; what the cluster is not ready for is tried again and told as a problem */
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
