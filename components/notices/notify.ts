'use client';

import { type ReactNode, useSyncExternalStore } from 'react';

/** A short message in the corner of the page about what was just done. */
export interface Notice {
  color: 'verdigris' | 'danger';
  title: string;
  message?: ReactNode;
  /** Whether it stays until somebody dismisses it. */
  stays?: boolean;
  /** Takes back what was done. */
  undo?: (() => void) | undefined;
}

const NONE: readonly Notice[] = [];
const listeners = new Set<() => void>();
let waiting = NONE;

function setWaiting(notices: readonly Notice[]): void {
  waiting = notices;
  for (const listener of listeners) listener();
}

/** Shows a notice, as soon as the script that does is there. */
export function notify(notice: Notice): void {
  setWaiting([...waiting, notice]);
}

/** The notices that are not shown yet; whoever takes them shows them. */
export function takeNotices(): readonly Notice[] {
  const taken = waiting;
  if (taken.length > 0) setWaiting(NONE);
  return taken;
}

export function useWaitingNotices(): number {
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return useSyncExternalStore(
    subscribe,
    () => waiting.length,
    () => 0,
  );
}
