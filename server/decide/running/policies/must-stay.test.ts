import { describe, expect, it } from 'vitest';
import { MAY_EVICT_ANNOTATION } from '@/server/decide/features/may-evict/may-evict';
import { decisions, NOW_MS, type PodOptions, planned, pod, vpa, workload } from '@/tests/support/plan-input';

const SAFE = { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false' };
const KEEP = { 'karpenter.sh/do-not-disrupt': 'true' };
const inPlace = () => vpa({ updatePolicy: { updateMode: 'InPlaceOrRecreate' } });
const twoOf = (options: PodOptions) => [pod('a', options), pod('b', options)];

function letting(kinds: string) {
  const object = vpa();
  object.metadata.annotations = { [MAY_EVICT_ANNOTATION]: kinds };
  return object;
}

function of(options: PodOptions, object = vpa(), settings = {}) {
  return decisions(workload(twoOf(options), object), { settings })[0];
}

describe('pods that must not go', () => {
  it.each<[string, PodOptions, string]>([
    ['safe-to-evict "false"', { annotations: SAFE }, 'marked-to-stay'],
    ['do-not-disrupt "true"', { annotations: KEEP }, 'marked-to-stay'],
    ['a Job', { ownerKind: 'Job' }, 'runs-to-an-end'],
    ['a Job, marked besides', { ownerKind: 'Job', annotations: SAFE }, 'runs-to-an-end'],
  ])('are those of %s', (_name, options, code) => {
    expect(of(options)).toBe(`wait: outside-bounds outside-bounds ${code}`);
  });

  it.each<[string, PodOptions]>([
    ['safe-to-evict "true"', { annotations: { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'true' } }],
    ['do-not-disrupt "false"', { annotations: { 'karpenter.sh/do-not-disrupt': 'false' } }],
    ['a duration that is none', { annotations: { 'karpenter.sh/do-not-disrupt': 'soon' } }],
    ['a duration without a unit', { annotations: { 'karpenter.sh/do-not-disrupt': '90' } }],
    ['a negative duration', { annotations: { 'karpenter.sh/do-not-disrupt': '-4h' } }],
    ['no mark', {}],
  ])('are none with %s', (_name, options) => {
    expect(of(options)).toMatch('evict');
  });

  it('are those whose controller is not named Job, but that run to an end', () => {
    const pods = twoOf({ ownerKind: 'Workflow' });
    for (const { spec } of pods) spec.restartPolicy = 'Never';
    expect(decisions(workload(pods))[0]).toMatch('runs-to-an-end');
  });

  it('stay for as long as the duration says, counted from their start', () => {
    // They are an hour old.
    const marked = (value: string) =>
      planned(workload(twoOf({ annotations: { 'karpenter.sh/do-not-disrupt': value } })))[0];
    expect(marked('1h30m')).toMatchObject({ decision: 'wait', notBeforeMs: undefined });
    expect(marked('1h30m')?.reasons.at(-1)).toEqual({
      code: 'marked-to-stay',
      annotation: 'karpenter.sh/do-not-disrupt',
      value: '1h30m',
      untilMs: NOW_MS + 1_800_000,
    });
    expect(marked('3600s')?.decision).toBe('evict');
    expect(marked('1.5h')?.decision).toBe('wait');
  });

  it('go if their VPA says so in words of its own, and no others with them', () => {
    expect(of({ annotations: KEEP }, letting('marked'))).toMatch('evict');
    expect(of({ annotations: KEEP }, letting('jobs'))).toMatch('marked-to-stay');
    expect(of({ ownerKind: 'Job' }, letting('jobs'))).toMatch('evict');
    expect(of({ ownerKind: 'Job', annotations: SAFE }, letting('jobs'))).toMatch('marked-to-stay');
    expect(of({ ownerKind: 'Job', annotations: SAFE }, letting('jobs, marked'))).toMatch('evict');
  });

  it('are resized in place where that restarts nothing', () => {
    expect(of({ annotations: SAFE }, inPlace())).toMatch('resize');
    expect(of({ ownerKind: 'Job' }, inPlace())).toMatch('resize');
    expect(of({ annotations: SAFE, restartsOnResize: true }, inPlace())).toMatch('marked-to-stay');
  });

  it('wait where a resize would have become an eviction, and the mark is named', () => {
    const infeasible = [
      { type: 'PodResizePending', status: 'True' as const, reason: 'Infeasible', message: 'too large' },
    ];
    expect(of({ conditions: infeasible }, inPlace())).toMatch('evict');
    // Its requests are above the target, so that a new attempt asks for less.
    const large = { requests: { cpu: '800m', memory: '800Mi' } };
    expect(of({ ...large, conditions: infeasible, annotations: SAFE }, inPlace())).toMatch('resize');
    expect(of({ conditions: infeasible, annotations: SAFE }, inPlace())).toBe(
      'wait: outside-bounds outside-bounds resize-infeasible marked-to-stay',
    );
  });

  it('are replaced while they wait for room, where only an annotation keeps them: nothing runs in them', () => {
    const unschedulable = [
      {
        type: 'PodScheduled',
        status: 'False' as const,
        reason: 'Unschedulable',
        message: '0/1 nodes are available: 1 Insufficient cpu.',
      },
    ];
    const waiting: PodOptions = {
      isScheduled: false,
      phase: 'Pending',
      conditions: unschedulable,
      requests: { cpu: '2', memory: '1Gi' },
    };
    expect(of({ ...waiting, annotations: SAFE })).toMatch('evict: waits-for-room');
    expect(of({ ...waiting, ownerKind: 'Job' })).toBe(
      'wait: waits-for-room outside-bounds outside-bounds runs-to-an-end',
    );
  });

  it('are none under the settings of the reference', () => {
    expect(of({ annotations: SAFE }, vpa(), { respectMarks: false })).toMatch('evict');
    expect(of({ ownerKind: 'Job' }, vpa(), { respectMarks: false })).toMatch('evict');
  });
});
