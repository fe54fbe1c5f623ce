import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageOfObjects } from '@/sandbox/api/http/paging';
import type { KubeObject } from '@/server/objects/types';

const named = (name: string, namespace = 'default'): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace },
});

function walk(
  objects: KubeObject[],
  limit: number,
  namespaced: boolean,
  filter?: (object: KubeObject) => boolean,
): string[] {
  const seen: string[] = [];
  let token: string | undefined;
  do {
    const query = new URLSearchParams({ limit: String(limit), ...(token ? { continue: token } : {}) });
    const page = pageOfObjects(objects, query, namespaced, 5, 0, filter);
    seen.push(...page.items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`));
    token = page.continueToken;
  } while (token);
  return seen;
}

const byListOrder = (a: KubeObject, b: KubeObject) => {
  const [left, right] = [a, b].map(({ metadata }) => [metadata.namespace ?? '', metadata.name] as const);
  const compare = (x: string, y: string) => (x < y ? -1 : x > y ? 1 : 0);
  return compare(left?.[0] ?? '', right?.[0] ?? '') || compare(left?.[1] ?? '', right?.[1] ?? '');
};

describe('paging', () => {
  it('shows everything once, in order, whatever the page size', () => {
    const part = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,4}[a-z0-9])?$/);
    const objects = fc.uniqueArray(fc.tuple(part, part), {
      selector: ([a, b]) => `${a}/${b}`,
      maxLength: 30,
    });
    fc.assert(
      fc.property(objects, fc.integer({ min: 1, max: 7 }), (names, limit) => {
        const list = names.map(([namespace, name]) => named(name, namespace)).sort(byListOrder);
        const all = list.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
        expect(walk(list, limit, false)).toEqual(all);
        const odd = (object: KubeObject) => object.metadata.name.length % 2 === 1;
        expect(walk(list, limit, false, odd)).toEqual(
          all.filter((key) => (key.split('/')[1]?.length ?? 0) % 2 === 1),
        );
      }),
    );
  });

  it('says how many are left, except for a filtered list', () => {
    const list = ['a', 'b', 'c'].map((name) => named(name));
    expect(pageOfObjects(list, new URLSearchParams('limit=1'), true, 5, 0, undefined).remaining).toBe(2);
    expect(
      pageOfObjects(list, new URLSearchParams('limit=1'), true, 5, 0, () => true).remaining,
    ).toBeUndefined();
  });

  it('continues where it was although the object it stopped at is gone', () => {
    const list = ['a', 'b', 'c'].map((name) => named(name));
    const first = pageOfObjects(list, new URLSearchParams('limit=2'), true, 5, 0, undefined);
    const query = new URLSearchParams({ limit: '2', continue: first.continueToken ?? '' });
    const rest = pageOfObjects(
      list.filter(({ metadata }) => metadata.name !== 'b'),
      query,
      true,
      9,
      0,
      undefined,
    );
    expect(rest.items.map(({ metadata }) => metadata.name)).toEqual(['c']);
    expect(rest.revision).toBe(5);
  });

  it('refuses a token from before the kept history', () => {
    const first = pageOfObjects(
      [named('a'), named('b')],
      new URLSearchParams('limit=1'),
      true,
      5,
      0,
      undefined,
    );
    const query = new URLSearchParams({ limit: '1', continue: first.continueToken ?? '' });
    expect(() => pageOfObjects([], query, true, 9, 6, undefined)).toThrow(
      expect.objectContaining({ status: 410 }),
    );
  });
});
