import { expect, it } from 'vitest';
import type { MetricEvaluation } from '../decide/replicas/evaluation';
import type { PodEvidence } from '../decide/replicas/proposal';
import { MOST_PODS_SHOWN, shownMetric } from './shown-metric';

const pods = (count: number): PodEvidence[] =>
  Array.from({ length: count }, (_, index) => ({
    pod: `web-${index}`,
    group: index % 50 === 49 ? 'missing' : 'ready',
  }));

const evaluated = (of: readonly PodEvidence[]): MetricEvaluation => ({
  spec: { type: 'Resource' },
  outcome: {
    kind: 'proposed',
    replicas: 1,
    because: 'ratio',
    ratio: 1,
    multipliedBy: 1,
    tolerances: { up: 0.1, down: 0.1 },
    current: {},
    pods: of,
  },
});

it('an answer about an HPA lists all of a few pods, in their order', () => {
  const few = pods(MOST_PODS_SHOWN);
  expect(shownMetric(evaluated(few)).outcome).toMatchObject({
    pods: few,
    podCounts: { ready: 98, missing: 2 },
  });
});

it('an answer about an HPA of thousands of pods lists the telling ones and counts all', () => {
  const { outcome } = shownMetric(evaluated(pods(5000)));
  if (outcome.kind === 'failed') throw new Error('it failed');
  expect(outcome.podCounts).toEqual({ ready: 4900, missing: 100 });
  expect(outcome.pods).toHaveLength(MOST_PODS_SHOWN);
  expect(new Set(outcome.pods.map(({ group }) => group))).toEqual(new Set(['missing']));
  const { outcome: other } = shownMetric(evaluated(pods(200)));
  expect(other.kind === 'proposed' && other.pods.map(({ group }) => group).slice(0, 5)).toEqual([
    'missing',
    'missing',
    'missing',
    'missing',
    'ready',
  ]);
});
