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

/** Calls `press` for keys while `on`; never for keys that are typed, or with Ctrl, Alt or the command key. */
export function usePlainKeys(on: boolean, press: (event: KeyboardEvent) => void) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, altKey, metaKey, repeat, target } = event;
    // Some keyboards have [ and ] behind AltGr, which Windows reports as Ctrl and Alt.
    const isChord = metaKey || ((ctrlKey || altKey) && !event.getModifierState('AltGraph'));
    if (!isChord && !repeat && !isTaken(target)) press(event);
  });
  useEffect(() => {
    if (!on) return;
    const listener = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [on]);
}

/** Calls `act` for shortcuts while `on`. */
export function useKeys(on: boolean, offered: readonly PageHref[], act: (action: ShortcutAction) => void) {
  const state = useRef<Pressed>({});
  usePlainKeys(on, ({ key, timeStamp }) => {
    if (key === 'Shift' || key === 'AltGraph') return;
    const { action, ...next } = afterKey(state.current, { key, atMs: timeStamp }, offered);
    state.current = next;
    if (action) act(action);
  });
}
