import { FIRST_CHANGE_ANNOTATION } from '@/server/decide/features/first-change/first-change';
import { MEMORY_FOLLOWS_ANNOTATION } from '@/server/decide/features/memory-follows/follows-heap';
import { scopeStated } from '@/server/decide/features/node-scope/scope';
import { CONTROLLED_SIGNALS_ANNOTATION } from '@/server/decide/pods/controlled-signals';
import { usualPolicy } from '@/server/decide/pods/fields/usual';
import { LIMITS_ANNOTATION } from '@/server/decide/pods/limit-modes';
import { MEMORY_LIMIT_ANNOTATION } from '@/server/decide/pods/memory-limit/stated';
import { heldMode } from '@/server/decide/pods/mode-before-stop';
import { ruleNameOf } from '@/server/decide/pods/rule-label';
import {
  formerRecommender,
  recommenderAskedBy,
  servingRecommender,
} from '@/server/decide/pods/serving-recommender';
import { statedIn } from '@/server/decide/pods/stated-text';
import { errorText } from '@/server/lib/report/errors';
import { optionalTime } from '@/server/objects/optional-time';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { PROBLEM_TABLE } from '@/server/words/problems';
import type { PolicyView, WorkloadSummary } from '../../contract/recommendations';
import type { RecommenderSettings } from '../settings';
import { recommenderChoice } from './recommender-choice';

/** What a VPA object says about itself, for any recommender. */
export function ownWords(vpa: VerticalPodAutoscaler, config: RecommenderSettings) {
  const { targetRef, updatePolicy } = vpa.spec;
  return {
    namespace: vpa.metadata.namespace ?? '',
    name: vpa.metadata.name,
    target: { apiVersion: targetRef?.apiVersion, kind: targetRef?.kind ?? '', name: targetRef?.name ?? '' },
    updateMode: updatePolicy?.updateMode ?? 'Recreate',
    recommender: servingRecommender(vpa, config) ?? recommenderAskedBy(vpa),
    heldMode: heldMode(vpa),
    keptBy: ruleNameOf(vpa.metadata),
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
export function foreignSummary(vpa: VerticalPodAutoscaler, config: RecommenderSettings): WorkloadSummary {
  const detail = `It asks for recommender "${recommenderAskedBy(vpa)}".`;
  const isGone = formerRecommender(vpa, config) !== undefined;
  return {
    ...ownWords(vpa, config),
    pods: 0,
    state: { kind: 'none', reason: isGone ? 'recommender-gone' : 'other-recommender', detail },
    containers: [],
  };
}

/** A VPA that cannot be read; the others are not affected. */
export function unusableSummary(
  { metadata: { namespace = '', name } }: VerticalPodAutoscaler,
  cause: unknown,
): WorkloadSummary {
  const detail = errorText(cause);
  return {
    namespace,
    name,
    target: { kind: '', name: '' },
    updateMode: '',
    recommender: '',
    conditions: [],
    pods: 0,
    state: { kind: 'none', reason: 'policy-invalid', detail, remedy: PROBLEM_TABLE['policy-invalid'].remedy },
    containers: [],
  };
}

/** What a VPA states, and the settings that apply without a value. */
export function policyView(vpa: VerticalPodAutoscaler, config: RecommenderSettings): PolicyView {
  const { metadata, spec } = vpa;
  const signals: unknown = metadata.annotations?.[CONTROLLED_SIGNALS_ANNOTATION];
  const { inSpec, annotated } = scopeStated(vpa);
  const scope = inSpec ?? annotated;
  const memoryLimit = statedIn(vpa, MEMORY_LIMIT_ANNOTATION);
  const limits = statedIn(vpa, LIMITS_ANNOTATION);
  const memoryFollows = statedIn(vpa, MEMORY_FOLLOWS_ANNOTATION);
  const firstChangeAfter = statedIn(vpa, FIRST_CHANGE_ANNOTATION);
  return {
    generation: metadata.generation,
    updatePolicy: spec.updatePolicy,
    resourcePolicy: spec.resourcePolicy,
    startupBoost: spec.startupBoost,
    recommender: recommenderChoice(vpa, config),
    ...(signals !== undefined && { controlledSignals: String(signals) }),
    ...(scope !== undefined && { scope }),
    ...(memoryLimit !== undefined && { memoryLimit }),
    ...(limits !== undefined && { limits }),
    ...(memoryFollows !== undefined && { memoryFollows }),
    ...(firstChangeAfter !== undefined && { firstChangeAfter }),
    usual: usualPolicy(config),
  };
}
