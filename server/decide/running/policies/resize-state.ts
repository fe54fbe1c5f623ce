import { amountFrom, isQuantity } from '../../../objects/quantity';
import { sizedContainer, sizedStatuses } from '../../../objects/sized-containers';
import type { Pod, ResourceList } from '../../../objects/types';
import type { Amounts, Resource } from '../../../objects/units';
import { RESOURCES } from '../../../objects/units';
import type { Reason } from '../../../words/reasons';
import type { RefusedPart } from '../../places/other-kinds';
import { podQos } from '../../pods/qos-class';
import type { Candidate, ChangeReason, Hold, PolicyScope, Trigger } from '../policy';
import { refusedPartOf, withoutRefused } from '../refused-part';
import { mustStay } from './must-stay';

/**
 * The state of an earlier resize. InPlaceOrRecreate evicts if it is impossible or takes too long; InPlace
 * waits, and asks again only for less than what was impossible. A resize that only lowers never becomes an eviction.
 */
export const resizeState: Trigger = {
  name: 'resize-state',
  review(candidate, scope) {
    const { mode } = candidate.workload.vpa;
    if (mode !== 'InPlaceOrRecreate' && mode !== 'InPlace') return [];
    const found = (mayEvict: boolean) =>
      stateFinding(candidate, scope, mayEvict) ?? refusalFinding(candidate, mayEvict);
    const mayEvict = !(scope.cluster.settings.resourcesApart && onlyLowers(candidate.facts.pod));
    const finding = found(mode === 'InPlaceOrRecreate' && mayEvict);
    const stays =
      finding?.kind === 'change' ? mustStay(candidate.facts, candidate.workload, scope) : undefined;
    if (!stays) return finding ? [finding] : [];
    const inPlace = found(false);
    return inPlace ? [inPlace, stays] : [];
  },
};

/**
 * Whether the resize that is not in force takes from its containers and gives them nothing: then nobody is short while it
 * waits. A kubelet that does not say what it allocated tells of no resize.
 */
function onlyLowers(pod: Pod): boolean {
  let lowers = false;
  for (const { name, allocatedResources, resources } of sizedStatuses(pod)) {
    const desired = sizedContainer(pod.spec, name)?.resources;
    for (const resource of RESOURCES) {
      const pairs = [
        [
          amountIn(desired?.requests, resource),
          amountIn(allocatedResources ?? resources?.requests, resource),
        ],
        [amountIn(desired?.limits, resource), amountIn(resources?.limits, resource)],
      ] as const;
      for (const [wanted, has] of pairs) {
        if (wanted === undefined || has === undefined || wanted === has) continue;
        if (wanted > has) return false;
        lowers = true;
      }
    }
  }
  return lowers;
}

function amountIn(list: ResourceList | undefined, resource: Resource): number | undefined {
  const text = list?.[resource];
  return isQuantity(text) ? amountFrom(resource, text) : undefined;
}

function stateFinding(
  candidate: Candidate,
  { nowMs, cluster }: PolicyScope,
  mayEvict: boolean,
): ChangeReason | Hold | undefined {
  const { resize, containers } = candidate.facts;
  const { resizeDeferredTimeoutMs, resizeInProgressTimeoutMs } = cluster.settings;
  const asked = new Map(containers.map(({ name, requests }) => [name, requests]));
  switch (resize.kind) {
    case 'none':
      return undefined;
    case 'infeasible': {
      const part = cluster.settings.resourcesApart ? refusedPartOf(candidate.facts) : undefined;
      if (part)
        return partFinding(
          candidate,
          part,
          mayEvict && cluster.mayUseOtherKind?.(candidate.facts.pod, part) === true,
        );
      return mayEvict
        ? evictFor({ code: 'resize-infeasible', message: resize.message })
        : holdUnlessLower(candidate, asked, { code: 'resize-infeasible', message: resize.message });
    }
    case 'deferred': {
      const { sinceMs, message } = resize;
      const longestMs = resizeDeferredTimeoutMs;
      const { spec } = candidate.facts.pod;
      const order = { priority: spec.priority ?? 0, qosClass: podQos(spec) };
      const underWay: Reason = { code: 'resize-under-way', state: 'deferred', sinceMs, message, order };
      if (!mayEvict) return holdUnlessLower(candidate, asked, underWay, 'resize-granted');
      return sinceMs + longestMs <= nowMs
        ? evictFor({ code: 'resize-deferred-too-long', sinceMs, longestMs })
        : { kind: 'hold', reason: underWay, untilMs: sinceMs + longestMs, awaits: 'resize-granted' };
    }
    // The kubelet tries again by itself, so what failed waits too.
    case 'failed':
    case 'asked':
    case 'in-progress': {
      const { kind: state, sinceMs, message } = resize;
      const longestMs = resizeInProgressTimeoutMs;
      const underWay: Reason = { code: 'resize-under-way', state, sinceMs, message };
      if (mayEvict && sinceMs > 0 && sinceMs + longestMs <= nowMs)
        return evictFor({ code: 'resize-in-progress-too-long', sinceMs, longestMs });
      return {
        kind: 'hold',
        reason: underWay,
        untilMs: mayEvict && sinceMs > 0 ? sinceMs + longestMs : undefined,
        awaits: 'resize-finished',
      };
    }
  }
}

/**
 * What the kubelet of a node never does keeps all that was asked with it waiting: that is asked for alone. A new pod on
 * another node of this kind would be no better off at its next change, so none is made for it.
 */
function partFinding({ facts }: Candidate, part: RefusedPart, mayEvict: boolean): ChangeReason | Hold {
  const message = facts.resize.kind === 'none' ? '' : facts.resize.message;
  if (mayEvict) return evictFor({ code: 'resize-infeasible', message });
  const reason: Reason = { code: 'resize-part-refused', part, message };
  return withoutRefused(facts, [], part).length > 0
    ? { kind: 'change', by: 'resize', reason }
    : { kind: 'hold', reason, awaits: 'recommendation-changed' };
}

function refusalFinding(candidate: Candidate, mayEvict: boolean): ChangeReason | Hold | undefined {
  const { facts, workload } = candidate;
  const refusal = workload.refusals.get(facts.uid);
  if (!refusal) return undefined;
  const reason: Reason = { code: 'resize-refused', message: refusal.message, atMs: refusal.atMs };
  return mayEvict ? evictFor(reason) : holdUnlessLower(candidate, refusal.asked, reason);
}

function evictFor(reason: Reason): ChangeReason {
  return { kind: 'change', by: 'evict', reason };
}

/** Nothing forbids a new attempt once some wanted resource is below what was impossible. */
function holdUnlessLower(
  { facts, recommended }: Candidate,
  asked: ReadonlyMap<string, Amounts>,
  reason: Reason,
  awaits: Hold['awaits'] = 'recommendation-changed',
): Hold | undefined {
  const isLower = facts.containers.some(({ name }, index) => {
    const target = recommended[index]?.target;
    const former = asked.get(name);
    return RESOURCES.some((resource) => {
      const wanted = target?.[resource];
      const reached = former?.[resource];
      return wanted !== undefined && reached !== undefined && wanted < reached;
    });
  });
  return isLower ? undefined : { kind: 'hold', reason, awaits };
}
