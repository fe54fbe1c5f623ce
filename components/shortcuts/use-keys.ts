'use client';

import { useEffect, useEffectEvent, useRef } from 'react';
import type { PageHref } from '../navigation/pages';
import { afterKey, type Pressed, type ShortcutAction } from './shortcut-keys';

/** Where keys are typed, or mean something else. */
const TAKEN = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';

/** Whether a key pressed there is meant for what has the focus, or for a dialog that is open. */
function isTaken(target: EventTarget | null): boolean {
  const isInside = target instanceof Element && target.closest(TAKEN) !== null;
  return isInside || document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}

/** Calls `act` for shortcuts while `on`; never for keys that are typed, or with Ctrl, Alt or the command key. */
export function useKeys(on: boolean, offered: readonly PageHref[], act: (action: ShortcutAction) => void) {
  const state = useRef<Pressed>({});
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey, repeat, target, timeStamp } = event;
    if (ctrlKey || altKey || metaKey || repeat || isTaken(target) || key === 'Shift') return;
    const { action, ...next } = afterKey(state.current, { key, atMs: timeStamp }, offered);
    state.current = next;
    if (action) act(action);
  });
  useEffect(() => {
    if (!on) return;
    const pressed = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [on]);
}
