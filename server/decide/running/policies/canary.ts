import { ofKey } from '../../../lib/memo/of-key';
import { nodeOfPod } from '../../features/node-scope/scope';
import { type Moved, movesOf } from '../part-of-change';
import type { PodFacts } from '../pod-facts';
import type { PolicyScope, ProposedUpdate, Restraint } from '../policy';
import { isUrgent } from './urgent';

/** Amounts that differ by no more are the same change, since the target goes on moving. */
const ALIKE = 0.1;

/** The replicas that are alike on purpose, and whether this pass lowers one of them. */
interface Replicas {
  readonly pods: readonly PodFacts[];
  isChosen: boolean;
}

/**
 * Where a workload has two or more replicas, a change that lowers anything goes to one of them first. The others follow
 * once it has lived with it for the time set, ready and without a kill; if it made things worse, it is undone before.
 */
export const canary: Restraint<ReadonlyMap<string, Replicas>> = {
  name: 'canary',
  begin(workload, _scope, pods) {
    const groups = new Map<string, Replicas & { pods: PodFacts[] }>();
    for (const facts of pods) {
      if (facts.isFinished || facts.isTerminating) continue;
      const key = groupOf(facts, workload);
      const group = ofKey(groups, key, () => ({ pods: [], isChosen: false }));
      group.pods.push(facts);
    }
    return groups;
  },
  review(proposal, scope, groups) {
    const group = groups.get(groupOf(proposal.facts, proposal.workload));
    const lowered = loweredBy(proposal, scope);
    if (!group || group.pods.length < 2 || lowered.length === 0) return undefined;
    const { canaryMs } = scope.cluster.settings;
    const tried = group.pods.filter((facts) => carries(facts, lowered));
    const untilMs = tried.reduce((least, facts) => Math.min(least, livesSinceMs(facts) + canaryMs), Infinity);
    if (untilMs <= scope.nowMs) return undefined;
    const isUnderWay = tried.length > 0 || group.isChosen || proposal.workload.loop.outstanding > 0;
    if (!isUnderWay) return undefined;
    const isKnown = Number.isFinite(untilMs);
    const reason = {
      code: 'awaits-canary' as const,
      tried: Math.max(1, tried.length),
      replicas: group.pods.length,
      forMs: canaryMs,
      ...(isKnown && { untilMs }),
    };
    return isKnown ? { kind: 'hold', reason, untilMs } : { kind: 'hold', reason, awaits: 'outcome-known' };
  },
  choose(proposal, groups) {
    const group = groups.get(groupOf(proposal.facts, proposal.workload));
    if (group && movesOf(proposal.facts, proposal.changes).some(({ lowers }) => lowers))
      group.isChosen = true;
  },
};

function groupOf({ pod }: PodFacts, { nodeValues }: ProposedUpdate['workload']): string {
  const node = nodeValues && nodeOfPod(pod);
  return (node === undefined ? undefined : nodeValues?.get(node)) ?? '';
}

/** What waits for a first replica. */
function loweredBy({ way, facts, reasons, changes }: ProposedUpdate, { cluster }: PolicyScope): Moved[] {
  if (cluster.settings.canaryMs === 0 || way === 'unboost' || !facts.isScheduled || isUrgent(reasons))
    return [];
  return movesOf(facts, changes).filter(({ lowers }) => lowers);
}

/** Whether it has no more of anything than the change would leave. */
function carries({ containers, isScheduled }: PodFacts, lowered: readonly Moved[]): boolean {
  return (
    isScheduled &&
    lowered.every(({ container, resource, to, toLimit }) => {
      const own = containers.find(({ name }) => name === container);
      return (
        own !== undefined && isNoMore(own.requests[resource], to) && isNoMore(own.limits[resource], toLimit)
      );
    })
  );
}

function isNoMore(amount: number | undefined, than: number | undefined): boolean {
  return than === undefined || (amount !== undefined && than >= amount * (1 - ALIKE));
}

/** Since when a pod lives with what it states, ready and without a kill; never while it does not. */
function livesSinceMs(facts: PodFacts): number {
  const { changedMs, startedMs, readySinceMs, kills, resize } = facts;
  const sinceMs = changedMs ?? startedMs;
  if (sinceMs === undefined || facts.isUnready || facts.isPending || resize.kind !== 'none') return Infinity;
  return kills.reduce(
    (latest, { finishedMs }) => Math.max(latest, finishedMs),
    Math.max(sinceMs, readySinceMs ?? 0),
  );
}
