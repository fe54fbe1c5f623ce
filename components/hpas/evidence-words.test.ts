import { describe, expect, it } from 'vitest';
import type { PodEvidence } from '@/server/contract/hpas';
import type { MetricSpec } from '@/server/contract/kubernetes';
import { milliText } from '@/server/words/hpa-metrics';
import { containerUtilization, externalValue } from '@/tests/support/hpa-evaluation';
import { amountText, evidencePodGroups, evidencePods, podWhy, proposalText } from './evidence-words';

const APP = containerUtilization('app', 50);
const MEMORY: MetricSpec = { type: 'Resource', resource: { name: 'memory' } };

describe('the evidence of a metric in words', () => {
  it('has the unit of what is measured', () => {
    expect(milliText(APP, 250)).toBe('250m');
    expect(milliText(MEMORY, 1.5 * 2 ** 30 * 1000)).toBe('1.5 GiB');
    expect(milliText(externalValue('100'), 37_500)).toBe('37.5');
    expect(amountText(APP, { averageUtilization: 36, averageValueMilli: 145 })).toBe('36 %, 145m a pod');
    expect(amountText(externalValue('100'), { valueMilli: 120_000 })).toBe('120');
  });

  it('says how a number of replicas came about', () => {
    const proposal = {
      kind: 'proposed',
      replicas: 6,
      ratio: 1.8,
      multipliedBy: 3,
      tolerances: { up: 0.1, down: 0.1 },
      current: {},
    } as const;
    expect(proposalText({ ...proposal, because: 'ratio' })).toBe('Asks for 6 replicas: 1.8 × 3, rounded up.');
    expect(proposalText({ ...proposal, because: 'ratio', filledRatio: 1.2 })).toContain('1.2 × 3');
    expect(proposalText({ ...proposal, replicas: 1, because: 'within-tolerance' })).toBe(
      'Asks for 1 replica, as there are: it is within the tolerance of its target.',
    );
  });

  it('counts the pods by how they count', () => {
    const counts = { unknown: 1, ready: 4900, missing: 2 };
    expect(evidencePodGroups(counts)).toBe('4,900 counted, 2 missing, 1 not selected');
    expect(evidencePods(counts)).toBe(4903);
  });

  it('says of each pod what counts in its place, and why', () => {
    const pods: PodEvidence[] = [
      { pod: 'a', group: 'ready', measuredMilli: 90, requestMilli: 100 },
      {
        pod: 'b',
        group: 'missing',
        why: 'not-measured',
        requestMilli: 100,
        filled: { milli: 100, as: 'request' },
      },
      { pod: 'c', group: 'ignored', why: 'deleting' },
      { pod: 'd', group: 'unready', why: 'pending', filled: { milli: 0, as: 'nothing' } },
      { pod: 'e', group: 'unknown', measuredMilli: 10 },
    ];
    expect(pods.map((pod) => Object.values(podWhy(APP, pod)))).toEqual([
      ['90m', '100m', '90m', ''],
      ['–', '100m', '100m (filled in: its request)', 'The metrics API knows nothing about it.'],
      ['–', '–', 'nothing', 'It is being deleted.'],
      ['–', '–', '0m (filled in)', 'It is pending.'],
      ['10m', '–', '10m', 'The target does not select it.'],
    ]);
  });
});
