'use client';

import NextLink from 'next/link';
import { type ComponentProps, useState } from 'react';
import { pageIn } from '@/server/contract/cluster-pages';
import { useHold } from './held-navigation';
import { useRowCluster } from './row-cluster';

type LinkProps = Omit<ComponentProps<typeof NextLink>, 'href'> & { href: string };

/**
 * A link whose page is loaded ahead once somebody points at it, and not already when the link is in sight. It leads
 * nowhere while the server does not answer.
 */
export default function Link({ href, onPointerEnter, onFocus, ...link }: LinkProps) {
  const [isMeant, setMeant] = useState(false);
  const hold = useHold();
  const address = pageIn(useRowCluster(), href);
  return (
    <NextLink
      {...link}
      href={address}
      prefetch={isMeant ? null : false}
      onNavigate={(event) => {
        if (hold(href)) event.preventDefault();
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
