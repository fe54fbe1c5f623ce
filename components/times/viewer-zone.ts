'use client';

import { useSyncExternalStore } from 'react';
import {
  CLOCK_COOKIE,
  clockIn,
  clockText,
  presentViewer,
  UTC,
  type ViewerClock,
  type ZoneChoice,
} from '@/server/contract/viewer';
import { BASE } from '../api/address';
import { keep, readKept } from '../lists/kept';

export type { ZoneChoice };

const KEPT_AS = 'plumbline-times';
const YEAR_S = 365 * 86_400;

interface Zone extends ViewerClock {
  /** Counts how often it changed on this page. */
  readonly changes: number;
}

const listeners = new Set<() => void>();

/** In the browser: until the page is hydrated, the clock by which the server drew it. */
let zone: Zone | undefined;

function present(): Zone {
  if (typeof document === 'undefined') return { ...presentViewer().clock, changes: 0 };
  zone ??= { ...clockIn(document.documentElement.dataset.clock), changes: 0 };
  return zone;
}

/** The time zone of the browser, such as `Europe/Berlin`. */
export function localZone(): string {
  return present().local;
}

function foundZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone && !/^Etc\/(UTC|Unknown)$/.test(timeZone) ? timeZone : UTC;
}

/** The time zone that the pages show. */
export function viewerZone(): string {
  const { choice, local } = present();
  return choice === 'utc' ? UTC : local;
}

/** Shows times by this clock from now on, also after a reload if the browser keeps it. */
export function chooseZone(choice: ZoneChoice): void {
  keep(KEPT_AS, choice);
  show({ choice, local: localZone() });
}

/** Shows times by the clock of this browser; the server drew the page by what it knew of it. */
export function showOwnZone(): void {
  show({ choice: readKept(KEPT_AS) === 'utc' ? 'utc' : 'local', local: foundZone() });
}

function show(clock: ViewerClock): void {
  const former = present();
  const text = clockText(clock);
  if (text === clockText(former)) return;
  // By it the server draws the next document.
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API, nor over http.
  document.cookie = `${CLOCK_COOKIE}=${text}; path=${BASE || '/'}; max-age=${YEAR_S}; samesite=lax`;
  zone = { ...clock, changes: former.changes + 1 };
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The choice, and how often it changed here: a part of the page with this as its key is drawn anew. */
export function useZone(): Pick<Zone, 'choice' | 'changes'> {
  return useSyncExternalStore(subscribe, present, present);
}
