import { expect, it } from 'vitest';
import type { KubeEvent } from '@/server/objects/types';
import { RefusalEvents } from './refusal-events';

type Listener = Parameters<ConstructorParameters<typeof RefusalEvents>[0]['subscribe']>[0];

function event(name: string, count: number): KubeEvent {
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name, namespace: 'shop' },
    involvedObject: { kind: 'ReplicaSet', namespace: 'shop', name: 'web' },
    count,
  };
}

it('keeps the latest of each event about a controller, until the API server forgets it', () => {
  let listener: Listener = {};
  const events = new RefusalEvents({
    subscribe: (given) => {
      listener = given;
      return () => {};
    },
  });
  const counts = () =>
    events.about({ kind: 'ReplicaSet', namespace: 'shop', name: 'web' }).map(({ count }) => count);
  listener.added?.(event('a', 1));
  listener.added?.(event('b', 1));
  listener.updated?.(event('a', 1), event('a', 2));
  expect(counts().sort()).toEqual([1, 2]);
  const named = (asked: string) => events.aboutReplicaSets('shop', (name) => name === asked);
  expect(named('web')).toHaveLength(2);
  expect(named('api')).toEqual([]);
  listener.deleted?.(event('a', 2));
  listener.deleted?.(event('unheard-of', 1));
  expect(counts()).toEqual([1]);
  listener.deleted?.(event('b', 1));
  expect(counts()).toEqual([]);
});
