import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '@/server/contract/audit';
import { entryHref, entryObject, entryScope, entryWords } from './entry-words';

const EVICTION: AuditEntry = {
  kind: 'action',
  id: '1',
  atMs: 0,
  namespace: 'shop',
  vpa: 'web',
  pod: 'web-1',
  action: 'evict',
  outcome: 'budget-refused',
  detail: 'Cannot evict pod.',
  reasons: [],
  before: null,
  after: null,
};
const STOP: AuditEntry = {
  kind: 'change',
  id: '2',
  atMs: 0,
  who: 'ann',
  change: 'stop',
  namespace: '',
  name: '',
  outcome: 'done',
  detail: '',
  before: null,
  after: null,
};
const GAP: AuditEntry = { kind: 'gap', id: '3', sinceMs: 0, atMs: 61_000, dropped: 1, detail: '' };

describe('the audit log in words', () => {
  it('shows an action with its outcome', () => {
    expect(entryWords(EVICTION)).toEqual({
      title: 'Eviction',
      result: 'A disruption budget refused it.',
      tone: 'warning',
      subject: 'web-1',
      detail: 'Cannot evict pod.',
    });
  });

  it('shows what came of an action once that is known', () => {
    const done = { ...EVICTION, outcome: 'done', detail: '' } as const;
    expect(entryWords(done)).toMatchObject({ result: '', tone: 'good' });
    expect(entryWords({ ...done, cameOfIt: 'kept' })).toMatchObject({
      result: 'Kept: nothing got worse.',
      tone: 'good',
    });
    expect(entryWords({ ...done, cameOfIt: 'undone' })).toMatchObject({
      result: 'Undone: it was worse than before.',
      tone: 'bad',
    });
    expect(entryWords({ ...done, cameOfIt: 'undone', part: 'apps/Deployment/web' })).toMatchObject({
      result: 'Undone: it was worse than before. Pods of Deployment web.',
    });
  });

  it('says why a new pod was given no more, one reason per line', () => {
    const { kind: _kind, action: _action, outcome: _outcome, reasons: _reasons, ...pod } = EVICTION;
    const admission = { ...pod, kind: 'admission', count: 1, detail: 'app: one\napp: two' } as const;
    expect(entryWords({ ...admission, count: 40 }).result).toBe('40 pods alike within a minute');
    expect(entryWords(admission)).toEqual({
      title: 'Admitted by the webhook',
      result: '',
      tone: 'good',
      subject: 'web-1',
      notes: ['app: one', 'app: two'],
    });
  });

  it('says who changed what', () => {
    expect(entryWords(STOP)).toEqual({ title: 'Stop', result: '', tone: 'good', subject: 'by ann' });
    expect(entryWords({ ...STOP, outcome: 'refused' })).toMatchObject({ result: 'Refused.', tone: 'bad' });
    expect(entryWords({ ...STOP, outcome: 'unavailable' }).result).toBe('No answer: it may have been done.');
  });

  it('shows a gap', () => {
    const stretch = 'from 1 Jan 1970, 00:00:00 UTC to 1 Jan 1970, 00:01:01 UTC.';
    expect(entryWords(GAP)).toMatchObject({
      title: 'Gap in the record',
      result: `1 entry is missing ${stretch}`,
    });
    expect(entryWords({ ...GAP, dropped: 0 }).result).toBe(`Entries may be missing ${stretch}`);
  });

  it('says who changed replicas, and leads to the HPA', () => {
    const scaling: AuditEntry = {
      ...STOP,
      change: 'scale',
      who: 'the HPA controller',
      namespace: 'shop',
      name: 'web',
      detail: 'cpu resource utilization (percentage of request) above target',
    };
    expect(entryWords(scaling)).toMatchObject({
      title: 'Replicas changed',
      subject: 'by the HPA controller',
      detail: 'cpu resource utilization (percentage of request) above target',
    });
    expect(entryHref(scaling)).toBe('/hpas/shop/web');
    expect(entryHref({ ...scaling, change: 'hpa-rules' })).toBe('/hpas/shop/web');
    expect(entryHref(EVICTION)).toBe('/workloads/shop/web');
    expect(entryHref(STOP)).toBeUndefined();
  });

  it('names the object, or the scope of the change', () => {
    expect(entryObject(EVICTION)).toEqual({ namespace: 'shop', name: 'web' });
    expect(entryObject(STOP)).toBeUndefined();
    expect(entryScope(STOP)).toBe('Everything');
    expect(entryScope({ ...STOP, namespace: 'shop' })).toBe('Namespace shop');
  });
});
