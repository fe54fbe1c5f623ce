import { EPHEMERAL_STORAGE, RESOURCE_FACTS } from '../../../objects/units';
import { WHOLE_POD } from '../../../objects/whole-pod';
import { policyFor } from '../../pods/compiled-vpa';
import { formerRequest } from '../last-change';
import { isStep } from '../part-of-change';
import type { Candidate, ChangeReason, Hold, PolicyScope, Trigger } from '../policy';
import type { Breach } from '../priority';
import { agedFrom } from './age';

/**
 * A request below the lower bound, above the upper bound, or missing is reason for a change at any age of the pod; but
 * one that was raised is not lowered again until it is old enough: too much for some hours harms nobody.
 */
export const bounds: Trigger = {
  name: 'bounds',
  review: (candidate, scope) =>
    candidate.breaches.map(
      (breach) =>
        changedRecently(candidate, breach, scope) ??
        smallStepDown(candidate, breach, scope) ??
        changeFor(breach),
    ),
};

function changeFor({ container, resource, request, target, lowerBound, upperBound }: Breach): ChangeReason {
  const by = RESOURCE_FACTS[resource].isResizable ? {} : { by: 'evict' as const };
  if (request === undefined)
    return { kind: 'change', reason: { code: 'request-missing', container, resource, target }, ...by };
  return {
    kind: 'change',
    reason: { code: 'outside-bounds', container, resource, request, target, lowerBound, upperBound },
    ...by,
  };
}

/**
 * The hold of a breach that would lower a request by too little to be worth it: the upper bound of a long history is near
 * the target, and a target that sways would raise it again. A maximum of the policy does not sway: what is above it is
 * lowered, however little.
 */
function smallStepDown(
  candidate: Candidate,
  { container, resource, request, target }: Breach,
  { cluster }: PolicyScope,
): Hold | undefined {
  const { resourcesApart, podUpdateThreshold } = cluster.settings;
  if (!resourcesApart || resource === EPHEMERAL_STORAGE || request === undefined || target >= request)
    return undefined;
  if (candidate.workload.vpa.outcome?.held || candidate.facts.resize.kind !== 'none') return undefined;
  if (isStep({ from: request, to: target }, podUpdateThreshold)) return undefined;
  const { vpa } = candidate.workload;
  const policy = container === WHOLE_POD ? vpa.wholePod : policyFor(vpa, container);
  if (request > (policy?.maxAllowed[resource] || Number.POSITIVE_INFINITY)) return undefined;
  const reason = { code: 'small-step-down' as const, container, resource, request, target };
  return { kind: 'hold', reason, awaits: 'recommendation-changed' };
}

/** The hold of a breach that would lower again what was raised not long ago. */
function changedRecently(
  candidate: Candidate,
  { container, resource, request, target }: Breach,
  scope: PolicyScope,
): Hold | undefined {
  if (!scope.cluster.settings.ageOfRequests || resource === EPHEMERAL_STORAGE || request === undefined)
    return undefined;
  if (target >= request) return undefined;
  const { facts, workload } = candidate;
  const { undone = 0, held } = workload.vpa.outcome ?? {};
  // What was undone is tried again with one pod, once it may be.
  if (undone > 0 && !held) return undefined;
  // A resize that is not in force has a rule of its own.
  if (facts.resize.kind !== 'none') return undefined;
  const former = formerRequest(candidate, container, resource);
  if (former === undefined || former >= request) return undefined;
  const { changedMs = facts.startedMs } = facts;
  const aged = agedFrom(candidate, scope);
  if (changedMs === undefined || !aged || scope.nowMs >= aged.oldEnoughMs) return undefined;
  const { minimumAgeMs } = aged.age;
  const evidence = { container, resource, former, request, target, changedMs, minimumAgeMs };
  return { kind: 'hold', reason: { code: 'changed-recently', ...evidence }, untilMs: aged.oldEnoughMs };
}
