import { isDeepStrictEqual } from 'node:util';
import type { HeldBy, HpaDetail, HpaMetric, HpaRow, HpaState } from '../contract/hpas';
import { hpaManager } from '../decide/pods/hpa-manager';
import { failureMessage, type HpaCondition } from '../decide/replicas/conditions';
import type { MetricEvaluation } from '../decide/replicas/evaluation';
import { metricName, metricSpecs } from '../decide/replicas/metric-specs';
import type { CurrentValue } from '../decide/replicas/proposal';
import type { ScalingBehavior } from '../decide/replicas/rules';
import { hpaStatusConditions } from '../decide/replicas/status';
import type { HorizontalPodAutoscaler, MetricSpec } from '../objects/types';
import { metricLabel, milliText, targetText } from '../words/hpa-metrics';
import { heldBy } from './held-by';
import { lastingOf } from './hidden-since';
import { controllersAnswer, type KnownHpa } from './known-hpa';
import { shownMetric } from './shown-metric';

/** An HPA as it is now, as a line of the list; the rest is of the last sync. */
export function hpaRow(known: KnownHpa, rules: ScalingBehavior, hpa: HorizontalPodAutoscaler): HpaRow {
  const { evaluation, claim } = known;
  const { namespace = '', name } = hpa.metadata;
  const { scaleTargetRef, minReplicas = 1, maxReplicas } = hpa.spec;
  const held: HeldBy = evaluation ? heldBy(evaluation) : 'no-scale';
  const state = stateOf(known, held);
  const hidden = lastingOf(known.hidden, evaluation?.atMs ?? 0);
  return {
    namespace,
    name,
    target: { kind: scaleTargetRef.kind, name: scaleTargetRef.name },
    state,
    why: whyOf(known, state, rules),
    held,
    min: minReplicas,
    max: maxReplicas,
    replicas: evaluation?.currentReplicas,
    desired: state === 'failing' ? undefined : evaluation?.desiredReplicas,
    controller: controllersAnswer(hpa),
    differsSinceMs: known.differsSinceMs,
    metrics: metricSpecs(hpa.spec).map((spec, place) => metricLine(spec, place, known)),
    claim: claim.kind,
    ...(hidden.length > 0 && { hidden }),
  };
}

export function detailOf(known: KnownHpa, rules: ScalingBehavior, hpa: HorizontalPodAutoscaler): HpaDetail {
  const { claim, sync, past, firstMs, history, sharedBy } = known;
  const { evaluation } = known;
  const shown = evaluation && {
    atMs: evaluation.atMs,
    currentReplicas: evaluation.currentReplicas,
    desiredReplicas: evaluation.desiredReplicas,
    reason: evaluation.reason,
    course: evaluation.course,
    metrics: evaluation.metrics.map(shownMetric),
  };
  return {
    ...hpaRow(known, rules, hpa),
    claim,
    sharedBy,
    spec: hpa.spec,
    status: hpa.status,
    manager: hpaManager(hpa),
    containers: containersOf(known),
    conditions: sync ? hpaStatusConditions(sync, rules) : [],
    evaluation: shown,
    past,
    watchedSinceMs: firstMs,
    history: history.points(),
  };
}

/** Those of every pod: during a rollout they may differ. Sidecars are among them. */
function containersOf({ selected }: KnownHpa): string[] {
  const pods = selected?.kind === 'pods' || selected?.kind === 'shared' ? selected.pods : [];
  const names = new Set<string>();
  for (const { containers, initContainers } of pods) {
    for (const { name } of containers) names.add(name);
    for (const { name, isSidecar } of initContainers) if (isSidecar) names.add(name);
  }
  return [...names];
}

function stateOf({ evaluation }: KnownHpa, held: HeldBy): HpaState {
  switch (held) {
    case 'no-scale':
    case 'bad-selector':
    case 'metrics-failed':
      return 'failing';
    case 'disabled':
      return 'disabled';
    default:
      if (evaluation && evaluation.desiredReplicas !== evaluation.currentReplicas) return 'scaling';
      return held === 'nothing' ? 'steady' : 'held-back';
  }
}

function whyOf({ sync, evaluation }: KnownHpa, state: HpaState, rules: ScalingBehavior): string {
  const conditions = sync ? hpaStatusConditions(sync, rules) : [];
  const of = (tells: (condition: HpaCondition) => boolean) => conditions.find(tells)?.message ?? '';
  switch (state) {
    case 'failing':
    case 'disabled':
      return of(
        ({ type, status }) => status === 'False' && (type === 'AbleToScale' || type === 'ScalingActive'),
      );
    case 'scaling':
      return evaluation?.reason ?? '';
    case 'held-back':
      return (
        of(({ type, status }) => type === 'ScalingLimited' && status === 'True') ||
        of(({ type }) => type === 'AbleToScale')
      );
    case 'steady':
      return '';
  }
}

function metricLine(spec: MetricSpec, place: number, { evaluation }: KnownHpa): HpaMetric {
  const evaluated: MetricEvaluation | undefined = evaluation?.metrics[place];
  const measured = isDeepStrictEqual(evaluated?.spec, spec) ? evaluated : undefined;
  const outcome = measured?.outcome;
  const course = evaluation?.course;
  return {
    name: metricName(spec),
    label: metricLabel(spec),
    current: outcome?.kind === 'proposed' ? currentText(spec, outcome.current) : undefined,
    target: targetText(spec),
    proposed: outcome?.kind === 'proposed' ? outcome.replicas : undefined,
    failure: outcome?.kind === 'failed' ? failureMessage(spec, outcome.failure) : undefined,
    isWinner: measured !== undefined && course?.kind === 'metrics' && course.combined.metric === place,
  };
}

/** What is measured, as the target states it: a share of the requests, else an amount. */
function currentText(
  spec: MetricSpec,
  { averageUtilization, averageValueMilli, valueMilli }: CurrentValue,
): string | undefined {
  if (averageUtilization !== undefined) return `${averageUtilization.toLocaleString('en-US')} %`;
  const milli = averageValueMilli ?? valueMilli;
  return milli === undefined ? undefined : milliText(spec, milli);
}
