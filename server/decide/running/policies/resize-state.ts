import { amountFrom, isQuantity } from '../../../objects/quantity';
import { sizedContainer, sizedStatuses } from '../../../objects/sized-containers';
import type { Pod, ResourceList } from '../../../objects/types';
import { type Amounts, RESOURCES, type Resource } from '../../../objects/units';
import { WHOLE_POD } from '../../../objects/whole-pod';
import type { Deferral, DeferralCause } from '../../../words/deferrals';
import type { Reason } from '../../../words/reasons';
import type { RefusedPart } from '../../places/other-kinds';
import { podQos } from '../../pods/qos-class';
import { deferralOf } from '../deferral';
import type { Candidate, ChangeReason, Hold, PolicyScope, Trigger } from '../policy';
import { refusedPartOf, withoutRefused } from '../refused-part';
import {
  blockedLimits,
  disturbedHpa,
  dividesBy,
  isOurs,
  takenBack,
  type Withdrawal,
  withFormerLimits,
} from '../withdrawal';
import { mustStay } from './must-stay';

/**
 * The state of an earlier resize. InPlaceOrRecreate evicts if it is impossible or takes too long; InPlace waits, and
 * asks again only for less than what was impossible. A resize that only lowers never becomes an eviction, nor does one
 * that is deferred for anything but room that another node has. What a deferred one raises is taken back after a while,
 * since it holds room that nobody uses, and at once where an HPA divides by it; a memory limit that more is in use than
 * is given back at once, since no CPU of the pod is written before (AEP-4016; VPA 1.8, pkg/updater/restriction,
 * pods_inplace_restriction.go, `CanEvictInPlacingPod`).
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
  // What is in force of the pod as a whole is read back from its cgroup, and near what was asked for.
  const whole = { name: WHOLE_POD, allocatedResources: pod.status?.allocatedResources, resources: undefined };
  for (const { name, allocatedResources, resources } of [...sizedStatuses(pod), whole]) {
    const desired = name === WHOLE_POD ? pod.spec.resources : sizedContainer(pod.spec, name)?.resources;
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
  scope: PolicyScope,
  mayEvict: boolean,
): ChangeReason | Hold | undefined {
  const { nowMs, cluster } = scope;
  const { resize, containers } = candidate.facts;
  const { resizeDeferredTimeoutMs, resizeInProgressTimeoutMs, resourcesApart } = cluster.settings;
  const asked = new Map(containers.map(({ name, requests }) => [name, requests]));
  switch (resize.kind) {
    case 'none':
      return undefined;
    case 'infeasible': {
      const part = resourcesApart ? refusedPartOf(candidate.facts) : undefined;
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
      if (resourcesApart) return deferredFinding(candidate, resize, scope, mayEvict);
      const { sinceMs } = resize;
      const longestMs = resizeDeferredTimeoutMs;
      const underWay = underWayFor(candidate, resize);
      if (!mayEvict) return holdUnlessLower(candidate, asked, underWay, 'resize-granted');
      return sinceMs + longestMs <= nowMs
        ? evictFor({ code: 'resize-deferred-too-long', sinceMs, longestMs })
        : { kind: 'hold', reason: underWay, untilMs: sinceMs + longestMs, awaits: 'resize-granted' };
    }
    // The kubelet tries again by itself, so what failed waits too.
    case 'failed':
    case 'asked':
    case 'in-progress': {
      const blocked = resourcesApart ? blockedFinding(candidate) : undefined;
      if (blocked) return blocked;
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

type Deferred = Extract<Candidate['facts']['resize'], { kind: 'deferred' }>;

function underWayFor({ facts }: Candidate, { sinceMs, message }: Deferred, cause?: Deferral): Reason {
  const { spec } = facts.pod;
  const order = { priority: spec.priority ?? 0, qosClass: podQos(spec) };
  return { code: 'resize-under-way', state: 'deferred', sinceMs, message, order, ...cause };
}

function deferredFinding(
  candidate: Candidate,
  resize: Deferred,
  { nowMs, cluster }: PolicyScope,
  mayEvict: boolean,
): ChangeReason | Hold | undefined {
  const { facts, workload } = candidate;
  const { sinceMs, message } = resize;
  const { resizeDeferredTimeoutMs, deferredResizeHeldMs } = cluster.settings;
  const node =
    facts.pod.spec.nodeName === undefined ? undefined : cluster.traitsOf?.(facts.pod.spec.nodeName);
  const deferral = deferralOf(facts.pod, message, node);
  const { hpa } = workload;
  const byHpa = disturbedHpa(facts, hpa);
  const back = isOurs(facts)
    ? takenBack(facts, (container, resource) => hpa !== undefined && dividesBy(hpa, container, resource))
    : undefined;
  const isMovable = mayEvict && deferral.cause === 'room' && cluster.hasPlaceFor?.(facts.pod) === true;
  const untilMs: number[] = [];
  if (isMovable) {
    const evictMs = sinceMs + resizeDeferredTimeoutMs;
    if (evictMs <= nowMs)
      return evictFor({ code: 'resize-deferred-too-long', sinceMs, longestMs: resizeDeferredTimeoutMs });
    untilMs.push(evictMs);
  }
  if (back && (deferredResizeHeldMs > 0 || byHpa !== undefined)) {
    const backMs = byHpa === undefined ? sinceMs + deferredResizeHeldMs : sinceMs;
    if (backMs <= nowMs) {
      const reason: Reason = {
        code: 'resize-taken-back',
        sinceMs,
        message,
        ...deferral,
        ...heldWith(back, byHpa),
      };
      return { kind: 'change', by: 'resize', reason, changes: back.changes };
    }
    untilMs.push(backMs);
  }
  const awaits = OF_NODE.includes(deferral.cause) ? 'node-mended' : 'resize-granted';
  const reason = underWayFor(candidate, resize, deferral);
  const asked = new Map(facts.containers.map(({ name, requests }) => [name, requests]));
  const hold: Hold | undefined = mayEvict
    ? { kind: 'hold', reason, awaits }
    : holdUnlessLower(candidate, asked, reason, awaits);
  return hold && (untilMs.length > 0 ? { ...hold, untilMs: Math.min(...untilMs) } : hold);
}

/** What the node must get back before its kubelet goes on. */
const OF_NODE: readonly DeferralCause[] = ['labels', 'resource', 'pressure', 'taint'];

function heldWith({ held }: Withdrawal, hpa: string | undefined) {
  return { held, ...(hpa !== undefined && { hpa }) };
}

/** A memory limit below what is in use: nobody goes for it, and what else was asked for must not wait. */
function blockedFinding({ facts }: Candidate): ChangeReason | Hold | undefined {
  const blocked = blockedLimits(facts);
  const [first] = blocked;
  if (!first || facts.resize.kind === 'none') return undefined;
  const { sinceMs, message } = facts.resize;
  if (isOurs(facts))
    return {
      kind: 'change',
      by: 'resize',
      reason: { code: 'limit-given-back', ...first, message },
      changes: withFormerLimits(facts, blocked),
    };
  return {
    kind: 'hold',
    reason: { code: 'resize-under-way', state: 'failed', sinceMs, message },
    awaits: 'resize-finished',
  };
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
