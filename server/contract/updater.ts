/** What the pages show of the updater: plain data, times in Unix milliseconds of the cluster clock. */

export type UpdaterState =
  | { kind: 'waiting-for-caches' }
  | { kind: 'running'; lastPassMs?: number; nextPassMs?: number }
  | { kind: 'following'; leader: string };

/** Whether admission reports that it is alive; without that no pod is evicted. */
export interface LeaseView {
  kind: 'fresh' | 'stale' | 'missing' | 'not-required';
  /** When it last did, if that is too long ago. */
  renewedMs?: number;
}
