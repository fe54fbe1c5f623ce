import { ofKey } from '../../../lib/memo/of-key';
import { RESOURCES } from '../../../objects/units';
import { WHOLE_POD } from '../../../objects/whole-pod';
import type { CompiledVpa } from '../../pods/compiled-vpa';
import { onlyRaisesWhatIsShort } from '../part-of-change';
import type { ControllerFacts, WorkloadInput } from '../plan-input';
import type { ContainerChange } from '../planned';
import type { PodFacts } from '../pod-facts';
import type { Hold, PolicyScope, ProposedUpdate, Restraint, SharedRestraint } from '../policy';
import {
  type Count,
  countsByOwner,
  countsIncluding,
  isResizing,
  noReplicas,
  type ReplicaCounts,
} from '../replica-counts';
import { freesForMissing } from './quota';

/** Pods of a controller, and how many of them this pass evicts. */
interface Chosen extends Count {
  evicted: number;
}

/** The pods of one direct controller, currently and as this pass changes them. */
interface Group {
  readonly controller: string;
  readonly configured: number | undefined;
  readonly live: number;
  readonly minimum: number;
  readonly tolerance: number;
  readonly all: Chosen;
  readonly ready: Chosen;
}

/**
 * Keeps enough pods of a controller up: none is evicted below the minimum of replicas, and at most
 * ⌊configured · tolerance⌋ may be unavailable, or one if that is zero and all run. A pod that does not run
 * yet is free to go. A pod that is not ready may go too; while it is unavailable, no other does. The first two
 * sentences are of the reference (VPA 1.8, pkg/updater/restriction, pods_eviction_restriction.go, `CanEvict`).
 */
export const replicas: Restraint<ReadonlyMap<string, Group>> = {
  name: 'replicas',
  isForRunning: true,
  begin: groupsOf,
  review(proposal, scope, groups): Hold | undefined {
    const { facts } = proposal;
    const group = groupFor(proposal, groups);
    if (!group || isFree(proposal, scope)) return undefined;
    const { controller, live, minimum, configured } = group;
    if (live < minimum)
      return {
        kind: 'hold',
        reason: { code: 'too-few-replicas', controller, live, minimum },
        awaits: 'replicas-up',
      };
    if (facts.isPending) return undefined;
    if (configured === undefined)
      return { kind: 'hold', reason: { code: 'replicas-unknown', controller }, awaits: 'replicas-up' };
    return toleranceHold(proposal, group, configured);
  },
  choose(proposal, groups) {
    const group = groupFor(proposal, groups);
    if (group) countChosen(proposal, group);
  },
};

/** What several VPAs, each of which controls some of the pods, take of the tolerance of one controller. */
export function sharedTolerance(): SharedRestraint {
  const groups = new Map<string, Group>();
  const sharedGroup = ({ facts, workload }: ProposedUpdate, { cluster }: PolicyScope): Group | undefined => {
    const controller = workload.controllers.find(({ uid }) => uid === facts.owner?.uid);
    if (!controller?.counts) return undefined;
    return ofKey(groups, controller.uid, () =>
      groupOf(controller, controller.counts, workload.vpa, cluster.settings),
    );
  };
  return {
    name: 'replicas',
    review(proposal, scope) {
      const group = sharedGroup(proposal, scope);
      if (group?.configured === undefined || proposal.facts.isPending) return undefined;
      if (isFree(proposal, scope)) return undefined;
      return toleranceHold(proposal, group, group.configured);
    },
    choose(proposal) {
      const group = groups.get(proposal.facts.owner?.uid ?? '');
      if (group) countChosen(proposal, group);
    },
  };
}

function toleranceHold(proposal: ProposedUpdate, group: Group, configured: number): Hold | undefined {
  const { controller, tolerance } = group;
  for (const count of countsIncluding(group, proposal.facts)) {
    const { running } = count;
    const chosen = chosenBefore(proposal, count);
    const isAlive = running - chosen > configured - tolerance;
    const isOnlyOne = tolerance === 0 && chosen === 0 && running === configured;
    // Waiting brings no replica that a quota refuses, and one pod that gives something back does.
    const bringsOthers = chosen === 0 && running > 1 && freesForMissing(proposal, configured - running);
    if (!isAlive && !isOnlyOne && !bringsOthers)
      return {
        kind: 'hold',
        reason: { code: 'tolerance-used-up', controller, configured, running, tolerance, chosen },
        awaits: 'replicas-up',
      };
  }
  return undefined;
}

function countChosen({ facts, way }: ProposedUpdate, group: Group): void {
  if (facts.isPending) return;
  for (const count of countsIncluding(group, facts)) {
    if (isResizing(facts)) count.resizing--;
    if (way === 'evict') count.evicted++;
    else count.resizing++;
  }
}

/**
 * A pod that is being resized does not block itself. If its resize failed, it is evicted however many others
 * are being resized, since those still run.
 */
function chosenBefore({ facts, way }: ProposedUpdate, { evicted, resizing }: Chosen): number {
  if (!isResizing(facts)) return evicted + resizing;
  return way === 'evict' ? evicted : evicted + resizing - 1;
}

/**
 * A change without a restart makes no pod unavailable. The reference counts it all the same; what is short does not wait
 * for that.
 */
function isFree(proposal: ProposedUpdate, scope: PolicyScope): boolean {
  const { way, changes, facts } = proposal;
  if (way === 'evict' || changes.some((change) => restartsFor(facts, change))) return false;
  const { inPlaceSkipDisruptionBudget } = scope.cluster.settings;
  return inPlaceSkipDisruptionBudget || way === 'unboost' || onlyRaisesWhatIsShort(proposal, scope);
}

/** Containers without a limit have that of their pod, and restart for it by their own policy. */
function restartsFor({ containers }: PodFacts, { container, limits }: ContainerChange): boolean {
  if (container !== WHOLE_POD)
    return containers.find(({ name }) => name === container)?.restartsOnResize ?? false;
  return containers.some(
    (one) =>
      one.restartsOnResize &&
      RESOURCES.some((resource) => limits[resource] !== undefined && one.limits[resource] === undefined),
  );
}

function groupFor({ facts }: ProposedUpdate, groups: ReadonlyMap<string, Group>): Group | undefined {
  return facts.owner && groups.get(facts.owner.uid);
}

function groupsOf(
  { vpa, controllers }: WorkloadInput,
  { cluster }: PolicyScope,
  pods: readonly PodFacts[],
): ReadonlyMap<string, Group> {
  const counted = countsByOwner(pods);
  return new Map(
    controllers.map((controller) => [
      controller.uid,
      groupOf(controller, controller.counts ?? counted.get(controller.uid), vpa, cluster.settings),
    ]),
  );
}

function groupOf(
  { kind, name, configured: stated }: ControllerFacts,
  { live, all, ready }: ReplicaCounts = noReplicas(),
  { vpa }: CompiledVpa,
  { minReplicas, evictionTolerance }: PolicyScope['cluster']['settings'],
): Group {
  // A Job ends by itself: all its live pods are wanted.
  const configured = kind === 'Job' ? Math.max(live, stated ?? 0) : stated;
  return {
    controller: `${kind}/${name}`,
    configured,
    live,
    minimum: vpa.spec.updatePolicy?.minReplicas ?? minReplicas,
    tolerance: Math.trunc((configured ?? 0) * evictionTolerance),
    all: { ...all, evicted: 0 },
    ready: { ...ready, evicted: 0 },
  };
}
