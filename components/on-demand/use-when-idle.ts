'use client';

import { useEffect, useEffectEvent } from 'react';

/** How long the page is given to show its content first. */
const SETTLING_MS = 3000;

/** Calls `act` once the page is shown and the browser has nothing else to do. */
export function useWhenIdle(act: () => unknown): void {
  const call = useEffectEvent(() => void act());
  useEffect(() => {
    let idle = 0;
    const timer = setTimeout(() => {
      if ('requestIdleCallback' in window) idle = requestIdleCallback(() => call());
      else call();
    }, SETTLING_MS);
    return () => {
      clearTimeout(timer);
      if (idle) cancelIdleCallback(idle);
    };
  }, []);
}
