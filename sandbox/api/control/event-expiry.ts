import type { ObjectRegistry } from '@/sandbox/api/object-registry';
import type { Clock } from '@/server/lib/time/clock';
import type { KubeEvent } from '@/server/objects/types';

const LIFETIME_MS = 3_600_000;
/** With a fast clock, events stay at least this long in real time, so that people can see them. */
const LIFETIME_REAL_MS = 600_000;
/** Minimum time between two scans of the events, in cluster time. */
const LOOK_INTERVAL_MS = 300_000;

/** Removes events an hour after they were last written, as a server does; checks when new ones arrive. */
export function expireEvents(registry: ObjectRegistry, clock: Clock): void {
  const lifetimeMs = Math.max(LIFETIME_MS, LIFETIME_REAL_MS * clock.speed);
  const writtenAt = new Map<string, number>();
  let lastLookMs = clock.now();

  registry.watch<KubeEvent>('events', ({ type, object }) => {
    const key = `${object.metadata.namespace}/${object.metadata.name}`;
    writtenAt.delete(key);
    if (type === 'DELETED') return;
    writtenAt.set(key, clock.now());
    if (clock.now() - lastLookMs < LOOK_INTERVAL_MS) return;
    lastLookMs = clock.now();
    setImmediate(expire);
  });

  /** The map is in order of writing: the first that is recent enough ends the search. */
  function expire(): void {
    const oldestMs = clock.now() - lifetimeMs;
    for (const [key, atMs] of writtenAt) {
      if (atMs > oldestMs) return;
      const [namespace, name = ''] = key.split('/');
      if (registry.get('events', namespace, name)) registry.delete('events', namespace, name);
      else writtenAt.delete(key);
    }
  }
}
