import { describe, expect, it } from 'vitest';
import {
  decisions,
  NOW_MS,
  input as planInput,
  planned,
  pod,
  vpa,
  workload,
} from '@/tests/support/plan-input';
import type { Amounts } from '../../objects/units';
import { reasonText } from '../../words/reasons';
import type { ChangeDecision } from '../features/approvals/decisions';
import type { ApprovalFacts } from '../features/approvals/judge';
import { UNAPPROVED_REQUESTS_ANNOTATION } from '../features/approvals/new-pods';
import { EVERY_CHANGE, readRules } from '../features/approvals/rules';
import { compileVpa } from '../pods/compiled-vpa';
import { Planner } from './plan';
import type { WorkloadInput } from './plan-input';
import { unapprovedAfter } from './unapproved-requests';

const MI = 2 ** 20;
const ASKING: ApprovalFacts = { rules: EVERY_CHANGE, decisions: [] };

function decided(more: Partial<ChangeDecision> = {}): ChangeDecision {
  return {
    name: 'd',
    vpa: 'web',
    decision: 'Approved',
    targets: new Map([['app', { cpu: 200, memory: 200 * MI } as Amounts]]),
    madeMs: NOW_MS - 60_000,
    ...more,
  };
}

function one(more: Partial<WorkloadInput> = {}, object = vpa()): WorkloadInput {
  return workload([pod('a'), pod('b', { requests: { cpu: '200m', memory: '200Mi' } })], object, more);
}

function firstOf(more: Partial<WorkloadInput> = {}, object = vpa()): string | undefined {
  return decisions(one(more, object)).find((each) => !each.startsWith('leave'));
}

const WAITS = 'wait: outside-bounds outside-bounds awaits-approval';
const GOES = 'evict: outside-bounds outside-bounds';

describe('a change of a VPA that asks for approvals', () => {
  it('waits for a person, with what changes', () => {
    expect(firstOf()).toBe(GOES);
    expect(firstOf({ approvals: ASKING })).toBe(WAITS);
    const [waiting] = planned(one({ approvals: ASKING }));
    expect(waiting).toMatchObject({ awaits: ['approval'], changes: [{ container: 'app' }] });
    expect(waiting?.notBeforeMs).toBeUndefined();
    const reason = waiting?.reasons.find(({ code }) => code === 'awaits-approval');
    expect(reason && reasonText(reason, NOW_MS)).toBe(
      'The change waits for a person to approve it: CPU of app 100m → 200m, memory of app 100 MiB → 200 MiB.',
    );
  });

  it('goes on once it is approved, in place too', () => {
    const approvals = { ...ASKING, decisions: [decided()] };
    expect(firstOf({ approvals })).toBe(GOES);
    const inPlace = vpa({ updatePolicy: { updateMode: 'InPlaceOrRecreate' } });
    expect(firstOf({ approvals: ASKING }, inPlace)).toBe(WAITS);
    expect(firstOf({ approvals }, inPlace)).toBe('resize: outside-bounds outside-bounds');
  });

  it('is not outrun by a target that has gone further since: it ends at what was approved', () => {
    const approved = { cpu: 110, memory: 200 * MI } as Amounts;
    const approvals = { ...ASKING, decisions: [decided({ targets: new Map([['app', approved]]) })] };
    const [going] = planned(one({ approvals }));
    expect(going).toMatchObject({ decision: 'evict', changes: [{ container: 'app', to: approved }] });
    const given = { requests: { cpu: '110m', memory: '200Mi' } };
    const there = workload([pod('a', given), pod('b', given)], vpa(), { approvals });
    const [waits] = planned(there);
    expect(waits?.reasons.map(({ code }) => code)).toContain('awaits-approval');
    expect(waits).toMatchObject({ decision: 'wait', changes: [{ to: { cpu: 200 } }] });
  });

  it('stays where it is after a rejection, which says who and why', () => {
    const rejection = decided({ decision: 'Rejected', by: 'ann', reason: 'not before Christmas' });
    const approvals = { ...ASKING, decisions: [rejection] };
    expect(firstOf({ approvals })).toBe('wait: outside-bounds outside-bounds change-rejected');
    const [waiting] = planned(one({ approvals }));
    const reason = waiting?.reasons.find(({ code }) => code === 'change-rejected');
    expect(reason && reasonText(reason, NOW_MS)).toMatch(
      /by ann, as it states, 1 min ago: not before Christmas; it counts for another/,
    );
  });

  it('is asked about while a pod waits for a moment, not while it cannot change anyway', () => {
    const approvals = ASKING;
    const stop = { scope: 'all', who: 'ann', atMs: NOW_MS };
    expect(firstOf({ approvals, stop })).toBe('wait: outside-bounds outside-bounds stopped');
    expect(firstOf({ approvals, sampledMs: 0 })).toBe('wait: outside-bounds outside-bounds low-confidence');
    const failures = new Map([
      ['uid-a', { message: 'no', atMs: NOW_MS, attempts: 1, retryAtMs: NOW_MS + 1000 }],
    ]);
    expect(firstOf({ approvals, failures })).toBe(
      'wait: outside-bounds outside-bounds action-failed awaits-approval',
    );
  });

  it('waits while the annotation cannot be read or nobody can approve, and says so', () => {
    const textOf = (approvals: ApprovalFacts) => {
      const reason = planned(one({ approvals }))[0]?.reasons.find(({ code }) => code === 'awaits-approval');
      return reason && reasonText(reason, NOW_MS);
    };
    expect(textOf({ ...ASKING, fault: 'it is neither JSON nor YAML' })).toMatch(
      /approvals cannot be read \(it is neither JSON nor YAML\), so every change waits/,
    );
    expect(textOf({ ...ASKING, missing: 'not-installed' })).toMatch(/ChangeApprovals are not installed/);
  });

  it('waits for nobody after an OOM kill, where that is exempt', () => {
    const killed = [pod('a', { killedAfterMs: 1000 }), pod('b')];
    const rulesOf = (text: string) => readRules(text).rules ?? EVERY_CHANGE;
    const first = (text: string) =>
      decisions(workload(killed, vpa(), { approvals: { rules: rulesOf(text), decisions: [] } }))[0];
    expect(first('always')).toMatch(/^wait: .*awaits-approval/);
    expect(first('exempt: [oom]')).toMatch(/^evict: .*oom-killed/);
  });

  it('is judged again when a decision expires, without any other news', () => {
    const planner = new Planner();
    const asked = one({ approvals: { ...ASKING, decisions: [decided({ expiresMs: NOW_MS + 1000 })] } });
    const made = planInput([asked]);
    const codes = (nowMs: number) =>
      planner.plan({ ...made, nowMs }).vpas[0]?.pods.map(({ decision }) => decision);
    expect(codes(NOW_MS)).toContain('evict');
    expect(codes(NOW_MS + 999)).toContain('evict');
    expect(codes(NOW_MS + 1000)).not.toContain('evict');
    expect(codes(NOW_MS), 'of a clock set back').toContain('evict');
  });
});

