import { type Failed, failed } from './failures';
import type { Gauge, PodUse } from './gauge';
import { type PodStanding, podStanding } from './pod-groups';
import { type Filling, type PodEvidence, type ReplicaProposal, wholeReplicas } from './proposal';
import type { Samples } from './samples';
import type { ScaledPod } from './scaled-pod';
import type { EvaluationSettings } from './settings';
import { isTolerated, type Tolerances } from './tolerance';

export interface PodsQuestion {
  readonly pods: readonly ScaledPod[];
  readonly samples: Samples;
  readonly gauge: Gauge;
  /** What a pod requests of the metric's resource; absent if the gauge needs no requests. */
  readonly requested?: (pod: ScaledPod) => number | Failed;
  /** Whether the readiness of a pod counts: for CPU only. */
  readonly countsReadiness: boolean;
  readonly currentReplicas: number;
  readonly tolerances: Tolerances;
  readonly settings: EvaluationSettings;
  readonly nowMs: number;
}

interface Judged {
  readonly name: string;
  readonly standing: PodStanding | { readonly group: 'unknown' };
  readonly measuredMilli?: number;
  readonly requestMilli?: number;
}

const NOTHING: Filling = { milli: 0, as: 'nothing' };

/**
 * What a metric measured on pods asks for. Missing pods count so that they slow the change down: as using what
 * they may on the way down, and nothing on the way up, where unready pods count as using nothing too (Kubernetes 1.37,
 * pkg/controller/podautoscaler, replica_calculator.go, `GetResourceReplicas`).
 */
export function proposeByPods(question: PodsQuestion): ReplicaProposal | Failed {
  if (question.pods.length === 0) return failed({ code: 'no-pods' });
  const judged = judge(question);
  if (!Array.isArray(judged)) return judged;
  const counted = judged.filter(isMeasured).map(amountUsed);
  if (counted.length === 0) return failed({ code: 'no-ready-samples' });
  const measured = question.gauge.read(counted);
  if (!measured) return failed({ code: 'nothing-requested' });

  const has = (group: PodStanding['group']) => judged.some(({ standing }) => standing.group === group);
  const needsFilling = has('missing') || (has('unready') && measured.ratio > 1);
  const answer = needsFilling
    ? byFilling(judged, measured.ratio, question)
    : asMeasured(judged, measured.ratio, question);
  return { kind: 'proposed', ...measured, tolerances: question.tolerances, ...answer };
}

type Answer = Pick<ReplicaProposal, 'replicas' | 'because' | 'filledRatio' | 'multipliedBy' | 'pods'>;

function asMeasured(
  judged: readonly Judged[],
  ratio: number,
  { currentReplicas, tolerances, settings }: PodsQuestion,
): Answer {
  const multipliedBy = judged.filter(({ standing }) => standing.group === 'ready').length;
  const pods = judged.map((pod) => evidenceOf(pod));
  return isTolerated(ratio, tolerances, settings.rules)
    ? { replicas: currentReplicas, because: 'within-tolerance', multipliedBy, pods }
    : { replicas: wholeReplicas(ratio * multipliedBy), because: 'ratio', multipliedBy, pods };
}

function byFilling(
  judged: readonly Judged[],
  ratio: number,
  { gauge, currentReplicas, tolerances, settings }: PodsQuestion,
): Answer {
  const uses: PodUse[] = [];
  const pods = judged.map((pod) => {
    const filled = fillingOf(pod, ratio, gauge);
    if (filled) uses.push({ milli: filled.milli, requestMilli: pod.requestMilli });
    else if (isMeasured(pod)) uses.push(amountUsed(pod));
    return evidenceOf(pod, filled);
  });
  const filledRatio = gauge.read(uses)?.ratio ?? ratio;
  const replicas = wholeReplicas(filledRatio * uses.length);
  const because = isTolerated(filledRatio, tolerances, settings.rules)
    ? 'within-tolerance'
    : turns(ratio, filledRatio, currentReplicas, replicas)
      ? 'filling-turns-direction'
      : 'ratio';
  const stays = because !== 'ratio';
  return {
    replicas: stays ? currentReplicas : replicas,
    because,
    filledRatio,
    multipliedBy: uses.length,
    pods,
  };
}

/** Whether filling in made the ratio, or the number of replicas, go the other way than what was measured. */
function turns(ratio: number, filledRatio: number, current: number, replicas: number): boolean {
  if ((ratio < 1 && filledRatio > 1) || (ratio > 1 && filledRatio < 1)) return true;
  return filledRatio < 1 ? replicas > current : replicas < current;
}

/** Every pod with its standing, then the samples of pods that are not among those selected. */
function judge({
  pods,
  samples,
  requested,
  countsReadiness,
  settings,
  nowMs,
}: PodsQuestion): Judged[] | Failed {
  const judged: Judged[] = [];
  const known = new Set<string>();
  for (const pod of pods) {
    const requestMilli = requested?.(pod);
    if (typeof requestMilli === 'object') return requestMilli;
    known.add(pod.name);
    judged.push({
      name: pod.name,
      standing: podStanding(pod, samples, countsReadiness, settings, nowMs),
      measuredMilli: samples.byPod.get(pod.name)?.valueMilli,
      requestMilli,
    });
  }
  for (const { pod, valueMilli } of samples.byPod.values())
    if (!known.has(pod))
      judged.push({ name: pod, standing: { group: 'unknown' }, measuredMilli: valueMilli });
  return judged;
}

function isMeasured({ standing: { group } }: Judged): boolean {
  return group === 'ready' || group === 'unknown';
}

function amountUsed({ measuredMilli = 0, requestMilli }: Judged): PodUse {
  return { milli: measuredMilli, requestMilli };
}

function fillingOf({ standing, requestMilli }: Judged, ratio: number, gauge: Gauge): Filling | undefined {
  if (ratio > 1) return standing.group === 'missing' || standing.group === 'unready' ? NOTHING : undefined;
  return ratio < 1 && standing.group === 'missing' ? gauge.fillOnWayDown(requestMilli) : undefined;
}

function evidenceOf({ name, standing, measuredMilli, requestMilli }: Judged, filled?: Filling): PodEvidence {
  const why = 'why' in standing ? standing.why : undefined;
  return { pod: name, group: standing.group, why, measuredMilli, requestMilli, filled };
}
