import { type Failed, failed } from './failures';
import type { Gauge, PodUse } from './gauge';
import { type Standing, standingOf } from './pod-groups';
import { type Filling, type PodEvidence, type Proposal, wholeReplicas } from './proposal';
import type { Samples } from './samples';
import type { ScaledPod } from './scaled-pod';
import type { HorizontalSettings } from './settings';
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
  readonly settings: HorizontalSettings;
  readonly nowMs: number;
}

interface Judged {
  readonly name: string;
  readonly standing: Standing | { readonly group: 'unknown' };
  readonly measuredMilli?: number;
  readonly requestMilli?: number;
}

const NOTHING: Filling = { milli: 0, as: 'nothing' };

/**
 * What a metric measured on pods asks for. Missing pods count so that they slow the change down: as using what
 * they may on the way down, and nothing on the way up, where unready pods count as using nothing too.
 */
export function proposeByPods(question: PodsQuestion): Proposal | Failed {
  const { gauge, currentReplicas, tolerances, settings } = question;
  if (question.pods.length === 0) return failed({ code: 'no-pods' });
  const judged = judge(question);
  if (!Array.isArray(judged)) return judged;

  const counted = judged.filter(isMeasured).map(amountUsed);
  if (counted.length === 0) return failed({ code: 'no-ready-samples' });
  const measured = gauge.read(counted);
  if (!measured) return failed({ code: 'nothing-requested' });
  const { ratio, current } = measured;

  const has = (group: Standing['group']) => judged.some(({ standing }) => standing.group === group);
  const isTolerable = (value: number) => isTolerated(value, tolerances, settings.rules);
  const answer = (parts: Pick<Proposal, 'because' | 'replicas' | 'multipliedBy' | 'filledRatio'>) =>
    ({ kind: 'proposed', ratio, tolerances, current, ...parts }) as const;

  if (!has('missing') && !(has('unready') && ratio > 1)) {
    const ready = judged.filter(({ standing }) => standing.group === 'ready').length;
    const pods = judged.map((pod) => evidenceOf(pod));
    return isTolerable(ratio)
      ? { ...answer({ because: 'within-tolerance', replicas: currentReplicas, multipliedBy: ready }), pods }
      : {
          ...answer({ because: 'ratio', replicas: wholeReplicas(ratio * ready), multipliedBy: ready }),
          pods,
        };
  }

  const fillings = judged.map((pod) => fillingOf(pod, ratio, gauge));
  const pods = judged.map((pod, index) => evidenceOf(pod, fillings[index]));
  const uses = judged.flatMap((pod, index) => {
    const filling = fillings[index];
    if (filling) return [{ milli: filling.milli, requestMilli: pod.requestMilli }];
    return isMeasured(pod) ? [amountUsed(pod)] : [];
  });
  const filledRatio = gauge.read(uses)?.ratio ?? ratio;
  const parts = { filledRatio, multipliedBy: uses.length };
  const stays = (because: 'within-tolerance' | 'filling-turns-direction') => ({
    ...answer({ ...parts, because, replicas: currentReplicas }),
    pods,
  });
  if (isTolerable(filledRatio)) return stays('within-tolerance');
  if ((ratio < 1 && filledRatio > 1) || (ratio > 1 && filledRatio < 1))
    return stays('filling-turns-direction');
  const replicas = wholeReplicas(filledRatio * uses.length);
  if (filledRatio < 1 ? replicas > currentReplicas : replicas < currentReplicas)
    return stays('filling-turns-direction');
  return { ...answer({ ...parts, because: 'ratio', replicas }), pods };
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
      standing: standingOf(pod, samples, countsReadiness, settings, nowMs),
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
