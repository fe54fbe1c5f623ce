import { type Evaluation, evaluate } from '../decide/replicas/evaluation';
import type { MetricReading } from '../decide/replicas/input';
import { metricSpecs } from '../decide/replicas/metric-specs';
import type { EvaluationSettings } from '../decide/replicas/settings';
import type { Clock } from '../lib/time/clock';
import type { HorizontalPodAutoscaler } from '../objects/types';
import type { KnownHpa } from './known-hpa';
import type { PodUsageReader } from './pod-usages';
import { neededReadings, readingsOf } from './readings';
import type { ValueReadings } from './value-readings';

type Spec = HorizontalPodAutoscaler['spec'];

export interface ScaleTrial {
  readonly now: Evaluation;
  readonly after: Evaluation;
}

interface TrialParts {
  readonly usages: Pick<PodUsageReader, 'read'>;
  readonly values: ValueReadings;
  readonly clock: Clock;
  readonly settings: EvaluationSettings;
}

/** Evaluates an HPA by its rules and by others, on the same pods, metrics and past. Undefined without a scale. */
export async function trialOf(
  { hpa, target, selected, past }: KnownHpa,
  spec: Spec,
  { usages, values, clock, settings }: TrialParts,
): Promise<ScaleTrial | undefined> {
  if (target?.kind !== 'scale' || !selected) return undefined;
  const { namespace = '' } = hpa.metadata;
  const both = [hpa.spec, spec] as const;
  const needsUsage = both.some((each) => neededReadings(each).usage);
  const used = await usages.read(new Set(needsUsage ? [namespace] : []));
  const nowMs = clock.now();
  const judged = (of: Spec, readings: readonly MetricReading[]) =>
    evaluate({
      nowMs,
      hpa: { ...hpa, spec: of },
      scale: { specReplicas: target.specReplicas, statusReplicas: target.statusReplicas },
      selected,
      readings,
      past,
      settings,
    });
  const read = async (of: Spec) => {
    const { selector } = target;
    const found = new Map<number, MetricReading>();
    if (selector && !('error' in selector))
      for (const [place, metric] of neededReadings(of).values)
        found.set(place, await values.read(metric, namespace, selector));
    return readingsOf(metricSpecs(of), found, selected, used.of(namespace));
  };
  const [now, after] = [await read(both[0]), await read(both[1])];
  return { now: judged(both[0], now), after: judged(both[1], after) };
}
