'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import Link from '../navigation/link';
import { pageShown } from '../navigation/pages';
import { usePlaces } from '../navigation/use-pages';
import { usePagePath } from '../navigation/use-way';
import { PageCount } from './page-count';
import classes from './place-tabs.module.css';
import { usePageCounts } from './use-page-counts';

/** The pages of a place, on each of them; none on the page of a single thing, nor where a place has one page. */
export function PlaceTabs() {
  const path = usePagePath();
  const query = useSearchParams();
  const places = usePlaces().map((one) => ({ ...one, shown: pageShown(one.pages, path, query) }));
  const place = places.find(({ shown }) => shown !== undefined);
  const counts = usePageCounts();
  const tabs = useShown(place?.shown);
  if (!place || place.pages.length === 1) return null;
  return (
    <nav ref={tabs} aria-label={place.label} className={`${classes.tabs} no-print`}>
      {place.pages.map(({ href, label }) => (
        <Link
          key={href}
          href={withKept(href, place.keeps, query)}
          className={classes.tab}
          aria-current={href === place.shown ? 'page' : undefined}
        >
          {label}
          <PageCount count={counts[href]} />
        </Link>
      ))}
    </nav>
  );
}

/** Tabs that have no room beside each other are moved until that of the page is in sight. */
function useShown(shown: string | undefined) {
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    const tab = shown === undefined ? null : tabs.current?.querySelector('[aria-current]');
    if (!tabs.current || !(tab instanceof HTMLElement)) return;
    const [box, own] = [tabs.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (own.right > box.right) tabs.current.scrollLeft += own.right - box.right;
    else if (own.left < box.left) tabs.current.scrollLeft -= box.left - own.left;
  }, [shown]);
  return tabs;
}

/** An address with the filters that it shares with this page. */
function withKept(
  href: string,
  keeps: readonly string[],
  query: { get(name: string): string | null },
): string {
  const kept = new URLSearchParams(
    keeps.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])),
  );
  return kept.size > 0 ? `${href}?${kept}` : href;
}
