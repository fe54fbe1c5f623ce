import type { VerticalPodAutoscaler } from '@/server/kube/vpa-types';
import { usualPolicy } from '@/server/policy/fields/usual';
import { heldMode } from '@/server/policy/mode-before-stop';
import { recommenderAskedBy } from '@/server/policy/serving-recommender';
import { PROBLEM_TABLE } from '@/server/words/problems';
import type { RecommenderSettings } from '../settings';
import type { PolicyView, WorkloadSummary } from '.';
import { optionalTime } from './optional-time';

/** What a VPA object says about itself, for any recommender. */
export function ownWords(vpa: VerticalPodAutoscaler) {
  const { targetRef, updatePolicy } = vpa.spec;
  return {
    namespace: vpa.metadata.namespace ?? '',
    name: vpa.metadata.name,
    target: { apiVersion: targetRef?.apiVersion, kind: targetRef?.kind ?? '', name: targetRef?.name ?? '' },
    updateMode: updatePolicy?.updateMode ?? 'Recreate',
    heldMode: heldMode(vpa),
    conditions: (vpa.status?.conditions ?? []).map(
      ({ type, status, reason, message, lastTransitionTime }) => ({
        type,
        status,
        reason,
        message,
        lastTransitionMs: optionalTime(lastTransitionTime),
      }),
    ),
    createdMs: optionalTime(vpa.metadata.creationTimestamp),
  };
}

/** A VPA that another recommender serves: named, with its state in words. */
export function foreignSummary(vpa: VerticalPodAutoscaler): WorkloadSummary {
  const detail = `It asks for recommender "${recommenderAskedBy(vpa)}".`;
  return {
    ...ownWords(vpa),
    pods: 0,
    state: { kind: 'none', reason: 'other-recommender', detail },
    containers: [],
  };
}

/** A VPA that cannot be read; the others are not affected. */
export function unusableSummary(
  { metadata: { namespace = '', name } }: VerticalPodAutoscaler,
  cause: unknown,
): WorkloadSummary {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return {
    namespace,
    name,
    target: { kind: '', name: '' },
    updateMode: '',
    conditions: [],
    pods: 0,
    state: { kind: 'none', reason: 'policy-invalid', detail, remedy: PROBLEM_TABLE['policy-invalid'].remedy },
    containers: [],
  };
}

/** What a VPA states, and the settings that apply without a value. */
export function policyView(
  { metadata, spec }: VerticalPodAutoscaler,
  config: RecommenderSettings,
): PolicyView {
  return {
    generation: metadata.generation,
    updatePolicy: spec.updatePolicy,
    resourcePolicy: spec.resourcePolicy,
    startupBoost: spec.startupBoost,
    usual: usualPolicy(config),
  };
}
