'use client';

import { useSyncExternalStore } from 'react';

/** What this browser keeps for the viewer, by name: texts, since others may have written them. */
const NOTHING = '';
const listeners = new Set<() => void>();

/** What is kept under this name now; empty if nothing, and on the server. */
export function readKept(name: string): string {
  try {
    return globalThis.localStorage?.getItem(name) ?? NOTHING;
  } catch {
    return NOTHING; // A browser may forbid it.
  }
}

/** Keeps a text for the viewer; an empty one keeps nothing. */
export function keep(name: string, text: string): void {
  try {
    if (text === NOTHING) globalThis.localStorage?.removeItem(name);
    else globalThis.localStorage?.setItem(name, text);
  } catch {
    // Then it is not kept.
  }
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** What is kept under this name, in every tab; empty on the server. */
export function useKept(name: string): string {
  return useSyncExternalStore(
    subscribe,
    () => readKept(name),
    () => NOTHING,
  );
}
