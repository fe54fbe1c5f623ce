import { isDeepStrictEqual } from 'node:util';
import type { HorizontalPodAutoscaler, HpaScalingRules, MetricSpec } from '../../objects/types';
import { metricLabel, targetText } from '../../words/hpa-metrics';

type Spec = HorizontalPodAutoscaler['spec'];

/** What an edit of an HPA changes, a sentence each. */
export function hpaStatements(before: Spec, after: Spec): string[] {
  return [
    ...boundStatements(before, after),
    ...metricStatements(before.metrics ?? [], after.metrics ?? []),
    ...directionStatement('up', before.behavior?.scaleUp, after.behavior?.scaleUp),
    ...directionStatement('down', before.behavior?.scaleDown, after.behavior?.scaleDown),
  ];
}

function boundStatements(before: Spec, after: Spec): string[] {
  const [least, most] = [after.minReplicas ?? 1, after.maxReplicas];
  if (least === (before.minReplicas ?? 1) && most === before.maxReplicas) return [];
  return [
    `It scales between ${least} and ${most} replicas instead of ${before.minReplicas ?? 1} and ${before.maxReplicas}.`,
  ];
}

function metricStatements(before: readonly MetricSpec[], after: readonly MetricSpec[]): string[] {
  const was = new Map(before.map((each) => [metricLabel(each), each]));
  const is = new Map(after.map((each) => [metricLabel(each), each]));
  const gone = [...was.keys()].filter((label) => !is.has(label));
  const added = [...is].filter(([label]) => !was.has(label));
  const moved = [...is].filter(([label, each]) => {
    const former = was.get(label);
    return former && targetText(former) !== targetText(each);
  });
  return [
    ...gone.map((label) => `It no longer looks at ${label}.`),
    ...added.map(([label, each]) => `It looks at ${label}, with the target ${targetText(each)}.`),
    ...moved.map(([label, each]) => {
      const former = was.get(label);
      return `The target of ${label} is ${targetText(each)} instead of ${former ? targetText(former) : 'none'}.`;
    }),
  ];
}

function directionStatement(
  direction: 'up' | 'down',
  before: HpaScalingRules | undefined,
  after: HpaScalingRules | undefined,
): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (after?.selectPolicy === 'Disabled') return [`It no longer scales ${direction}.`];
  return [
    after === undefined
      ? `It scales ${direction} by the default rules.`
      : `It scales ${direction} by other rules.`,
  ];
}
