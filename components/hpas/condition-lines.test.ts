import { expect, it } from 'vitest';
import { GOT_SCALE } from '@/server/decide/replicas/conditions';
import { hpaConditionLines } from './condition-lines';

it('has the conditions of the status, and what the evaluation says otherwise or besides', () => {
  const limited = {
    type: 'ScalingLimited',
    status: 'True',
    reason: 'TooFewReplicas',
    message: 'the desired replica count is less than the minimum replica count',
  } as const;
  const lines = hpaConditionLines({
    status: {
      conditions: [
        {
          type: 'AbleToScale',
          status: 'True',
          reason: 'ReadyForNewScale',
          lastTransitionTime: '2026-11-22T12:00:00Z',
        },
        { type: 'ScalingActive', status: 'False', reason: 'FailedGetResourceMetric', message: 'no metrics' },
      ],
    },
    conditions: [GOT_SCALE, limited],
  });
  expect(lines).toEqual([
    {
      type: 'AbleToScale',
      status: 'True',
      reason: 'ReadyForNewScale',
      message: '',
      tone: 'good',
      sinceMs: Date.UTC(2026, 10, 22, 12),
      otherwise: "True SucceededGetScale: the HPA controller was able to get the target's current scale",
    },
    {
      type: 'ScalingActive',
      status: 'False',
      reason: 'FailedGetResourceMetric',
      message: 'no metrics',
      tone: 'warning',
    },
    { ...limited, tone: 'warning', otherwise: 'the status has no such condition yet.' },
  ]);
});
