import { EPHEMERAL_STORAGE, type RequestedResource } from '../../../model/units';
import { formerRequest } from '../last-change';
import type { Candidate, ChangeReason, Hold, PolicyScope, Trigger } from '../policy';
import type { Breach } from '../priority';
import { agedFrom } from './age';

/**
 * A request below the lower bound, above the upper bound, or missing is reason for a change at any age. Only one that
 * was raised and would be lowered again waits until it is old enough: too much for some hours harms nobody.
 */
export const bounds: Trigger = {
  name: 'bounds',
  review: (candidate, scope) =>
    candidate.breaches.map((breach) => loweredBack(candidate, breach, scope) ?? changeFor(breach)),
};

function changeFor({
  container,
  resource,
  request,
  target,
  lowerBound,
  upperBound,
}: Breach<RequestedResource>): ChangeReason {
  // No kubelet changes storage in place.
  const by = resource === EPHEMERAL_STORAGE ? { by: 'evict' as const } : {};
  if (request === undefined)
    return { kind: 'change', reason: { code: 'request-missing', container, resource, target }, ...by };
  return {
    kind: 'change',
    reason: { code: 'outside-bounds', container, resource, request, target, lowerBound, upperBound },
    ...by,
  };
}

/** The hold of a breach that would lower again what was raised not long ago. */
function loweredBack(
  candidate: Candidate,
  { container, resource, request, target }: Breach<RequestedResource>,
  scope: PolicyScope,
): Hold | undefined {
  if (!scope.cluster.settings.ageOfRequests) return undefined;
  if (resource === EPHEMERAL_STORAGE || request === undefined || target >= request) return undefined;
  const former = formerRequest(candidate, container, resource);
  if (former === undefined || former >= request) return undefined;
  const aged = agedFrom(candidate.facts, scope);
  if (!aged || scope.nowMs >= aged.oldEnoughMs) return undefined;
  const { startedMs, changedMs = startedMs, minimumAgeMs } = aged.age;
  const evidence = { container, resource, former, request, target, changedMs, minimumAgeMs };
  return { kind: 'hold', reason: { code: 'raised-recently', ...evidence }, untilMs: aged.oldEnoughMs };
}
