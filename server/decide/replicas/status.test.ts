import { describe, expect, it } from 'vitest';
import { cpuUse, cpuUtilization, inputOf, podsOf } from '../../../tests/support/hpa-evaluation';
import { evaluate } from './evaluation';
import { hpaEvents } from './events';
import { RULES_OF_TODAY } from './rules';
import { statusAfter } from './status';
import type { Sync } from './sync';

const NOW = '2026-08-01T12:00:00Z';
const LATER = '2026-08-01T12:00:15Z';

const evaluated = (...millicores: number[]): Sync => ({
  kind: 'evaluated',
  evaluation: evaluate(
    inputOf({
      pods: podsOf(2),
      metrics: [cpuUtilization(50)],
      readings: [millicores.length > 0 ? cpuUse(...millicores) : { kind: 'failed', error: 'gone' }],
    }),
  ),
});
const statusOf = (sync: Sync, former = {}, now = NOW) => statusAfter(former, sync, now, RULES_OF_TODAY);
const conditions = (status: ReturnType<typeof statusOf>) =>
  status.conditions?.map(({ type, status: is, reason, lastTransitionTime }) =>
    [type, is, reason, lastTransitionTime].join(' '),
  );

describe('the status of an HPA', () => {
  it('says what it found and wants, and when it scaled', () => {
    const sync = evaluated(100, 100);
    const status = statusOf(sync.kind === 'evaluated' ? { ...sync, scaled: { to: 4 } } : sync);
    expect(status).toMatchObject({
      currentReplicas: 2,
      desiredReplicas: 4,
      lastScaleTime: NOW,
      currentMetrics: [{ type: 'Resource', resource: { current: { averageUtilization: 100 } } }],
    });
    expect(conditions(status)).toEqual([
      `AbleToScale True SucceededRescale ${NOW}`,
      `ScalingActive True ValidMetricFound ${NOW}`,
      `ScalingLimited False DesiredWithinRange ${NOW}`,
      `ScaledToZero False NotScaledToZero ${NOW}`,
    ]);
  });

  it('is the same after an equal sync', () => {
    const sync = evaluated(50, 50);
    const first = statusOf(sync);
    expect(statusOf(sync, first, LATER)).toEqual(first);
  });

  it('keeps what it wanted while metrics fail, and dates only what changed', () => {
    const status = statusOf(evaluated(), statusOf(evaluated(100, 100)), LATER);
    expect(status).toMatchObject({ currentReplicas: 2, desiredReplicas: 4 });
    expect(conditions(status)).toEqual([
      `AbleToScale True SucceededGetScale ${NOW}`,
      `ScalingActive False FailedGetResourceMetric ${LATER}`,
      `ScalingLimited False DesiredWithinRange ${NOW}`,
    ]);
  });

  it('says that the scale cannot be read, and keeps the rest', () => {
    const status = statusOf({ kind: 'no-scale', error: 'gone' }, statusOf(evaluated(100, 100)), LATER);
    expect(status).toMatchObject({ currentReplicas: 2, desiredReplicas: 4 });
    expect(conditions(status)?.[0]).toBe(`AbleToScale False FailedGetScale ${LATER}`);
  });

  it('says that the scale cannot be written', () => {
    const sync = evaluated(100, 100);
    const status = statusOf(sync.kind === 'evaluated' ? { ...sync, scaled: { error: 'no' } } : sync);
    expect(status).toMatchObject({ currentReplicas: 2, desiredReplicas: 0 });
    expect(status.lastScaleTime).toBeUndefined();
    expect(conditions(status)?.[0]).toBe(`AbleToScale False FailedUpdateScale ${NOW}`);
  });
});

describe('the events of an HPA', () => {
  const told = (sync: Sync) =>
    hpaEvents(sync).map(({ type, reason, message }) => `${type} ${reason}: ${message}`);

  it('tell of a scaling, and of one that failed', () => {
    const sync = evaluated(100, 100);
    if (sync.kind !== 'evaluated') throw new Error('it was not evaluated');
    const why = 'reason: cpu resource utilization (percentage of request) above target';
    expect(told({ ...sync, scaled: { to: 4 } })).toEqual([`Normal SuccessfulRescale: New size: 4; ${why}`]);
    expect(told({ ...sync, scaled: { error: 'no' } })).toEqual([
      `Warning FailedRescale: New size: 4; ${why}; error: no`,
    ]);
  });

  it('tell of metrics that fail, one by one and together', () => {
    const cause = 'failed to get cpu utilization: unable to get metrics for resource cpu: gone';
    expect(told(evaluated())).toEqual([
      `Warning FailedGetResourceMetric: ${cause}`,
      `Warning FailedComputeMetricsReplicas: invalid metrics (1 invalid out of 1), first error is: ${cause}`,
    ]);
  });

  it('tell nothing while all is well', () => {
    expect(told(evaluated(50, 50))).toEqual([]);
  });
});
