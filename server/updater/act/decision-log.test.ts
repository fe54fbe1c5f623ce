import { expect, it } from 'vitest';
import type { PodPlan, VpaPlan } from '../../decide/running/planned';
import { atOnce } from '../../lib/time/slices';
import type { AuditRecord } from '../../store';
import { DecisionLog } from './decision-log';

const NONE = { outsideRecommendedRange: false, scaleUp: false, resourceDiff: 0 };

function plan(pods: Pick<PodPlan, 'name' | 'decision' | 'reasons'>[]): VpaPlan {
  return {
    namespace: 'shop',
    name: 'report',
    updateMode: 'Recreate',
    target: { kind: 'CronJob', name: 'report' },
    pods: pods.map((pod) => ({ ...pod, uid: pod.name, priority: NONE, changes: [], awaits: [] })),
  };
}

it('records that a pod has finished apart from decisions to leave one alone', () => {
  const log = new DecisionLog();
  const records: AuditRecord[] = [];
  const record = (...more: AuditRecord[]) => void records.push(...more);
  const said = (pods: Parameters<typeof plan>[0]) =>
    atOnce(log.recording({ atMs: 1, vpas: [plan(pods)], faults: [] }, { record }));
  const wait: PodPlan['reasons'] = [{ code: 'no-controller' }];
  said([
    { name: 'a', decision: 'wait', reasons: wait },
    { name: 'b', decision: 'wait', reasons: wait },
  ]);
  said([
    { name: 'a', decision: 'leave', reasons: [{ code: 'pod-finished', phase: 'Succeeded' }] },
    { name: 'b', decision: 'leave', reasons: [{ code: 'pod-terminating' }] },
  ]);
  expect(records.map((one) => one.kind === 'decision' && `${one.pod} ${one.decision}`)).toEqual([
    'a wait',
    'b wait',
    'a finished',
    'b leave',
  ]);
});

it('keeps which VPAs wait for a person, since when, until they do not or are gone; the inbox lists approvals', () => {
  const log = new DecisionLog();
  const record = () => undefined;
  const said = (atMs: number, vpas: VpaPlan[]) =>
    atOnce(log.recording({ atMs, vpas, faults: [] }, { record }));
  const held = () => [...log.forPeople].map(({ name, code, atMs }) => `${name} ${code} ${atMs}`);
  const broken: PodPlan['reasons'] = [{ code: 'loop-broken', misses: 3, limit: 3, sinceMs: 1 }];
  const listed: PodPlan['reasons'] = [{ code: 'awaits-approval', changes: [] }];
  said(1, [plan([{ name: 'a', decision: 'wait', reasons: broken }])]);
  said(2, [plan([{ name: 'b', decision: 'wait', reasons: broken }])]);
  expect(held()).toEqual(['report loop-broken 1']);
  expect([...log.forPeople][0]?.detail).toContain('3 of');
  said(3, [plan([{ name: 'b', decision: 'wait', reasons: listed }])]);
  expect(held()).toEqual([]);
  said(3, [plan([{ name: 'b', decision: 'wait', reasons: broken }])]);
  expect(held()).toEqual(['report loop-broken 3']);
  said(4, [plan([{ name: 'b', decision: 'leave', reasons: [{ code: 'mode-off' }] }])]);
  expect(held()).toEqual([]);
  said(5, [plan([{ name: 'b', decision: 'wait', reasons: broken }])]);
  said(6, []);
  expect(held()).toEqual([]);
});
