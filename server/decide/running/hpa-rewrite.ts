import type { HorizontalPodAutoscaler, MetricSpec } from '../../objects/types';
import {
  type KeptThreshold,
  keepableOf,
  nextThreshold,
  readThresholds,
} from '../features/with-hpa/hpa-thresholds';
import { metricKey } from '../features/with-hpa/metric-key';
import type { CompiledVpa } from '../pods/compiled-vpa';
import { claimOf, type HpaClaim } from '../pods/hpa-claims';
import { hpaManager } from '../pods/hpa-manager';
import { withRequests } from '../replicas/changed-requests';
import { type ScaledPod, scaledPod } from '../replicas/scaled-pod';
import { averageOf, type HpaFacts, isLive, isRecommended, requestsOf, withPercent } from './hpa-facts';
import type { PodPlan } from './planned';

/** One target in percent, as it is and as it keeps its threshold. */
export interface Retarget extends KeptThreshold, Pick<HpaClaim, 'resource' | 'container'> {
  readonly from: number;
}

/** What an HPA should state so that its thresholds stay. */
export interface Rewrite {
  /** All metrics; absent if their targets stay as they are. */
  readonly metrics?: readonly MetricSpec[];
  /** By metric, for the annotation. */
  readonly thresholds: Readonly<Record<string, KeptThreshold>>;
  readonly retargets: readonly Retarget[];
}

/**
 * How an HPA keeps its thresholds while its pods get other requests; undefined if nothing is to be written.
 * @param hpa as it is now; it may be newer than the one in the facts
 * @param planned the pods about to be changed
 */
export function rewriteOf(
  { mode, pods }: HpaFacts,
  hpa: HorizontalPodAutoscaler,
  vpa: CompiledVpa,
  planned: readonly PodPlan[],
): Rewrite | undefined {
  const { metrics } = hpa.spec;
  if (mode !== 'keep-threshold' || !Array.isArray(metrics) || hpaManager(hpa) !== undefined) return undefined;
  const live = pods
    .map((pod) => ({ uid: pod.metadata.uid, scaled: scaledPod(pod) }))
    .filter(({ scaled }) => isLive(scaled));
  const changes = new Map(planned.map((plan) => [plan.uid, plan.changes]));
  const now = live.map(({ scaled }) => scaled);
  const after = live.map(({ uid = '', scaled }) => withRequests(scaled, requestsOf(changes.get(uid) ?? [])));
  const known = readThresholds(hpa);
  const keepable = keepableOf(hpa);
  const thresholds: Record<string, KeptThreshold> = {};
  const retargets: Retarget[] = [];
  const rewritten = metrics.map((metric) => {
    const claim = claimOf(hpa.metadata.name, metric);
    const key = claim ? metricKey(claim) : '';
    const percent = keepable.get(key);
    if (!claim || percent === undefined || !isRecommended(claim, vpa)) return metric;
    const next = nextOf(claim, percent, known.get(key), { now, after });
    if (!next) return metric;
    thresholds[key] = next;
    if (next.percent === percent) return metric;
    const { resource, container } = claim;
    retargets.push({ ...next, resource, container, from: percent });
    return withPercent(metric, next);
  });
  if (isSame(thresholds, known)) return undefined;
  return { thresholds, retargets, ...(retargets.length > 0 && { metrics: rewritten }) };
}

function nextOf(
  claim: HpaClaim,
  percent: number,
  known: KeptThreshold | undefined,
  pods: { now: readonly ScaledPod[]; after: readonly ScaledPod[] },
): KeptThreshold | undefined {
  const now = averageOf(claim, pods.now);
  const after = averageOf(claim, pods.after);
  return now && after ? nextThreshold(percent, known, { now, after }) : known;
}

function isSame(
  next: Readonly<Record<string, KeptThreshold>>,
  known: ReadonlyMap<string, KeptThreshold>,
): boolean {
  return (
    Object.keys(next).length === known.size &&
    [...known].every(([key, { threshold, percent, first }]) => {
      const one = next[key];
      return one?.threshold === threshold && one.percent === percent && one.first === first;
    })
  );
}

/** An HPA as it stated its targets before the first rewriting; undefined if none was rewritten. */
export function rewriteBack(hpa: HorizontalPodAutoscaler): Rewrite | undefined {
  const known = readThresholds(hpa);
  if (known.size === 0) return undefined;
  const retargets: Retarget[] = [];
  const metrics = (hpa.spec.metrics ?? []).map((metric) => {
    const claim = claimOf(hpa.metadata.name, metric);
    const kept = claim && known.get(metricKey(claim));
    if (!kept || claim.percent !== kept.percent || kept.percent === kept.first) return metric;
    const back = { ...kept, percent: kept.first };
    retargets.push({ ...back, resource: claim.resource, container: claim.container, from: kept.percent });
    return withPercent(metric, back);
  });
  return { thresholds: {}, retargets, ...(retargets.length > 0 && { metrics }) };
}
