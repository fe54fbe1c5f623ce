import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../objects/types';
import { ObjectStore } from './object-store';

function object(name: string, uid: string, version: number, namespace?: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, uid, resourceVersion: String(version) },
  };
}

function storeWithDiary() {
  const diary: string[] = [];
  const note = (what: string) => (one: KubeObject) =>
    diary.push(`${what} ${one.metadata.uid}@${one.metadata.resourceVersion}`);
  const store = new ObjectStore<KubeObject>({
    added: note('added'),
    updated: (_, one) => note('updated')(one),
    deleted: note('deleted'),
  });
  return { store, diary };
}

describe('an object store', () => {
  type Step = ['list' | 'watch' | 'delete', KubeObject];
  const cases: [string, Step[], string[]][] = [
    [
      'takes a repetition for nothing',
      [
        ['list', object('a', 'u1', 5)],
        ['list', object('a', 'u1', 5)],
        ['watch', object('a', 'u1', 5)],
      ],
      ['added u1@5'],
    ],
    [
      'takes an event older than the list for nothing, be it of the object or of its predecessor',
      [
        ['list', object('a', 'u2', 9)],
        ['watch', object('a', 'u2', 7)],
        ['watch', object('a', 'u1', 4)],
        ['delete', object('a', 'u1', 5)],
      ],
      ['added u2@9'],
    ],
    [
      'believes a list that shows something older: the server’s history is another one',
      [
        ['list', object('a', 'u1', 90)],
        ['list', object('a', 'u1', 3)],
      ],
      ['added u1@90', 'updated u1@3'],
    ],
    [
      'takes another uid under the same name for a deletion and an addition',
      [
        ['watch', object('a', 'u1', 1)],
        ['watch', object('a', 'u2', 2)],
      ],
      ['added u1@1', 'deleted u1@1', 'added u2@2'],
    ],
    [
      'tells the last known object of a deletion, and none of what it never knew',
      [
        ['watch', object('a', 'u1', 1)],
        ['delete', object('b', 'u9', 2)],
        ['delete', object('a', 'u1', 3)],
      ],
      ['added u1@1', 'deleted u1@1'],
    ],
  ];
  it.each(cases)('%s', (_, steps, expected) => {
    const { store, diary } = storeWithDiary();
    for (const [step, one] of steps) {
      if (step === 'list') store.putListed(one);
      else if (step === 'watch') store.putWatched(one);
      else store.delete(one);
    }
    expect(diary).toEqual(expected);
  });

  it('finds objects by namespace, cluster-scoped ones under the empty name', () => {
    const { store } = storeWithDiary();
    for (const one of [object('a', 'u1', 1, 'shop'), object('a', 'u2', 2, 'bank'), object('n', 'u3', 3)])
      store.putListed(one);
    expect(store.size).toBe(3);
    expect(store.get('bank', 'a')?.metadata.uid).toBe('u2');
    expect(store.get('', 'n')?.metadata.uid).toBe('u3');
    expect([...store.values('shop')].map(({ metadata }) => metadata.uid)).toEqual(['u1']);
    expect([...store.values()].map(({ metadata }) => metadata.uid)).toEqual(['u1', 'u2', 'u3']);
    store.sweep(({ metadata }) => metadata.namespace === 'shop');
    expect([...store.values()].map(({ metadata }) => metadata.uid)).toEqual(['u1']);
  });
});
