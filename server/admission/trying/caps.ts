import type { Basis } from '../../decide/new/basis';
import type { LeftAsStated } from '../../decide/new/left-as-stated';
import type { MutationChange } from '../../decide/new/mutation';
import { statedAmounts } from '../../decide/new/pod-amounts';
import type { CapReason } from '../../decide/pods/cap-reasons';
import { policyFor } from '../../decide/pods/compiled-vpa';
import { allowedRange, NO_POLICY } from '../../decide/pods/container-policy';
import { fillsNode } from '../../decide/pods/largest-node';
import { requestedFrom } from '../../objects/quantity';
import { sizedContainer } from '../../objects/sized-containers';
import type { LimitRange, Pod } from '../../objects/types';
import { type Amounts, EPHEMERAL_STORAGE, type RequestedResource, type Resource } from '../../objects/units';
import type { CapWords } from '../../words/admission';

/** What may cap the amounts of a pod, besides what its review knows. */
export interface CapGrounds {
  readonly ranges: readonly LimitRange[];
  readonly largestNode: Amounts | undefined;
  /** Applies if a policy has no maximum. */
  readonly globalMaxAllowed: Amounts;
}

/** Caps of a limit that its request does not share. */
const OF_LIMITS: ReadonlySet<CapReason> = new Set(['pod-resources']);
/** Not caps of an amount that is there. */
const OF_MISSING_LIMITS: ReadonlySet<CapReason> = new Set(['no-original-limit', 'no-recommended-request']);

/**
 * What made an amount differ from what the usage needs, in the order in which it did: first what is in the
 * recommendation already, then approvals and HPAs, then what holds for the pod.
 */
export function capsOf(change: MutationChange, basis: Basis, grounds: CapGrounds): CapWords[] {
  const { container, resource, field, cappedBy } = change;
  const words = (code: CapReason) => ({ code, ...boundOf(code, change, basis, grounds) });
  if (field === 'limit')
    return [{ code: 'ratio' }, ...cappedBy.filter((code) => OF_LIMITS.has(code)).map(words)];
  const notes = cappedBy.map(words);
  if (resource === EPHEMERAL_STORAGE) return notes;
  const recommended = inRecommendation({ container, resource }, basis, grounds);
  const need = basis.wanted?.get(container)?.uncappedTarget?.[resource];
  const isCapped = recommended.length > 0 || cappedBy.some((code) => !OF_MISSING_LIMITS.has(code));
  const needs: CapWords[] = isCapped && need !== undefined ? [{ code: 'needs', amount: need }] : [];
  return [...needs, ...recommended, ...notes];
}

interface Place {
  readonly container: string;
  readonly resource: Resource;
}

/** The caps between the need and the target that the review began with. */
function inRecommendation(place: Place, basis: Basis, grounds: CapGrounds): CapWords[] {
  const { container, resource } = place;
  const wanted = basis.wanted?.get(container);
  const target = wanted?.target[resource];
  const need = wanted?.uncappedTarget?.[resource];
  const caps: CapWords[] = [];
  if (target !== undefined && need !== undefined && target !== need)
    caps.push(target > need ? raised(target, place, basis) : lowered(target, place, basis, grounds));
  const approved = basis.approved?.get(container)?.target[resource];
  if (approved !== undefined && approved !== target) caps.push({ code: 'approval', amount: approved });
  const given = basis.recommendation?.get(container)?.target[resource];
  if (given !== undefined && given !== approved) caps.push({ code: 'hpa-given', amount: given });
  return caps;
}

function raised(amount: number, { container, resource }: Place, { vpa }: Basis): CapWords {
  const { min } = allowedRange(policyFor(vpa, container) ?? NO_POLICY, resource);
  return { code: min === amount ? 'min-allowed' : 'former-policy', amount };
}

function lowered(
  amount: number,
  { container, resource }: Place,
  { vpa, wanted }: Basis,
  { largestNode, globalMaxAllowed }: CapGrounds,
): CapWords {
  const policy = policyFor(vpa, container) ?? NO_POLICY;
  const { max } = allowedRange(policy, resource, globalMaxAllowed);
  if (max === amount)
    return { code: policy.maxAllowed[resource] === undefined ? 'setting-max' : 'max-allowed', amount };
  const largest = largestNode?.[resource];
  const targets = [...(wanted?.values() ?? [])].map(({ target }) => target);
  return fillsNode(targets, resource, largest)
    ? { code: 'largest-node', amount, largest }
    : { code: 'former-policy', amount };
}

/** The amount a cap comes from, and the object that states it. */
function boundOf(
  code: CapReason,
  { container, resource }: MutationChange,
  { pod, vpa, limits }: Basis,
  { ranges }: CapGrounds,
): Pick<CapWords, 'amount' | 'source'> {
  const policy = policyFor(vpa, container);
  const named = (type: 'Container' | 'Pod', side: 'min' | 'max') => {
    const amount = limits[type === 'Container' ? 'container' : 'pod']?.[side]?.[resource];
    return { amount, source: sourceOf(ranges, { type, side, resource, amount }) };
  };
  switch (code) {
    case 'min-allowed':
      return { amount: policy?.minAllowed[resource] };
    case 'max-allowed':
      return { amount: policy?.maxAllowed[resource] };
    case 'container-range-min':
      return named('Container', 'min');
    case 'container-range-max':
      return named('Container', 'max');
    case 'pod-range':
      return named('Pod', limits.pod?.max?.[resource] === undefined ? 'min' : 'max');
    case 'container-limit':
    case 'boost-container-limit': {
      const stated = sizedContainer(pod.spec, container);
      return { amount: stated ? statedAmounts(stated).limits[resource] : undefined };
    }
    case 'seen-use':
      return { amount: vpa.recommendation?.get(container)?.seenCpu };
    case 'pod-resources':
      return { amount: ofPod(pod, resource) };
    default:
      return {};
  }
}

interface SoughtBound {
  readonly type: 'Container' | 'Pod';
  readonly side: 'min' | 'max';
  readonly resource: RequestedResource;
  readonly amount: number | undefined;
}

/** The name of the LimitRange that states this bound. */
function sourceOf(
  ranges: readonly LimitRange[],
  { type, side, resource, amount }: SoughtBound,
): string | undefined {
  return ranges.find(({ spec }) =>
    spec.limits?.some((item) => item.type === type && requestedFrom(item[side])[resource] === amount),
  )?.metadata.name;
}

/** What the pod's own resources give its containers. */
function ofPod({ spec }: Pod, resource: RequestedResource): number | undefined {
  const { requests, limits } = spec.resources ?? {};
  return requestedFrom(requests)[resource] ?? requestedFrom(limits)[resource];
}

/** What leaves no room for a recommended request: a quota with what it has left, or the pod's own resources. */
export function noCapacityFor(
  { container, resource, reason }: LeftAsStated,
  { pod, recommendation, beyond }: Basis,
): CapWords | undefined {
  if (reason !== 'no-room') return undefined;
  const quotaLeft = beyond.get(resource);
  if (quotaLeft)
    return {
      code: 'quota',
      amount: Math.max(0, quotaLeft.free),
      source: quotaLeft.quota,
      asked: recommendation?.get(container)?.target[resource],
    };
  const own = ofPod(pod, resource);
  return own === undefined ? undefined : { code: 'pod-resources', amount: own };
}
