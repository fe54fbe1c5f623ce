import { describe, expect, it } from 'vitest';
import { auditPath, kindsOf, kindWord } from './audit-list';

const NONE = {
  q: '',
  kind: '',
  what: '',
  outcome: '',
  namespace: '',
  vpa: '',
  last: '',
  since: '',
  until: '',
  finished: '',
  run: '',
};

describe('the query to the log', () => {
  it.each<[string, Partial<typeof NONE & { after: string }>, boolean, string]>([
    ['the usual', {}, true, ''],
    ['the oldest first', {}, false, '&order=oldest'],
    ['one VPA', { namespace: 'shop', vpa: 'web' }, true, '&namespace=shop&vpa=web'],
    ['what and how it ended', { what: 'evict', outcome: 'done' }, true, '&what=evict&outcome=done'],
    ['words', { q: ' by ann ' }, true, '&q=by+ann'],
    [
      'a stretch of time, to the end of its last minute',
      { since: '1970-01-01T00:01', until: '1970-01-01T00:02' },
      true,
      '&since=60000&until=179999',
    ],
    ['a day to its end', { until: '1970-01-01' }, true, '&until=86399999'],
    ['the last hours', { last: '24h' }, true, '&last=24h'],
    [
      'finished pods and earlier runs',
      { finished: 'shown', run: 'earlier' },
      true,
      '&finished=shown&run=earlier',
    ],
    ['no time that is none', { since: 'soon' }, true, ''],
    ['a further page', { after: '17.action.3' }, true, '&after=17.action.3'],
  ])('asks for %s', (_, filter, descending, rest) => {
    const { after = '', ...narrowing } = filter;
    const sort = { key: 'time' as const, descending };
    const path = auditPath({ filter: { ...NONE, ...narrowing }, sort, after });
    expect(path).toBe(`/api/audit?kind=action%2Cchange&limit=50${rest}`);
  });

  it.each([
    ['', ['action', 'change']],
    ['decision', ['decision']],
    ['admission', ['admission']],
    ['decision,gossip,action', ['action', 'decision']],
    ['gossip', ['action', 'change']],
  ])('reads the kinds %s', (kind, kinds) => {
    expect(kindsOf(kind)).toEqual(kinds);
  });

  it('needs no word for the usual kinds', () => {
    expect(kindWord(['change', 'action'])).toBe('');
    expect(kindWord(['decision'])).toBe('decision');
  });
});
