'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';

/** Having gone back, the page shows its query by then. */
const SETTLED_MS = 1_000;

/**
 * Whoever goes back twice in a row may be left with the query of the first (Next 16.4): the address says another one
 * than the page. The router is told where the browser is then.
 */
export function useSettledBack(query: URLSearchParams): void {
  const { replace } = useRouter();
  const shown = query.toString();
  const [backs, setBacks] = useState(0);
  useEffect(() => {
    const back = () => setBacks((count) => count + 1);
    window.addEventListener('popstate', back);
    return () => window.removeEventListener('popstate', back);
  }, []);
  useEffect(() => {
    if (backs === 0) return;
    const settled = setTimeout(() => {
      const { pathname, search } = window.location;
      if (new URLSearchParams(search).toString() !== shown)
        replace(`${pathname}${search}`, { scroll: false });
    }, SETTLED_MS);
    return () => clearTimeout(settled);
  }, [backs, shown, replace]);
}
