'use client';

import NextLink from 'next/link';
import { type ComponentProps, useState } from 'react';
import { belowBase } from '@/server/contract/base-path';
import { pageIn } from '@/server/contract/cluster-pages';
import { useBasePath } from './base-path';
import { useDefer } from './deferred-navigation';
import { useRowCluster } from './row-cluster';
import { isElsewhere, useClusterShown } from './use-way';

type LinkProps = Omit<ComponentProps<typeof NextLink>, 'href'> & { href: string };

/**
 * A link whose page is loaded ahead once somebody points at it, and not already when the link is in sight. It leads
 * nowhere while the server does not answer, and stays in the cluster that is shown.
 */
export default function Link({ href, onPointerEnter, onFocus, ...link }: LinkProps) {
  const [isMeant, setMeant] = useState(false);
  const hold = useDefer();
  const here = useClusterShown();
  const address = pageIn(useRowCluster() ?? here, href);
  const shown = belowBase(useBasePath(), address);
  const isLeaving = isElsewhere(here, address);
  return (
    <NextLink
      {...link}
      href={shown}
      prefetch={isMeant && !isLeaving ? null : false}
      onNavigate={(event) => {
        if (hold(address)) return event.preventDefault();
        if (!isLeaving) return;
        event.preventDefault();
        window.location.assign(shown);
      }}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        setMeant(true);
      }}
      onFocus={(event) => {
        onFocus?.(event);
        setMeant(true);
      }}
    />
  );
}
