'use client';

import { usePathname } from 'next/navigation';
import Link from '../navigation/link';
import { usePlaces } from '../navigation/use-pages';
import { PageCount } from './page-count';
import classes from './place-tabs.module.css';
import { usePageCounts } from './use-page-counts';

/** The pages of a place, on each of them; none on the page of a single thing, nor where a place has one page. */
export function PlaceTabs() {
  const pathname = usePathname();
  const place = usePlaces().find(({ pages }) => pages.some(({ href }) => href === pathname));
  const counts = usePageCounts();
  if (!place || place.pages.length === 1) return null;
  return (
    <nav aria-label={place.label} className={`${classes.tabs} no-print`}>
      {place.pages.map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          className={classes.tab}
          aria-current={href === pathname ? 'page' : undefined}
        >
          {label}
          <PageCount count={counts[href]} />
        </Link>
      ))}
    </nav>
  );
}
