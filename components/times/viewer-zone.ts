'use client';

import { useSyncExternalStore } from 'react';
import { keep, readKept } from '../lists/kept';

/** Whose clock the pages show times by: that of the browser, or UTC. */
export type ZoneChoice = 'local' | 'utc';

const KEPT_AS = 'plumbline-times';
const UTC = 'UTC';

interface Zone {
  readonly choice: ZoneChoice;
  /** Counts the choices on this page. */
  readonly changes: number;
}

const listeners = new Set<() => void>();
let zone: Zone = { choice: keptChoice(), changes: 0 };

function keptChoice(): ZoneChoice {
  return readKept(KEPT_AS) === 'utc' ? 'utc' : 'local';
}

/** The time zone of the browser, such as `Europe/Berlin`; UTC on the server. */
export function localZone(): string {
  if (typeof window === 'undefined') return UTC;
  local ??= foundZone();
  return local;
}

/** Asked for once: the browser takes long to say it. */
let local: string | undefined;

function foundZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone && !/^Etc\/(UTC|Unknown)$/.test(timeZone) ? timeZone : UTC;
}

/** The time zone that the pages show; UTC on the server, where no page shows a time. */
export function viewerZone(): string {
  return zone.choice === 'utc' ? UTC : localZone();
}

/** Shows times by this clock from now on, also after a reload if the browser keeps it. */
export function chooseZone(choice: ZoneChoice): void {
  keep(KEPT_AS, choice);
  zone = { choice, changes: zone.changes + 1 };
  for (const tell of listeners) tell();
}

const ON_SERVER: Zone = { choice: 'local', changes: 0 };

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The choice, and how often it was changed here: a part of the page with this as its key is drawn anew. */
export function useZone(): Zone {
  return useSyncExternalStore(
    subscribe,
    () => zone,
    () => ON_SERVER,
  );
}
