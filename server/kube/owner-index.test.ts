import { describe, expect, it } from 'vitest';
import { controllerOf } from '../objects/owners';
import type { KubeObject, OwnerReference } from '../objects/types';
import type { ObjectListener } from './object-store';
import { OwnerIndex } from './owner-index';

function owner(uid: string, controller = true): OwnerReference {
  return { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: uid, uid, controller };
}

function object(name: string, ...ownerReferences: OwnerReference[]): KubeObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'shop', ownerReferences } };
}

/** An index and the means to feed it changes. */
function followed() {
  const heard: string[] = [];
  const index = new OwnerIndex<KubeObject>({
    began: ({ owner }) => heard.push(`${owner?.uid} began`),
    changed: ({ owner }, former, now) =>
      heard.push(`${owner?.uid}: ${former?.metadata.name ?? 'none'} to ${now?.metadata.name ?? 'none'}`),
    ended: ({ owner }) => heard.push(`${owner?.uid} ended`),
  });
  let told: ObjectListener<KubeObject> = {};
  index.follow({
    subscribe: (listener) => {
      told = listener;
      return () => {};
    },
  });
  const membersOf = (uid: string) => index.of('shop', uid).flatMap(({ members }) => [...members.values()]);
  return { membersOf, told, heard };
}

describe('the controller of an object', () => {
  it('is the one owner marked as controller', () => {
    expect(controllerOf([owner('a', false), owner('b')])?.uid).toBe('b');
    expect(controllerOf([owner('a', false)])).toBeUndefined();
    expect(controllerOf(undefined)).toBeUndefined();
  });
});

describe('an index by owner', () => {
  it('follows objects as they come, change owners and go', () => {
    const { membersOf, told, heard } = followed();
    const [first, second] = [object('first', owner('a')), object('second', owner('a'))];
    told.added?.(first);
    told.added?.(second);
    told.added?.(object('orphan'));
    expect(membersOf('a')).toEqual([first, second]);

    const adopted = object('first', owner('b'));
    told.updated?.(first, adopted);
    expect(membersOf('a')).toEqual([second]);
    expect(membersOf('b')).toEqual([adopted]);

    told.deleted?.(second);
    told.deleted?.(adopted);
    expect([membersOf('a'), membersOf('b')]).toEqual([[], []]);
    expect(heard).toEqual([
      'a began',
      'a: none to first',
      'a: none to second',
      'a: first to none',
      'b began',
      'b: none to first',
      'a: second to none',
      'a ended',
      'b: first to none',
      'b ended',
    ]);
  });
});
