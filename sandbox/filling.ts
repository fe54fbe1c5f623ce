import type { Registry } from '@/sandbox/api/registry';
import { type Clock, Moment } from '@/server/lib/time/clock';
import type { Pod } from '@/server/objects/types';

/** As many pods as run before anybody looks. */
const FEW_PODS = 1000;
const LOOK_MS = 200;
/** With no further pod for so long in real time, the others will not run: they have no node, or cannot start. */
const GIVEN_UP_AFTER_MS = 5_000;

/** How many of the pods that a cluster starts with run so far. */
export interface Filled {
  running: number;
  of: number;
}

/**
 * Waits until the pods of a large cluster run, so that what comes from its start alone is no news of it; returns at once
 * for a small one.
 * @param told how many run, from time to time
 */
export async function filled(
  registry: Pick<Registry, 'list'>,
  of: number,
  wallClock: Clock,
  told: (filled: Filled) => boolean,
): Promise<void> {
  if (of <= FEW_PODS) return;
  let most = -1;
  let since = new Moment(wallClock);
  while (most < of) {
    const running = runningIn(registry);
    if (!told({ running, of })) return;
    if (running > most) {
      most = running;
      since = new Moment(wallClock);
    } else if (since.mostAgeMs > GIVEN_UP_AFTER_MS) return;
    await wallClock.sleep(LOOK_MS);
  }
}

function runningIn(registry: Pick<Registry, 'list'>): number {
  let running = 0;
  for (const { status } of registry.list<Pod>('pods')) if (status?.phase === 'Running') running++;
  return running;
}
