'use client';

import { usePathname } from 'next/navigation';
import { useState } from 'react';
import Link from '../navigation/link';
import { activePage, type PageHref } from '../navigation/pages';
import { usePages } from '../navigation/use-pages';
import { onDemand } from '../on-demand/on-demand';
import { MoreButton } from './more-button';
import type { MoreMenuProps } from './more-menu';
import { PageCount } from './page-count';
import { PAGE_ICONS } from './page-icons';
import classes from './page-links.module.css';

const MoreMenu = onDemand<MoreMenuProps>(() => import('./more-menu'));

interface PageLinksProps {
  /** How many things need someone, by page. */
  counts: Partial<Record<PageHref, number>>;
}

function PageIcon({ href }: { href: PageHref }) {
  const Icon = PAGE_ICONS[href];
  return <Icon size={20} stroke={1.6} className={classes.icon} aria-hidden="true" />;
}

/** A link to each page; where the window is too narrow for all, some are in a menu. */
export function PageLinks({ counts }: PageLinksProps) {
  const active = activePage(usePathname());
  const pages = usePages();
  const further = pages.filter((page) => 'further' in page);
  const current = further.find((page) => page.href === active);
  const [isMenu, setMenu] = useState(false);
  const button = {
    current: current?.label,
    count: further.reduce((sum, { href }) => sum + (counts[href] ?? 0), 0),
  };
  return (
    <nav aria-label="Pages" className={classes.pages}>
      {pages.map((page) => (
        <Link
          key={page.href}
          href={page.href}
          className={'further' in page ? `${classes.page} ${classes.further}` : classes.page}
          aria-current={page.href === active ? 'page' : undefined}
        >
          <PageIcon href={page.href} />
          {page.label}
          <PageCount count={counts[page.href]} />
        </Link>
      ))}
      {isMenu ? (
        <MoreMenu pages={further} counts={counts} active={active} button={button} />
      ) : (
        <MoreButton
          {...button}
          onClick={() => void MoreMenu.load().then(setMenu)}
          onPointerEnter={MoreMenu.load}
          onFocus={MoreMenu.load}
        />
      )}
    </nav>
  );
}
