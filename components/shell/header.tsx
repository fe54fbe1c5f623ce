'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useStatus } from '../api/queries';
import { activePage, type PageHref, pagesFor } from '../navigation/pages';
import { StopButton } from '../stop/stop-button';
import { ColorSchemeToggle } from './color-scheme-toggle';
import classes from './header.module.css';
import { Logo } from './logo';
import { PAGE_ICONS } from './page-icons';
import { WorkloadSearch } from './workload-search';

function PageIcon({ href }: { href: PageHref }) {
  const Icon = PAGE_ICONS[href];
  return <Icon size={20} stroke={1.6} className={classes.icon} aria-hidden="true" />;
}

/** The pages, the actions that are always available, and the number of problems. */
export function Header() {
  const active = activePage(usePathname());
  const status = useStatus().data;
  const problems = (status?.problems ?? 0) + (status?.needy ?? 0);
  return (
    <div className={classes.header}>
      <Link href="/" className={classes.brand} aria-label="Plumbline, to the workloads">
        <Logo />
        <span className={classes.name}>Plumbline</span>
      </Link>
      <nav aria-label="Pages" className={classes.pages}>
        {pagesFor({ embedded: status?.embedded ?? false }).map((page) => (
          <Link
            key={page.href}
            href={page.href}
            prefetch
            className={classes.page}
            aria-current={page.href === active ? 'page' : undefined}
          >
            <PageIcon href={page.href} />
            {page.label}
            {page.href === '/problems' && problems > 0 && (
              <span className={classes.count}>
                {problems}
                <span className={classes.hidden}> now</span>
              </span>
            )}
          </Link>
        ))}
      </nav>
      <div className={classes.tools}>
        <WorkloadSearch />
        <ColorSchemeToggle />
        <StopButton />
      </div>
    </div>
  );
}
