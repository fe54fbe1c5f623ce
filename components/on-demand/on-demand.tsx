'use client';

import { type ComponentType, useEffect, useReducer } from 'react';

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
  const load = () => {
    loading ??= from()
      .then((module) => {
        Loaded = module.default;
        return true;
      })
      .catch(() => {
        loading = undefined;
        return false;
      });
    return loading;
  };
  function Part(props: Props) {
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    useEffect(() => {
      if (Loaded) return;
      let isShown = true;
      let again: ReturnType<typeof setTimeout> | undefined;
      const show = async () => {
        const isThere = await load();
        if (!isShown) return;
        if (isThere) redraw();
        else again = setTimeout(() => void show(), AGAIN_AFTER_MS);
      };
      void show();
      return () => {
        isShown = false;
        clearTimeout(again);
      };
    }, []);
    return Loaded ? <Loaded {...props} /> : null;
  }
  return Object.assign(Part, { load });
}
