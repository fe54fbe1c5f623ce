import { expect, it } from 'vitest';
import { ProblemBoard } from '@/server/kube/problems';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import type { Workload } from '@/server/objects/types';
import { Faults } from '../faults';
import { TemplateLives } from './template-lives';

const T0 = Date.UTC(2026, 5, 1);
const DAY_MS = 86_400_000;

interface Listener {
  added?(one: Workload): void;
  updated?(before: Workload, one: Workload): void;
  deleted?(one: Workload): void;
}

function living() {
  const listeners: Record<string, Listener> = {};
  const cache = (kind: string) => ({
    subscribe: (listener: Listener) => {
      listeners[kind] = listener;
      return () => undefined;
    },
  });
  const clock = new ManualClock(T0);
  const caches = {
    replicaSets: cache('rs'),
    controllerRevisions: cache('cr'),
    statefulSets: cache('sts'),
    daemonSets: cache('ds'),
  } as unknown as ConstructorParameters<typeof TemplateLives>[0];
  const lives = new TemplateLives(
    caches,
    new Faults(new ProblemBoard(clock, silentLogger).by('test')),
    clock,
  );
  return { lives, clock, listeners };
}

const statefulSet = (generation: number, image: string): Workload =>
  ({
    metadata: { namespace: 'shop', name: 'db', generation },
    spec: { template: { spec: { containers: [{ name: 'db', image }] } } },
  }) as unknown as Workload;

it('begins a life of a StatefulSet as its change is seen, and goes back with a rollback', () => {
  const { lives, clock, listeners } = living();
  const of = () => lives.of('shop', { kind: 'StatefulSet', name: 'db' });
  listeners.sts?.updated?.(statefulSet(1, 'a'), statefulSet(2, 'a'));
  expect(of()).toBeUndefined();
  clock.set(DAY_MS);
  listeners.sts?.updated?.(statefulSet(2, 'a'), statefulSet(3, 'b'));
  expect(of()).toEqual({ sinceMs: clock.now(), changed: 'image' });
  listeners.sts?.updated?.(statefulSet(3, 'b'), statefulSet(4, 'a'));
  expect(of()).toBe('rolled-back');
  listeners.sts?.deleted?.(statefulSet(4, 'a'));
  expect(of()).toBeUndefined();
});

it('is of the workload whose ReplicaSets they are, until these are gone', () => {
  const { lives, listeners } = living();
  const replicaSet = (revision: number, image: string): Workload =>
    ({
      metadata: {
        namespace: 'shop',
        name: `web-${revision}`,
        creationTimestamp: new Date(T0 + revision * DAY_MS).toISOString(),
        annotations: { 'deployment.kubernetes.io/revision': String(revision) },
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'u', controller: true },
        ],
      },
      spec: { template: { spec: { containers: [{ name: 'app', image }] } } },
    }) as unknown as Workload;
  const of = (name = 'web') => lives.of('shop', { kind: 'Deployment', name });
  listeners.rs?.added?.(replicaSet(1, 'a'));
  listeners.rs?.added?.(replicaSet(2, 'b'));
  expect(of()).toEqual({ sinceMs: T0 + 2 * DAY_MS, changed: 'image' });
  expect(of('other')).toBeUndefined();
  listeners.rs?.deleted?.(replicaSet(1, 'a'));
  expect(of()).toBeUndefined();
});

it('is told by ControllerRevisions, whoever saw the change, and not by what others keep in them', () => {
  const { lives, listeners } = living();
  const revision = (turn: number, day: number, data: unknown) =>
    ({
      metadata: {
        namespace: 'shop',
        name: `db-${day}`,
        creationTimestamp: new Date(T0 + day * DAY_MS).toISOString(),
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid: 'u', controller: true },
        ],
      },
      revision: turn,
      data,
    }) as unknown as Workload;
  const image = (name: string) => ({
    spec: { template: { spec: { containers: [{ name: 'db', image: name }] } } },
  });
  const of = () => lives.of('shop', { kind: 'StatefulSet', name: 'db' });
  listeners.cr?.added?.(revision(1, 1, image('a')));
  for (const data of [null, undefined, {}, { spec: { template: { spec: null } } }, 'text'])
    listeners.cr?.added?.(revision(9, 9, data));
  listeners.cr?.added?.(revision(2, 4, image('b')));
  expect(of()).toEqual({ sinceMs: T0 + 4 * DAY_MS, changed: 'image' });
  listeners.cr?.updated?.(revision(1, 1, image('a')), revision(3, 1, image('a')));
  expect(of()).toBe('rolled-back');
});
