import type { ReactNode } from 'react';
import { TOP_BAR_ID } from '../lists/list-top';
import { StopBanner } from '../stop/stop-banner';
import { ClusterStrip } from './cluster-strip';
import { Header } from './header';
import { ScrollMemory } from './scroll-memory';
import classes from './shell.module.css';

/** The frame of every page: header, cluster strip, and the page itself. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <ScrollMemory />
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header id={TOP_BAR_ID} className={classes.top}>
        <Header />
        <ClusterStrip />
        <StopBanner />
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </>
  );
}
