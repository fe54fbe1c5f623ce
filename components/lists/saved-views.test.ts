import { describe, expect, it } from 'vitest';
import { viewQuery, viewsFrom, withoutView, withView } from './saved-views';

describe('saved views', () => {
  it('have one query under a name, in the order of names', () => {
    const views = withView([{ name: 'b', query: 'q=1' }], { name: 'a', query: 'q=2' });
    expect(views.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(withView(views, { name: 'b', query: 'q=3' })).toEqual([
      { name: 'a', query: 'q=2' },
      { name: 'b', query: 'q=3' },
    ]);
    expect(withoutView(views, 'a')).toEqual([{ name: 'b', query: 'q=1' }]);
  });

  it.each([
    '',
    '{',
    '3',
    '[{"name":3}]',
    '[{"name":"","query":""}]',
    `[{"name":"${'x'.repeat(61)}","query":""}]`,
  ])('are none if what is kept is %s', (text) => {
    expect(viewsFrom(text)).toEqual([]);
  });

  it('leave out the page', () => {
    expect(viewQuery('?q=web&page=3&sort=mode')).toBe('q=web&sort=mode');
  });
});
