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

/** Ways to a page by its address as links state it, in the cluster that is shown. */
export function useWay(): { push: (href: string) => void; replace: (href: string) => void } {
  const router = useRouter();
  const here = useClusterShown();
  const base = useBasePath();
  return useMemo(() => {
    const go = (how: 'push' | 'replace') => (href: string) => {
      const address = pageIn(here, href);
      const shown = belowBase(base, address);
      if (isElsewhere(here, address)) window.location.assign(shown);
      else router[how](shown);
    };
    return { push: go('push'), replace: go('replace') };
  }, [router, here, base]);
}
