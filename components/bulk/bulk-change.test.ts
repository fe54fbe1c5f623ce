import { describe, expect, it } from 'vitest';
import type { BulkOutcome } from '@/server/contract/requests/bulk';
import type { WorkloadChoice } from '@/server/contract/workloads';
import { forecastSum, leftGroups, makeSteps, modeSteps, outcomeSum, podsSentence } from './bulk-change';

const choice = (name: string, change: Partial<WorkloadChoice> = {}): WorkloadChoice => ({
  namespace: 'shop',
  name,
  target: { apiVersion: 'apps/v1', kind: 'Deployment', name },
  updateMode: 'Recreate',
  ...change,
});
const CHOSEN = [choice('a'), choice('b'), choice('bare', { hasNoVpa: true })];

describe('what is asked of the chosen', () => {
  it('is a mode for those with a VPA, and a VPA for those without', () => {
    expect(modeSteps(CHOSEN, 'Off')).toEqual({
      steps: [
        { kind: 'mode', namespace: 'shop', name: 'a', mode: 'Off' },
        { kind: 'mode', namespace: 'shop', name: 'b', mode: 'Off' },
      ],
      leftOut: [{ name: 'shop/bare', reason: 'has-no-vpa' }],
    });
    expect(makeSteps(CHOSEN)).toMatchObject({
      steps: [{ kind: 'make', target: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'bare' } }],
      leftOut: [{ reason: 'has-vpa' }, { reason: 'has-vpa' }],
    });
  });
});

describe('the forecast of many', () => {
  it('adds up the pods, keeps only what changes with its amounts, and pins the mode that was shown', () => {
    const pods = { evict: 1, resize: 0, wait: 2, leave: 0 };
    const foreseen = [
      { decision: 'evict' as const, count: 1, reasons: [], changes: [], pods: [{ name: 'a-0' }] },
    ];
    const sum = forecastSum(modeSteps(CHOSEN, 'Recreate'), [
      { kind: 'changes', from: 'Off', pods, isStopped: true, foreseen },
      { kind: 'skipped', reason: 'same-mode' },
    ]);
    expect(sum).toEqual({
      steps: [{ kind: 'mode', namespace: 'shop', name: 'a', mode: 'Recreate', from: 'Off' }],
      lines: [
        {
          name: 'shop/a',
          words: 'Off → Recreate, evicts 1 pod',
          pods: { groups: foreseen, mode: 'Recreate' },
          replay: { namespace: 'shop', name: 'a', mode: 'Recreate' },
        },
      ],
      left: [
        { name: 'shop/bare', reason: 'has-no-vpa' },
        { name: 'shop/b', reason: 'same-mode' },
      ],
      pods,
      stopped: 1,
    });
  });

  it.each([
    [undefined, undefined],
    [{ evict: 0, resize: 0, wait: 0, leave: 3 }, 'The next pass changes none of their running pods.'],
    [
      { evict: 1, resize: 2, wait: 1, leave: 0 },
      'The next pass evicts 1 pod and resizes 2 pods in place. 1 more pod waits.',
    ],
  ])('says what the next pass does with %j', (pods, sentence) => {
    expect(podsSentence(pods)).toBe(sentence);
  });
});

it('counts what came of it, with the undo of the last first, and what is unsure or was never sent', () => {
  const { steps } = modeSteps([...CHOSEN, choice('c'), choice('d'), choice('e')], 'Off');
  const undoOf = (name: string) =>
    ({ kind: 'mode', namespace: 'shop', name, mode: 'Recreate', from: 'Off' }) as const;
  const outcomes: BulkOutcome[] = [
    { kind: 'done', undo: undoOf('a') },
    { kind: 'failed', message: 'no answer' },
    { kind: 'done', undo: undoOf('c') },
  ];
  const sum = outcomeSum(steps, outcomes, 1);
  expect(sum).toEqual({
    done: 2,
    left: [{ name: 'shop/b', reason: 'failed', detail: 'no answer' }],
    unsent: 1,
    unsure: 1,
    undo: [undoOf('c'), undoOf('a')],
  });
  expect(leftGroups(sum.left)).toEqual([{ sentence: 'It was refused.', left: sum.left }]);
});
