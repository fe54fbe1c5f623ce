import { describe, expect, it } from 'vitest';
import { CONTROLLED_SIGNALS_ANNOTATION } from '@/server/decide/pods/controlled-signals';
import { decisions, NOW_MS, planned, pod, vpa, workload } from '@/tests/support/plan-input';
import { reasonText } from '../../../words/reasons';
import { NO_LOOP } from '../plan-input';

const HOURS_8 = 8 * 3_600_000;
const waits = (requests: Record<string, string>, short = 'cpu', annotations?: Record<string, string>) =>
  pod('piano', {
    requests,
    annotations,
    phase: 'Pending',
    isScheduled: false,
    conditions: [
      {
        type: 'PodScheduled',
        status: 'False',
        reason: 'Unschedulable',
        message: `0/2 nodes are available: 2 Insufficient ${short}.`,
        lastTransitionTime: new Date(NOW_MS - HOURS_8).toISOString(),
      },
    ],
  });

describe('a pod for which no node has room', () => {
  it('is replaced at once if it would request less of what is short, whoever asked for so much', () => {
    const [own] = planned(workload([waits({ cpu: '3', memory: '1Gi' })]));
    expect(own?.decision).toBe('evict');
    expect(own?.reasons[0] && reasonText(own.reasons[0], NOW_MS)).toBe(
      'The pod waits for a node, and would request less of what is short: no node has room for 3 cores of CPU, which it requests as its template says; the target is 200m; it has waited for 8 h.',
    );
    const [ours] = planned(workload([waits({ cpu: '3', memory: '1Gi' }, 'cpu', { vpaUpdates: 'by web' })]));
    expect(ours?.reasons[0] && reasonText(ours.reasons[0], NOW_MS)).toContain('because of this VPA');
  });

  it('is replaced for ephemeral storage as for memory, where its VPA controls it', () => {
    const object = vpa({ target: { 'ephemeral-storage': '1Gi' }, lowerBound: {}, upperBound: {} });
    const own = waits({ 'ephemeral-storage': '200Gi' }, 'ephemeral-storage');
    expect(decisions(workload([own], object))).toEqual(['leave: pod-unscheduled']);
    object.metadata.annotations = { [CONTROLLED_SIGNALS_ANNOTATION]: 'ephemeral-storage' };
    expect(decisions(workload([own], object))[0]).toMatch('evict: waits-for-room');
  });

  it.each([
    ['replicas', {}],
    ['an early history', { sampledMs: 60_000 }],
    [
      'misses of earlier replacements',
      { loop: { ...NO_LOOP, misses: 2, lastMissMs: 1, outstanding: 0, isVerified: false } },
    ],
  ])('waits for no patience: %s', (_what, more) => {
    expect(decisions(workload([waits({ cpu: '3' })], vpa(), more))[0]).toMatch('evict: waits-for-room');
  });

  it.each([
    ['it would request no less of what is short', waits({ cpu: '100m', memory: '1Gi' }), vpa()],
    ['its policy never evicts', waits({ cpu: '3' }), vpa({ updatePolicy: { updateMode: 'InPlace' } })],
  ])('is left alone if %s', (_why, own, object) => {
    expect(decisions(workload([own], object))).toEqual(['leave: pod-unscheduled']);
  });

  it('is replaced in mode Initial too, if its VPA asked for so much', () => {
    const initial = vpa({ updatePolicy: { updateMode: 'Initial' } });
    const ours = waits({ cpu: '3' }, 'cpu', { vpaUpdates: 'by web' });
    expect(decisions(workload([ours], initial))[0]).toMatch('evict: waits-for-room');
    expect(decisions(workload([waits({ cpu: '3' })], initial))).toEqual(['leave: mode-initial']);
    const stop = { scope: 'all', who: 'ada', atMs: 1 };
    expect(decisions(workload([ours], initial, { stop }))).toEqual(['leave: stopped']);
  });

  it('waits longer each time its workload waits for room again', () => {
    const capacityTry = { atMs: NOW_MS - HOURS_8 - 60_000, times: 7 };
    const [again] = planned(workload([waits({ cpu: '3' })], vpa(), { capacityTry }));
    expect(again).toMatchObject({ decision: 'wait', notBeforeMs: capacityTry.atMs + 640 * 60_000 });
    expect(again?.reasons.map((reason) => reasonText(reason, NOW_MS)).join('\n')).toContain(
      'Pods of the workload were replaced for room lately and wait again: replaced 7 times in a row, last 8 h ago; the next may go in 2.6 h.',
    );
    const before = { atMs: NOW_MS - 60_000, times: 7 };
    expect(decisions(workload([waits({ cpu: '3' })], vpa(), { capacityTry: before }))[0]).toMatch('evict');
  });

  it('gets ten minutes where nodes come by themselves', () => {
    const long = workload([waits({ cpu: '3' })]);
    expect(decisions(long, { nodesCome: true })[0]).toMatch('evict: waits-for-room');
    const [condition] = long.pods[0]?.status?.conditions ?? [];
    if (condition) condition.lastTransitionTime = new Date(NOW_MS - 60_000).toISOString();
    const [short] = planned(long, { nodesCome: true });
    expect(short).toMatchObject({ decision: 'wait', notBeforeMs: NOW_MS + 9 * 60_000 });
    expect(short?.reasons.map(({ code }) => code)).toContain('node-may-come');
  });

  it('is left alone, as upstream does, if room is not respected', () => {
    const settings = { respectRoom: false };
    expect(decisions(workload([waits({ cpu: '3' })]), { settings })).toEqual(['leave: pod-unscheduled']);
  });

  it('waits while someone has stopped everything', () => {
    const stop = { scope: 'all', who: 'ada', atMs: 1 };
    expect(decisions(workload([waits({ cpu: '3' })], vpa(), { stop }))[0]).toMatch(/^wait: .*stopped$/);
  });
});
