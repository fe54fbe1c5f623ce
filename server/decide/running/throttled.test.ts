import { describe, expect, it } from 'vitest';
import {
  decisions,
  NOW_MS,
  type PodOptions,
  planned,
  pod,
  vpa,
  workload,
} from '../../../tests/support/plan-input';
import type { CpuThrottling } from '../../model/throttling';
import { reasonText } from '../../words/reasons';
import { RESIZED_AT_ANNOTATION, UPDATES_ANNOTATION } from '../pods/pod-annotations';
import { REQUESTS_BEFORE_ANNOTATION } from '../pods/requests-before';
import { NO_LOOP, type WorkloadInput } from './plan-input';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const ADMITTED = {
  [UPDATES_ANNOTATION]: 'Pod resources updated by web: container 0: cpu request, cpu limit',
};

const throttling = (share: number, agoMs = 5 * MINUTE_MS): CpuThrottling => ({
  sinceMs: NOW_MS - agoMs,
  shares: new Map([['a', new Map([['app', share]])]]),
  highest: share,
});

/** A pod of an hour within its bounds, whose CPU limit came from admission. */
const limited = (more: PodOptions = {}) =>
  pod('a', {
    requests: { cpu: '160m', memory: '200Mi' },
    limits: { cpu: '160m' },
    annotations: ADMITTED,
    ...more,
  });

function told(
  one = limited(),
  more: Partial<WorkloadInput> = { throttling: throttling(0.25) },
  settings: Parameters<typeof decisions>[1] = {},
  object = vpa(),
) {
  const other = pod('b', { requests: { cpu: '200m', memory: '200Mi' } });
  return decisions(workload([one, other], object, more), settings)[0];
}

const AT_ONCE = 'evict: throttled-below-target';
const WAITS = 'wait: too-young';

describe('a container that is throttled at a CPU limit of ours, below its target', () => {
  it('is changed at once, whatever its bounds and its age', () => {
    expect(told(limited(), {})).toBe(WAITS);
    expect(told()).toBe(AT_ONCE);
    const work = workload([limited(), pod('b')], vpa(), { throttling: throttling(0.25) });
    const [plan] = planned(work);
    expect(plan?.reasons.map((reason) => reasonText(reason, NOW_MS))).toEqual([
      'A container is throttled at a CPU limit that Plumbline set, and its target is more CPU: app was throttled 25 % of the time, at a limit that Plumbline set; it requests 160m, the target is 200m.',
    ]);
    expect(plan?.changes[0]?.limits).toEqual({ cpu: 200 });
  });

  it('goes before all that asks for patience: history, and a broken loop', () => {
    const loop = { ...NO_LOOP, misses: 2, lastMissMs: NOW_MS, firstMissMs: NOW_MS, isVerified: false };
    expect(told(limited(), { throttling: throttling(0.25), sampledMs: 0, loop })).toBe(AT_ONCE);
  });

  it('is so in place as well, once it is known of the requests of now', () => {
    const resized = limited({
      ageMs: 96 * HOUR_MS,
      annotations: {
        [RESIZED_AT_ANNOTATION]: new Date(NOW_MS - 10 * MINUTE_MS).toISOString(),
        [REQUESTS_BEFORE_ANNOTATION]: '{"app":{"cpu":[300,160]}}',
      },
    });
    const inPlace = vpa({ updatePolicy: { updateMode: 'InPlaceOrRecreate' } });
    const at = (agoMs: number) => told(resized, { throttling: throttling(0.25, agoMs) }, {}, inPlace);
    expect(at(5 * MINUTE_MS)).toBe('resize: throttled-below-target');
    expect(at(11 * MINUTE_MS)).toBe(WAITS);
  });

  it.each<[string, PodOptions, Partial<WorkloadInput>?]>([
    ['less than a tenth of the time', {}, { throttling: throttling(0.09) }],
    ['for a part of the time before the pod started', { ageMs: MINUTE_MS }],
    ['at a limit of its owner', { annotations: {} }],
    [
      'at a limit that admission left alone',
      { annotations: { [UPDATES_ANNOTATION]: 'Pod resources updated by web: container 0: cpu request' } },
    ],
    [
      'at the limit of another container',
      { annotations: { [UPDATES_ANNOTATION]: 'Pod resources updated by web: container 1: cpu limit' } },
    ],
    ['at no limit any more', { limits: {} }],
    ['while the target is hardly more', { requests: { cpu: '190m', memory: '160Mi' } }],
  ])('waits like any other if it is throttled %s', (_what, options, more) => {
    expect(told(limited(options), more)).toBe(WAITS);
  });

  it('waits if its policy leaves limits alone, so that a change would not raise it', () => {
    const containerPolicies = [{ containerName: 'app', controlledValues: 'RequestsOnly' as const }];
    const object = vpa({ resourcePolicy: { containerPolicies } });
    expect(told(limited({ limits: { cpu: '300m' } }), undefined, {}, object)).toBe(WAITS);
  });

  it('waits as in the reference if nothing is to be urgent', () => {
    expect(told(limited(), undefined, { settings: { urgentChanges: false } })).toBe(WAITS);
  });
});
