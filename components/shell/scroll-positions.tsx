'use client';

import { useEffect, useLayoutEffect, useRef } from 'react';
import { withoutBase } from '@/server/contract/base-path';
import { useBasePath, usePathname } from '../navigation/base-path';

const MOST_REMEMBERED = 100;
/** Events that show that the reader has started to scroll. */
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** A new page opens at its top, and Back returns to where the page was left, once it is tall enough again. */
export function ScrollPositions() {
  const base = useBasePath();
  const pathname = usePathname();
  const shown = useRef(pathname);
  const remembered = useRef(new Map<string, number>());
  const wentBackTo = useRef<{ pathname: string; top: number }>(undefined);

  useEffect(() => {
    const remember = () => {
      const tops = remembered.current;
      tops.delete(location.href);
      tops.set(location.href, window.scrollY);
      const [oldest] = tops.keys();
      if (tops.size > MOST_REMEMBERED && oldest !== undefined) tops.delete(oldest);
    };
    // Read at once: the previous page may be too short for it, and its next scroll would overwrite it.
    const goBack = () => {
      wentBackTo.current = {
        pathname: withoutBase(base, location.pathname),
        top: remembered.current.get(location.href) ?? 0,
      };
    };
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('popstate', goBack);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('popstate', goBack);
    };
  }, [base]);

  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const back = wentBackTo.current;
    wentBackTo.current = undefined;
    return scrollOnceTallEnough(back?.pathname === pathname ? back.top : 0);
  }, [pathname]);
  return null;
}

/**
 * Scrolls as far as the page is tall, again while it grows, until it is there or the reader scrolls. Returns
 * a function that ends that.
 */
function scrollOnceTallEnough(top: number): () => void {
  const growth = new ResizeObserver(() => move());
  const end = () => {
    growth.disconnect();
    for (const own of OWN_MOVES) window.removeEventListener(own, end);
  };
  const move = () => {
    window.scrollTo({ top, behavior: 'instant' });
    if (Math.abs(window.scrollY - top) < 1) end();
  };
  for (const own of OWN_MOVES) window.addEventListener(own, end, { passive: true });
  growth.observe(document.body);
  move();
  return end;
}
