'use client';

import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { belowBase } from '@/server/contract/base-path';
import { pageIn, placeInCluster } from '@/server/contract/cluster-pages';
import { useBasePath, usePathname } from './base-path';

/** The cluster of a hub whose pages are shown; undefined on all others. */
export function useClusterShown(): string | undefined {
  return placeInCluster(usePathname())?.cluster;
}

/** The path of the page, as it is in its own cluster. */
export function usePagePath(): string {
  const pathname = usePathname();
  return placeInCluster(pathname)?.path ?? pathname;
}

/** Whether an address is in another cluster: its document is loaded anew, so that no request of this one goes there. */
export function isElsewhere(here: string | undefined, address: string): boolean {
  const [pathname = ''] = address.split(/[?#]/);
  return pathname.startsWith('/') && placeInCluster(pathname)?.cluster !== here;
}

interface Way {
  push: (href: string) => void;
  replace: (href: string) => void;
  /** Where the browser shows it: below the base path, in the cluster that is shown. */
  shown: (href: string) => string;
}

/** Ways to a page by its address as links state it, in the cluster that is shown. */
export function useWay(): Way {
  const router = useRouter();
  const here = useClusterShown();
  const base = useBasePath();
  return useMemo(() => {
    const shown = (href: string) => belowBase(base, pageIn(here, href));
    const go = (how: 'push' | 'replace') => (href: string) => {
      if (isElsewhere(here, pageIn(here, href))) window.location.assign(shown(href));
      else router[how](shown(href));
    };
    return { push: go('push'), replace: go('replace'), shown };
  }, [router, here, base]);
}
