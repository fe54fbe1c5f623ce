'use client';

import { SignedIn } from '../access/signed-in';
import { useStatus } from '../api/queries';
import { StopButton } from '../stop/stop-button';
import { Brand } from './brand';
import { ColorSchemeToggle } from './color-scheme-toggle';
import classes from './header.module.css';
import { WorkloadSearch } from './workload-search';

/**
 * The actions that are always available; on a phone the name of the product too, as there is no side bar. A hub without
 * a cluster of its own has nothing to stop but clusters, which their page does.
 */
export function Header() {
  const { isHubAlone = false } = useStatus().data ?? {};
  return (
    <div className={`${classes.header} no-print`}>
      <Brand className={classes.brand} />
      <WorkloadSearch />
      <div className={classes.tools}>
        <ColorSchemeToggle />
        <SignedIn />
        {!isHubAlone && <StopButton />}
      </div>
    </div>
  );
}
