import { describe, expect, it } from 'vitest';
import type { ConfigMap } from '../../objects/types';
import { dataOf, wordsOf } from './stop-words';

const map = (data: Record<string, string>): ConfigMap => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'plumbline-stops', namespace: 'kube-system' },
  data,
});

describe('the words of stops in the cluster', () => {
  it('come back as they were said, with the reason', () => {
    const words = new Map([
      ['all', { who: 'ada', atMs: 7, reason: 'release freeze', holds: true }],
      ['namespace.shop', { who: 'bob', atMs: 8, holds: false }],
    ]);
    const data = dataOf(words, new Map());
    const kept = Object.entries(data).filter((entry): entry is [string, string] => entry[1] !== null);
    expect(wordsOf(map(Object.fromEntries(kept)))).toEqual(words);
  });

  it.each([
    ['of a version that kept no reason', '{"who":"ada","atMs":7}', { who: 'ada', atMs: 7 }],
    ['with a reason that is no text', '{"who":"ada","atMs":7,"reason":[1]}', { who: 'ada', atMs: 7 }],
    ['that nobody can read', 'yes', { who: 'unknown', atMs: 0 }],
    ['that is empty', '', { who: 'unknown', atMs: 0 }],
  ])('hold when read from a record %s', (_, text, entry) => {
    expect(wordsOf(map({ all: text }))).toEqual(new Map([['all', { ...entry, holds: true }]]));
  });
});
