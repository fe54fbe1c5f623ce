'use client';

import { useRouter, useSearchParams } from 'next/navigation';
import { useOffline } from 'next/offline';
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
import { useSettledBack } from './use-settled-back';
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

/** Where somebody went; `isUnderway` if that is asked for already, and is asked for again once the server answers. */
interface Way {
  href: string;
  isUnderway: boolean;
}

/**
 * While the server does not answer, no other page can be loaded, and the browser would leave the dashboard for an
 * error of its own. So the way there is held until the server answers. That it does not is learned from what the page
 * reads all the time, or from the way itself, see `useOffline` in next.config.js.
 */
export function DeferredNavigation({ children }: { children: ReactNode }) {
  const { push, shown } = useWay();
  const { replace } = useRouter();
  const pathname = usePathname();
  const query = useSearchParams();
  useSettledBack(query);
  const isUnanswered = useOffline();
  const isAway = useStatus().failure?.kind === 'unreachable' || isUnanswered;
  const away = useRef(isAway);
  /** Where somebody went and has not arrived. */
  const taken = useRef<string>(undefined);
  const [deferred, setDeferred] = useState<Way>();
  const hold = useCallback((href: string) => {
    if (away.current) setDeferred({ href, isUnderway: false });
    else taken.current = href;
    return away.current;
  }, []);
  useEffect(() => {
    away.current = isAway;
    if (isAway) {
      const href = taken.current;
      taken.current = undefined;
      if (href !== undefined && !isHere(shown(href))) setDeferred({ href, isUnderway: true });
      return;
    }
    if (deferred === undefined) return;
    setDeferred(undefined);
    push(deferred.href);
  }, [isAway, deferred, push, shown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever went back has no way held any more.
  useEffect(() => setDeferred(undefined), [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, or the same with another query, is an arrival.
  useEffect(() => {
    taken.current = undefined;
  }, [pathname, query]);
  const way = useMemo(() => {
    if (deferred === undefined) return undefined;
    const cancel = () => {
      setDeferred(undefined);
      // Of two ways the router takes the later.
      if (deferred.isUnderway) replace(`${window.location.pathname}${window.location.search}`);
    };
    return { href: deferred.href, cancel };
  }, [deferred, replace]);
  return (
    <Hold value={hold}>
      <Held value={way}>{children}</Held>
    </Hold>
  );
}

function isHere(address: string): boolean {
  const { pathname, search } = new URL(address, window.location.href);
  return pathname === window.location.pathname && search === window.location.search;
}
