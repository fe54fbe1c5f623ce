import { describe, expect, it } from 'vitest';
import type { AuditRecord, Happening } from '@/server/store';
import { markSteps } from './marks';

const T0 = Date.UTC(2026, 7, 1);
const MINUTE_MS = 60_000;

const action = (minute: number, what: string, outcome = 'done'): AuditRecord => ({
  kind: 'action',
  atMs: T0 + minute * MINUTE_MS,
  namespace: 'shop',
  vpa: 'web',
  pod: 'web-1',
  podUid: 'u',
  action: what,
  outcome,
  detail: '',
  reasons: [],
  before: {},
  after: {},
});
const change = (minute: number, what: string, outcome = 'done'): AuditRecord => ({
  kind: 'change',
  atMs: T0 + minute * MINUTE_MS,
  who: 'ada',
  change: what,
  namespace: 'shop',
  name: 'web',
  outcome,
  detail: '',
  before: null,
  after: null,
});

const happening = (minute: number, kind: Happening['kind'], pod: string): Happening => ({
  namespace: 'shop',
  vpa: 'web',
  container: 'app',
  atMs: T0 + minute * MINUTE_MS,
  kind,
  pod,
  detail: '',
});

const stepped = (told: Partial<Parameters<typeof markSteps>[0]>) =>
  markSteps({ records: [], happenings: [], recommenders: [], ...told }, 5 * MINUTE_MS);
const marksOf = (told: Parameters<typeof stepped>[0]) =>
  stepped(told).map(({ kind, atMs, times }) => [kind, (atMs - T0) / MINUTE_MS, times]);

describe('the marks of a chart', () => {
  it('are where something was done, once for each kind and step', () => {
    const records = [
      change(30, 'resource-policy'),
      action(3, 'evict'),
      action(1, 'evict'),
      action(7, 'evict'),
      action(2, 'resize'),
    ];
    expect(marksOf({ records })).toEqual([
      ['evict', 1, 2],
      ['resize', 2, 1],
      ['evict', 7, 1],
      ['policy', 30, 1],
    ]);
  });

  it('leave out refusals, and what does not affect the workload', () => {
    const records = [action(1, 'evict', 'refused'), change(2, 'stop', 'refused'), change(3, 'scenario')];
    expect(marksOf({ records })).toEqual([]);
  });

  it('say which pods OOM kills and restarts happened to, and whether the log has lines about them', () => {
    const marks = stepped({
      records: [action(40, 'evict')],
      happenings: [
        happening(3, 'oom', 'web-2'),
        happening(1, 'oom', 'web-1'),
        happening(2, 'restart', 'web-9'),
        happening(4, 'oom', 'web-1'),
      ],
    });
    expect(marks.map(({ kind, times, pods, record }) => [kind, times, pods, record])).toEqual([
      ['oom', 3, ['web-1', 'web-2'], 'its-pod'],
      ['restart', 1, ['web-9'], 'none'],
      ['evict', 1, ['web-1'], 'its-time'],
    ]);
  });

  it('are there for a new recommender, but not for the first', () => {
    const recommenders = [
      { name: 'default', fromMs: T0 },
      { name: 'mine', fromMs: T0 + 9 * MINUTE_MS },
    ];
    expect(marksOf({ recommenders })).toEqual([['recommender', 9, 1]]);
    expect(stepped({ recommenders })[0]?.detail).toBe('mine');
  });
});
