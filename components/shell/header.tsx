'use client';

import { SignedIn } from '../access/signed-in';
import { useStatus } from '../api/queries';
import Link from '../navigation/link';
import { StopButton } from '../stop/stop-button';
import { ColorSchemeToggle } from './color-scheme-toggle';
import classes from './header.module.css';
import { Logo } from './logo';
import { PageLinks } from './page-links';
import { WorkloadSearch } from './workload-search';

/** The pages, the actions that are always available, and what needs somebody. */
export function Header() {
  const status = useStatus().data;
  const { broken = 0, waits = 0 } = status?.urgencies ?? {};
  return (
    <div className={`${classes.header} no-print`}>
      <Link href="/" className={classes.brand} aria-label="Plumbline, to the overview">
        <Logo />
        <span className={classes.name}>Plumbline</span>
      </Link>
      <PageLinks counts={{ '/': broken + waits, '/approvals': status?.awaiting ?? 0 }} />
      <div className={classes.tools}>
        <WorkloadSearch />
        <ColorSchemeToggle />
        <SignedIn />
        <StopButton />
      </div>
    </div>
  );
}