describe('what new pods get meanwhile', () => {
  const held = (
    annotations?: Record<string, string>,
    planned: Parameters<typeof unapprovedAfter>[1] = [],
  ) => {
    const object = vpa();
    const noted = { ...object, metadata: { ...object.metadata, annotations } };
    const pods = [pod('a'), pod('b'), pod('c', { requests: { cpu: '300m', memory: '1Mi' } })];
    return unapprovedAfter(workload(pods, noted, { vpa: compileVpa(noted) }), planned).get('app');
  };

  it('is what most running pods request', () => {
    expect(held()).toEqual({ cpu: 100, memory: 100 * MI });
  });

  it('is what was noted before, and then what is about to be given', () => {
    const annotations = { [UNAPPROVED_REQUESTS_ANNOTATION]: '{"app":{"cpu":150}}' };
    expect(held(annotations)).toEqual({ cpu: 150, memory: 100 * MI });
    const given = { changes: [{ container: 'app', from: {}, to: { cpu: 200 }, limits: {} }] } as never;
    expect(held(annotations, [given])).toEqual({ cpu: 200, memory: 100 * MI });
  });

  describe('where pods differ on purpose', () => {
    const small = ['a', 'b', 'c'].map((name) => pod(name, { requests: { cpu: '100m', memory: '100Mi' } }));
    const large = pod('d', { requests: { cpu: '2', memory: '2Gi' } });
    const shrunk = {
      name: 'd',
      changes: [{ container: 'app', from: {}, to: { memory: 300 * MI }, limits: {} }],
    };
    const ofPods = workload([...small, large]);
    it.each([
      ['by groups of nodes', { ...ofPods, nodeValues: new Map() }],
      ['by owners of a group', { ...ofPods, portions: [workload(small), workload([large])] }],
    ])('is the largest of them, %s', (_how, unlike) => {
      expect(unapprovedAfter(unlike, []).get('app')).toEqual({ cpu: 2000, memory: 2048 * MI });
      const given = {
        name: 'a',
        changes: [{ container: 'app', from: {}, to: { memory: 90 * MI }, limits: {} }],
      };
      expect(unapprovedAfter(unlike, [given] as never).get('app')?.memory).toBe(2048 * MI);
      expect(unapprovedAfter(unlike, [shrunk] as never).get('app')?.memory).toBe(300 * MI);
    });
  });
});
