'use client';

import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { activePage, type PageHref, pagesFor } from '../navigation/pages';
import { PAGE_ICONS } from './page-icons';
import classes from './page-links.module.css';

interface PageLinksProps {
  /** Whether this is the embedded cluster. */
  embedded: boolean;
  /** How many things need someone, by page. */
  counts: Partial<Record<PageHref, number>>;
}

function PageIcon({ href }: { href: PageHref }) {
  const Icon = PAGE_ICONS[href];
  return <Icon size={20} stroke={1.6} className={classes.icon} aria-hidden="true" />;
}

function Count({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      {count}
      <span className={classes.hidden}> now</span>
    </span>
  );
}

/** A link to each page; where the window is too narrow for all, some are in a menu. */
export function PageLinks({ embedded, counts }: PageLinksProps) {
  const active = activePage(usePathname());
  const pages = pagesFor({ embedded });
  const further = pages.filter((page) => 'further' in page);
  const current = further.find((page) => page.href === active);
  return (
    <nav aria-label="Pages" className={classes.pages}>
      {pages.map((page) => (
        <Link
          key={page.href}
          href={page.href}
          prefetch
          className={'further' in page ? `${classes.page} ${classes.further}` : classes.page}
          aria-current={page.href === active ? 'page' : undefined}
        >
          <PageIcon href={page.href} />
          {page.label}
          <Count count={counts[page.href]} />
        </Link>
      ))}
      <Menu position="bottom-end" withinPortal zIndex={300}>
        <Menu.Target>
          <button
            type="button"
            className={`${classes.page} ${classes.more}`}
            aria-current={current ? 'true' : undefined}
            aria-label={current ? `More pages, now ${current.label}` : 'More pages'}
          >
            <IconDots size={20} stroke={1.6} aria-hidden="true" />
            <span>{current?.label ?? 'More'}</span>
            <Count count={further.reduce((sum, { href }) => sum + (counts[href] ?? 0), 0)} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {further.map(({ href, label }) => {
            const Icon = PAGE_ICONS[href];
            return (
              <Menu.Item
                key={href}
                component={Link}
                href={href}
                leftSection={<Icon size={18} stroke={1.6} aria-hidden="true" />}
                rightSection={counts[href] ? <Count count={counts[href]} /> : undefined}
                aria-current={href === active ? 'page' : undefined}
              >
                {label}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}
