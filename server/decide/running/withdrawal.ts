import { type Amounts, type MemoryBytes, RESOURCES, type Resource } from '../../objects/units';
import { WHOLE_POD } from '../../objects/whole-pod';
import type { Reason } from '../../words/reasons';
import { isClaimOn } from '../pods/hpa-claims';
import { RESIZED_AT_ANNOTATION } from '../pods/pod-annotations';
import { withAmount } from '../pods/proportions';
import type { HpaFacts } from './hpa-facts';
import type { ContainerChange } from './planned';
import type { PodFacts } from './pod-facts';
import { grantedTo, type Stated } from './refused-part';

/** A resize that is taken back, and what it held of its node beyond what was granted: millicores and bytes. */
export interface Withdrawal {
  readonly changes: readonly ContainerChange[];
  readonly held: Amounts;
}

/** Whether a change takes an earlier one back: it waits for nothing but a stop. */
export function isWithdrawal(reasons: readonly Reason[]): boolean {
  return reasons.some(({ code }) => code === 'resize-taken-back' || code === 'limit-given-back');
}

/** Whether Plumbline asked for the resize that a pod waits for. */
export function isOurs({ pod }: PodFacts): boolean {
  return pod.metadata.annotations?.[RESIZED_AT_ANNOTATION] !== undefined;
}

/**
 * Takes back what a deferred resize raises, and so no longer holds; under an HPA that divides by a request, all of that
 * request. Undefined where nothing is raised, or the kubelet does not tell what it granted.
 */
export function takenBack(
  facts: PodFacts,
  ofHpa: (container: string, resource: Resource) => boolean,
): Withdrawal | undefined {
  const { stating, podLevel } = facts;
  // What a pod states as a whole bounds its containers: what they request of a resource goes back together.
  const together = RESOURCES.filter(
    (resource) =>
      podLevel && (raisedOf(facts, resource) > 0 || stating.some(({ name }) => ofHpa(name, resource))),
  );
  let held: Amounts = {};
  for (const resource of RESOURCES) {
    const raised = raisedOf(facts, resource);
    if (raised > 0) held = withAmount(held, resource, raised);
  }
  const changes = stating.flatMap((container): ContainerChange[] => {
    const granted = grantedTo(facts, container.name);
    if (!granted) return [];
    let back: Pick<ContainerChange, 'to' | 'limits'> = { to: {}, limits: {} };
    for (const resource of RESOURCES) {
      const [asked, has] = [container.requests[resource], granted.requests[resource]];
      if (asked === undefined || has === undefined || asked === has) continue;
      if (asked < has && !ofHpa(container.name, resource) && !together.includes(resource)) continue;
      back = withFormer(back, container, resource, granted);
    }
    return Object.keys(back.to).length > 0
      ? [{ container: container.name, from: container.requests, ...back }]
      : [];
  });
  return changes.length > 0 ? { changes, held } : undefined;
}

/** What a resize asks for of its node beyond what was granted: as a whole, where the pod states that. */
function raisedOf(facts: PodFacts, resource: Resource): number {
  const whole = facts.podLevel?.requests[resource] !== undefined;
  return facts.stating
    .filter(({ name }) => !whole || name === WHOLE_POD)
    .reduce((sum, { name, requests }) => {
      const [asked, has] = [requests[resource], grantedTo(facts, name)?.requests[resource]];
      return asked === undefined || has === undefined ? sum : sum + Math.max(0, asked - has);
    }, 0);
}

/** A request as it was granted, with the limit that goes with it. */
function withFormer(
  { to, limits }: Pick<ContainerChange, 'to' | 'limits'>,
  container: PodFacts['stating'][number],
  resource: Resource,
  granted: Stated,
): Pick<ContainerChange, 'to' | 'limits'> {
  const request = granted.requests[resource] ?? 0;
  const limit = container.limits[resource];
  const former = limit === container.requests[resource] ? request : granted.limits[resource];
  return {
    to: { ...to, [resource]: request },
    limits:
      limit === undefined || former === undefined || former === limit
        ? limits
        : { ...limits, [resource]: former },
  };
}

/** The HPA that divides by a request of a resize that is not granted; undefined if none does. */
export function disturbedHpa(facts: PodFacts, hpa: HpaFacts | undefined): string | undefined {
  if (!hpa) return undefined;
  const isAsked = facts.stating.some(({ name, requests }) => {
    const granted = grantedTo(facts, name);
    return RESOURCES.some(
      (resource) =>
        granted?.requests[resource] !== undefined &&
        granted.requests[resource] !== requests[resource] &&
        dividesBy(hpa, name, resource),
    );
  });
  return isAsked ? hpa.hpa.metadata.name : undefined;
}

export function dividesBy({ freed }: HpaFacts, container: string, resource: Resource): boolean {
  return freed.some((claim) => claim.percent !== undefined && isClaimOn(claim, container, resource));
}

/** A memory limit that its kubelet cannot lower to what a container states, since more is in use. */
export interface BlockedLimit {
  readonly container: string;
  readonly limit: MemoryBytes;
  readonly former: MemoryBytes;
}

/** The memory limits that a failed resize would lower; while they are tried, no CPU of the pod is written. */
export function blockedLimits(facts: PodFacts): readonly BlockedLimit[] {
  if (facts.resize.kind !== 'failed') return [];
  return facts.stating.flatMap(({ name, limits }) => {
    const [limit, former] = [limits.memory, grantedTo(facts, name)?.limits.memory];
    return limit !== undefined && former !== undefined && limit < former
      ? [{ container: name, limit, former }]
      : [];
  });
}

/** Gives the former limits back; all else that was asked for goes on. */
export function withFormerLimits(facts: PodFacts, blocked: readonly BlockedLimit[]): ContainerChange[] {
  return blocked.flatMap(({ container, former }) => {
    const own = facts.stating.find(({ name }) => name === container);
    if (!own) return [];
    // In a Guaranteed pod they stay equal.
    const isEqual = own.requests.memory === own.limits.memory;
    return [
      { container, from: own.requests, to: isEqual ? { memory: former } : {}, limits: { memory: former } },
    ];
  });
}
