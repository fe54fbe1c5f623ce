'use client';

import { type ComponentType, useEffect, useSyncExternalStore } from 'react';

/** Between two attempts to load a script. */
const AGAIN_AFTER_MS = 2000;

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A part of the page whose script is loaded when it is first shown; `load` does so ahead, and says whether it is there. */
export interface OnDemand<Props> {
  (props: Props): React.ReactNode;
  load: () => Promise<boolean>;
}

/**
 * Shows nothing until the script is there, so it is for what opens, not for what has a place in the page. While the
 * server does not answer, the part stays absent, and the script is asked for again and again.
 */
export function onDemand<Props extends object>(from: Load<Props>): OnDemand<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<boolean> | undefined;
  const waiting = new Set<() => void>();
  const load = () => {
    loading ??= from()
      .then((module) => {
        Loaded = module.default;
        for (const redraw of waiting) redraw();
        return true;
      })
      .catch(() => {
        loading = undefined;
        return false;
      });
    return loading;
  };
  const subscribe = (redraw: () => void) => {
    waiting.add(redraw);
    return () => void waiting.delete(redraw);
  };
  function Part(props: Props) {
    // The script may come between a first drawing without it and the effect below.
    const Shown = useSyncExternalStore(
      subscribe,
      () => Loaded,
      () => undefined,
    );
    useEffect(() => {
      let isShown = true;
      let again: ReturnType<typeof setTimeout> | undefined;
      const show = async () => {
        if (!(await load()) && isShown) again = setTimeout(() => void show(), AGAIN_AFTER_MS);
      };
      void show();
      return () => {
        isShown = false;
        clearTimeout(again);
      };
    }, []);
    return Shown ? <Shown {...props} /> : null;
  }
  return Object.assign(Part, { load });
}
