import { describe, expect, it } from 'vitest';
import { APPLY_NOW_ANNOTATION } from '@/server/decide/features/apply-now/asked-now';
import { decisions, NOW_MS, planned, pod, vpa, workload } from '@/tests/support/plan-input';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { NO_LOOP } from '../plan-input';

/** A target that differs from what pods request, within their bounds. */
function differing(asked?: number, target = { cpu: '150m', memory: '150Mi' }): VerticalPodAutoscaler {
  const object = vpa({ target });
  for (const own of object.status?.recommendation?.containerRecommendations ?? []) {
    own.lowerBound = { cpu: '50m', memory: '50Mi' };
    own.upperBound = { cpu: '1', memory: '1Gi' };
  }
  if (asked !== undefined)
    object.metadata.annotations = { [APPLY_NOW_ANNOTATION]: new Date(NOW_MS + asked).toISOString() };
  return object;
}
const pods = [pod('a'), pod('b')];
const codes = (object: VerticalPodAutoscaler) =>
  planned(workload(pods, object))[0]?.reasons.map(({ code }) => code);

describe('a change that a person asks for now', () => {
  it('does not wait for its time, and says why it goes', () => {
    expect(decisions(workload(pods, differing()))[0]).toMatch('wait');
    expect(codes(differing())).toContain('too-young');
    expect(decisions(workload(pods, differing(60_000)))[0]).toMatch('evict');
    expect(codes(differing(60_000))).toEqual(['asked-for-now']);
  });

  it('waits again once the time is over, or for a wish that is none', () => {
    for (const asked of [0, -60_000, 3_600_001]) expect(codes(differing(asked))).toContain('too-young');
  });

  it('ends no loop breaker and no limit of changes a day, so nothing is evicted over and over', () => {
    const looping = { ...NO_LOOP, misses: 2, lastMissMs: NOW_MS - 60_000 };
    expect(decisions({ ...workload(pods, differing(60_000)), loop: looping })[0]).toBe(
      'wait: asked-for-now loop-broken',
    );
    const replaced = [2, 1].map((minutes) => ({ atMs: NOW_MS - minutes * 60_000, requests: {} }));
    const young = [pod('a', { ageMs: 30_000 }), pod('b', { ageMs: 30_000 })];
    for (const { metadata } of young) metadata.creationTimestamp = new Date(NOW_MS - 30_000).toISOString();
    expect(decisions({ ...workload(young, differing(60_000)), loop: { ...NO_LOOP, replaced } })[0]).toBe(
      'wait: asked-for-now changed-often',
    );
  });

  it('goes no further than other limits let it', () => {
    const alone = workload([pod('a')], differing(60_000));
    expect(decisions(alone)[0]).toMatch('wait');
    const same = differing(60_000, { cpu: '100m', memory: '100Mi' });
    expect(decisions(workload(pods, same))[0]).toMatch('leave');
  });
});
