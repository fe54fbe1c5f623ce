'use client';

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStatus } from '../api/queries';
import { usePathname } from './base-path';
import { useWay } from './use-way';

const Hold = createContext<(href: string) => boolean>(() => false);

/** A way to a page that waits for the server. */
export interface DelayedWay {
  href: string;
  /** Stays on the page that is shown. */
  cancel: () => void;
}

const Held = createContext<DelayedWay | undefined>(undefined);

/** The way that somebody took and that waits for the server, if there is one. */
export function useDelayedWay(): DelayedWay | undefined {
  return useContext(Held);
}

/** Holds the way to a page if the server does not answer; returns whether it does. */
export function useDefer(): (href: string) => boolean {
  return useContext(Hold);
}

/** Goes to a page, as a link does. */
export function useGo(): (href: string) => void {
  const { push } = useWay();
  const hold = useDefer();
  return (href) => {
    if (!hold(href)) push(href);
  };
}

/**
 * While the server does not answer, no other page can be loaded, and the browser would leave the dashboard for an
 * error of its own. So the way there is held until the server answers.
 */
export function DeferredNavigation({ children }: { children: ReactNode }) {
  const { push } = useWay();
  const pathname = usePathname();
  const isAway = useStatus().failure?.kind === 'unreachable';
  const away = useRef(isAway);
  const [deferred, setDeferred] = useState<string>();
  const hold = useCallback((href: string) => {
    if (away.current) setDeferred(href);
    return away.current;
  }, []);
  useEffect(() => {
    away.current = isAway;
    if (isAway || deferred === undefined) return;
    setDeferred(undefined);
    push(deferred);
  }, [isAway, deferred, push]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever went back has no way held any more.
  useEffect(() => setDeferred(undefined), [pathname]);
  const way = useMemo(
    () => (deferred === undefined ? undefined : { href: deferred, cancel: () => setDeferred(undefined) }),
    [deferred],
  );
  return (
    <Hold value={hold}>
      <Held value={way}>{children}</Held>
    </Hold>
  );
}
