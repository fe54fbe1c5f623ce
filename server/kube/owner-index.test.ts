import { describe, expect, it } from 'vitest';
import type { ObjectListener } from './object-store';
import { controllerOf, OwnerIndex } from './owner-index';
import type { KubeObject, OwnerReference } from './types';

function owner(uid: string, controller = true): OwnerReference {
  return { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: uid, uid, controller };
}

function object(name: string, ...ownerReferences: OwnerReference[]): KubeObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'shop', ownerReferences } };
}

/** An index and the way to tell it what happens. */
function followed() {
  const index = new OwnerIndex<KubeObject>();
  let told: ObjectListener<KubeObject> = {};
  index.follow({
    subscribe: (listener) => {
      told = listener;
      return () => {};
    },
  });
  return { index, told };
}

describe('the controller of an object', () => {
  it('is the one owner that says so', () => {
    expect(controllerOf([owner('a', false), owner('b')])?.uid).toBe('b');
    expect(controllerOf([owner('a', false)])).toBeUndefined();
    expect(controllerOf(undefined)).toBeUndefined();
  });
});

describe('an index by owner', () => {
  it('follows objects as they come, change hands and go', () => {
    const { index, told } = followed();
    const [first, second] = [object('first', owner('a')), object('second', owner('a'))];
    told.added?.(first);
    told.added?.(second);
    told.added?.(object('orphan'));
    expect([...index.of('a')]).toEqual([first, second]);

    const adopted = object('first', owner('b'));
    told.updated?.(first, adopted);
    expect([...index.of('a')]).toEqual([second]);
    expect([...index.of('b')]).toEqual([adopted]);

    told.deleted?.(second);
    told.deleted?.(adopted);
    expect([index.of('a').size, index.of('b').size]).toEqual([0, 0]);
  });
});
