import { sizedStatuses } from '@/server/objects/sized-containers';
import type { Pod } from '@/server/objects/types';

/** A container that ended and was started again, other than by an OOM kill. */
export interface Restart {
  container: string;
  /** When it ended, Unix ms. */
  atMs: number;
  /** `Error, exit code 1`. */
  detail: string;
}

/**
 * The restarts in a pod's status that were not in its status before. A status has only the last one of each container.
 */
export function restartsOf(pod: Pod, before?: Pod): Restart[] {
  const former = before ? sizedStatuses(before) : [];
  return sizedStatuses(pod).flatMap(({ name: container, restartCount, lastState }) => {
    const ended = lastState?.terminated;
    const atMs = Date.parse(ended?.finishedAt ?? '');
    if (!ended || !(restartCount > 0) || Number.isNaN(atMs) || ended.reason === 'OOMKilled') return [];
    const known = former.find(({ name }) => name === container);
    if (known?.lastState?.terminated?.finishedAt === ended.finishedAt) return [];
    return [
      { container, atMs, detail: [ended.reason, `exit code ${ended.exitCode}`].filter(Boolean).join(', ') },
    ];
  });
}
