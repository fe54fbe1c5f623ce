import type { UpdaterState } from '@/server/contract/plan';
import { relativeTime } from '@/server/words/times';

function nextWords(nextPassMs: number | undefined, nowMs: number): string {
  if (nextPassMs === undefined) return 'The updater runs';
  return nextPassMs > nowMs ? `Next pass ${relativeTime(nextPassMs, nowMs)}` : 'Next pass due now';
}

/** When the updater's next pass is, or why there is none. */
export function updaterPassWords(state: UpdaterState, nowMs: number): string {
  switch (state.kind) {
    case 'waiting-for-caches':
      return 'Reading the cluster before the first pass';
    case 'following':
      return `${state.leader} is the leader; this process stands by`;
    case 'running':
      return [
        nextWords(state.nextPassMs, nowMs),
        state.lastPassMs === undefined ? 'none yet' : `last ${relativeTime(state.lastPassMs, nowMs)}`,
      ].join(', ');
  }
}
