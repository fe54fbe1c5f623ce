import { type ContainerPolicies, policyOrDefault } from '@/server/decide/pods/container-policy';
import { countOf } from '@/server/words/counts';
import { PROBLEM_TABLE } from '@/server/words/problems';
import { remedyOfRefusal } from '@/server/words/refusals';
import type { PendingPods, RecommendationState, RefusedPods } from '../../contract/recommendations';
import type { LiveAnswer } from '../../usage/source';
import { detailOfTarget, type ServedVpa } from '../vpas/served-vpa';

const NO_PODS_REMEDY = 'Start pods of the target, or correct the labels in its selector.';
const ALL_OFF_REMEDY = 'Set mode Auto for a container in spec.resourcePolicy.containerPolicies.';

/** What a pass saw that may explain a missing recommendation. */
interface Circumstances {
  livePods: number;
  /** Of the live pods, those that do not run yet. */
  pending?: PendingPods;
  refused?: RefusedPods;
  wantsNoPods?: boolean;
  /** How often each container was killed for memory in the last day, if it was. */
  killed(): readonly { readonly container: string; readonly times: number }[];
  policies: ContainerPolicies | undefined;
  lastMetrics: LiveAnswer | undefined;
}

/** Whether a VPA has a recommendation and, if not, the first reason why. */
export function stateOf(served: ServedVpa, circumstances: Circumstances): RecommendationState {
  const { target, vpa } = served;
  const detail = detailOfTarget(target, vpa);
  switch (target.kind) {
    case 'missing':
      return none('target-missing', detail, PROBLEM_TABLE['target-missing'].remedy);
    case 'unsupported':
      return none('target-unsupported', detail, PROBLEM_TABLE['target-unsupported'].remedy);
    case 'not-topmost':
      return none(
        'target-not-topmost',
        detail,
        `Point spec.targetRef at ${target.by.kind} ${target.by.name}.`,
      );
    case 'pending':
    case 'failed':
    case 'found':
      break;
  }
  if (served.policyFault)
    return none('policy-invalid', served.policyFault, PROBLEM_TABLE['policy-invalid'].remedy);
  if (served.recommendation) return { kind: 'recommended' };
  if (!served.visited) return none('waiting-for-first-pass', detail);
  return whyNone(served, circumstances);
}

function whyNone(served: ServedVpa, circumstances: Circumstances): RecommendationState {
  const { livePods, policies, lastMetrics, pending, refused, wantsNoPods } = circumstances;
  const containers = [...served.liveContainers];
  if (containers.length > 0 && policies && containers.every((name) => policyOrDefault(policies, name).off))
    return none('all-containers-off', `Containers: ${containers.join(', ')}`, ALL_OFF_REMEDY);
  if (livePods === 0) {
    if (refused) return none('pods-refused', refused.message, remedyOfRefusal(refused.message));
    if (wantsNoPods) return none('scaled-to-zero');
    return none('no-pods-matched', undefined, NO_PODS_REMEDY);
  }
  if (pending?.pods === livePods) return none('pods-pending', pending.message);
  switch (lastMetrics) {
    case 'not-installed':
      return none('metrics-unavailable', undefined, PROBLEM_TABLE['metrics-not-installed'].remedy);
    case 'forbidden':
      return none(
        'metrics-unavailable',
        'Reading it is forbidden.',
        PROBLEM_TABLE['access-forbidden'].remedy,
      );
    case 'unavailable':
      return none('metrics-unavailable', undefined, PROBLEM_TABLE['metrics-unavailable'].remedy);
    case 'samples':
    case undefined:
      return unmeasured(circumstances.killed());
  }
}

function unmeasured(killed: ReturnType<Circumstances['killed']>): RecommendationState {
  if (killed.length === 0) return none('no-samples-yet');
  const kills = killed.map(({ container, times }) => `${container}: ${countOf(times, 'kill')} in 24 h`);
  return none('killed-before-measured', kills.join('; '));
}

function none(
  reason: Extract<RecommendationState, { kind: 'none' }>['reason'],
  detail?: string,
  remedy?: string,
): RecommendationState {
  return { kind: 'none', reason, detail, remedy };
}
