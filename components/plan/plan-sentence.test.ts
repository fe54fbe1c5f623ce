import { describe, expect, it } from 'vitest';
import type { PlanView } from '@/server/contract/plan';
import { planSentence } from './plan-sentence';

const HOUR_MS = 3_600_000;

function tallies(
  now: { evict: number; resize: number },
  wait: number,
  firstMs?: number,
  reason: PlanView['tallies']['reason'] = [],
): PlanView['tallies'] {
  const bar = { at: 0, width: 0.1, pods: 1, vpas: [], moreVpas: 0, when: '' };
  return {
    decision: { wait },
    reason,
    when: {
      now,
      bars: firstMs === undefined ? [] : [{ ...bar, fromMs: firstMs }],
      ticks: [],
      events: [],
      timed: 0,
    },
  };
}

describe('the plan in a sentence', () => {
  it.each([
    ['nothing happens', tallies({ evict: 0, resize: 0 }, 0), 'The next pass changes no pod.'],
    [
      'pods are changed',
      tallies({ evict: 1, resize: 2 }, 0),
      'The next pass evicts 1 pod and resizes 2 pods in place.',
    ],
    [
      'pods wait for a moment',
      tallies({ evict: 0, resize: 0 }, 4, 2 * HOUR_MS),
      'The next pass changes no pod. 4 pods wait, the first of them not before in 2 h.',
    ],
    [
      'a pod waits for an event',
      tallies({ evict: 0, resize: 1 }, 1),
      'The next pass resizes 1 pod in place. 1 pod waits for what stands below.',
    ],
    [
      'a stop holds',
      tallies({ evict: 0, resize: 0 }, 3, undefined, [
        { code: 'stopped', pods: 5, by: { evict: 0, resize: 0, wait: 3, leave: 2 } },
      ]),
      'The next pass changes no pod. A stop holds 3 pods back.',
    ],
  ])('when %s', (_, given, sentence) => {
    expect(planSentence({ tallies: given, atMs: 0 })).toBe(sentence);
  });
});
