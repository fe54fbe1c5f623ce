import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '@/server/contract/audit';
import { folded } from './folded';

let serial = 0;
const action = (pod: string, differs: Partial<Extract<AuditEntry, { kind: 'action' }>> = {}): AuditEntry => ({
  kind: 'action',
  id: String(++serial),
  atMs: serial,
  namespace: 'shop',
  vpa: 'web',
  pod,
  action: 'resize',
  outcome: 'done',
  detail: '',
  reasons: [],
  before: { app: { cpu: 100 } },
  after: { app: { cpu: 200 } },
  trace: 'pass-1',
  ...differs,
});
const podsOf = (entries: readonly AuditEntry[]) => folded(entries).map(({ pods = [] }) => pods);

describe('the lines of the log', () => {
  it('fold what one pass did alike to several pods', () => {
    const entries = [action('a'), action('b'), action('c')];
    expect(folded(entries)).toEqual([{ entry: entries[0], pods: ['a', 'b', 'c'] }]);
  });

  it.each<[string, Partial<Extract<AuditEntry, { kind: 'action' }>>]>([
    ['another pass', { trace: 'pass-2' }],
    ['another VPA', { vpa: 'api' }],
    ['another outcome', { outcome: 'conflict' }],
    ['what came of it', { cameOfIt: 'undone' }],
    ['another part of the pods', { part: 'size=large' }],
    ['other amounts', { after: { app: { cpu: 300 } } }],
  ])('keep apart %s', (_what, differs) => {
    expect(podsOf([action('a'), action('b', differs)])).toEqual([[], []]);
  });

  it('keep what no pass did apart, and the order', () => {
    const alone = { trace: undefined } as unknown as Partial<Extract<AuditEntry, { kind: 'action' }>>;
    expect(podsOf([action('a', alone), action('b', alone)])).toEqual([[], []]);
    const mixed = [action('a'), action('x', { vpa: 'api' }), action('b')];
    expect(folded(mixed).map(({ entry }) => entry)).toEqual(mixed);
  });
});
