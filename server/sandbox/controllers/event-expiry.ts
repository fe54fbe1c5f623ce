import type { KubeEvent } from '../../kube/types';
import { ApiError } from '../api/api-error';
import type { ControlPlane, Running } from './control-plane';

/** As long as a real API server keeps events. */
const KEPT_MS = 60 * 60_000;
/** When time runs fast, people are still given this long, in real time, to see them. */
const KEPT_REAL_MS = 10 * 60_000;
const SWEEPS = 6;

/** Forgets old events. */
export function startEventExpiry({ registry, clock }: ControlPlane): Running {
  const keptMs = Math.max(KEPT_MS, KEPT_REAL_MS * clock.speed);
  let cancel = () => {};
  const plan = () => {
    cancel = clock.after(keptMs / SWEEPS, () => {
      const beforeMs = clock.now() - keptMs;
      for (const event of [...registry.list<KubeEvent>('events')]) {
        if (lastSeenMs(event) >= beforeMs) continue;
        try {
          registry.delete('events', event.metadata.namespace, event.metadata.name);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
        }
      }
      plan();
    });
  };
  plan();
  return { stop: () => cancel(), idle: () => true };
}

function lastSeenMs(event: KubeEvent): number {
  return Date.parse(event.lastTimestamp ?? event.metadata.creationTimestamp ?? '');
}
