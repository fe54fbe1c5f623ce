import { describe, expect, it } from 'vitest';
import { PAGE_KEYS, placesFor } from '../navigation/pages';
import { afterKey, SECOND_KEY_MS, shortcutGroups } from './shortcut-keys';

const PAGES = placesFor({ embedded: false }).flatMap(({ pages }) => pages);
const OFFERED = PAGES.map(({ href }) => href);

function typed(...keys: (string | number)[]) {
  let atMs = 0;
  let state: ReturnType<typeof afterKey> = {};
  for (const key of keys) {
    if (typeof key === 'number') atMs += key;
    else state = afterKey(state, { key, atMs }, OFFERED);
  }
  return state.action;
}

describe('keys', () => {
  it('lead to pages, two in a row', () => {
    expect(typed('g', 'p')).toEqual({ kind: 'go', href: '/changes' });
    expect(typed('g', 200, 'w')).toEqual({ kind: 'go', href: '/workloads' });
    expect(typed('g', 't')).toEqual({ kind: 'go', href: '/replay/try' });
    expect(typed('p')).toBeUndefined();
  });

  it.each([
    [['g', SECOND_KEY_MS + 1, 'p'], undefined],
    [['g', 'z'], undefined],
    [['g', 'z', 'p'], undefined],
    [['g', '?'], undefined],
    [['g', SECOND_KEY_MS + 1, '?'], { kind: 'sheet' }],
    [['g', SECOND_KEY_MS + 1, 'g', 'a'], { kind: 'go', href: '/changes/audit' }],
    [['toString'], undefined],
    [['constructor'], undefined],
  ])('%j do %j', (keys, action) => {
    expect(typed(...keys)).toEqual(action);
  });

  it('lead to no page that this cluster has not', () => {
    expect(typed('g', 's')).toBeUndefined();
  });

  it('lead to one page each', () => {
    const keys = Object.values(PAGE_KEYS);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.every((key) => /^[a-z]$/.test(key))).toBe(true);
  });

  it('are all in the sheet', () => {
    const lines = shortcutGroups(PAGES).flatMap((group) => group.lines);
    const single = lines.flatMap(({ keys }) => (keys.length === 1 ? keys : []));
    for (const key of ['?', 's', 'e', 'j', 'k', 't', 'd']) {
      expect(typed(key)).toBeDefined();
      expect(single).toContain(key);
    }
  });
});
