'use client';

import { Button, UnstyledButton } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { LOGIN_PAGE } from '@/server/contract/place-after-login';
import { formatDuration } from '@/server/words/times';
import { isAsked } from '../api/address';
import { useStatus } from '../api/queries';
import { useHydrated } from '../api/use-hydrated';
import { IconServerOff } from '../icons';
import { Callout } from '../layout/callout';
import { Command } from '../layout/command';
import { kubectl } from '../layout/kubectl';
import { TOP_BAR_ID } from '../lists/list-top';
import { ClockSpeedProvider } from '../live/clock-speed';
import { usePathname } from '../navigation/base-path';
import { DeferredNavigation, type DelayedWay, useDelayedWay } from '../navigation/deferred-navigation';
import { usePlaces } from '../navigation/use-pages';
import { useClusterShown, usePagePath } from '../navigation/use-way';
import { Shortcuts, useShortcutSheet } from '../shortcuts/shortcuts';
import { StopBanner } from '../stop/stop-banner';
import { StopControlsProvider } from '../stop/stop-controls';
import { showOwnZone, useZone } from '../times/viewer-zone';
import { Tour } from '../tour/tour';
import { ClusterStrip } from './cluster-strip';
import { takeOverPresses } from './early-presses';
import { clusterLine, commandAt, userWords } from './footer-words';
import { Header } from './header';
import { clickMovedButtons } from './moved-buttons';
import { PlaceTabs } from './place-tabs';
import { ScrollPositions } from './scroll-positions';
import classes from './shell.module.css';
import { SideBar } from './side-bar';

/** Below every page: Plumbline's version, the user, the cluster, and how to reach it with kubectl. */
function Footer() {
  const status = useStatus().data;
  const openSheet = useShortcutSheet();
  const path = usePagePath();
  if (!status) return null;
  const cluster = clusterLine(status);
  const command = commandAt(path);
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <ul className={classes.facts}>
          <li>Plumbline {status.version}</li>
          <li>{userWords(status.user)}</li>
          {cluster && <li>{cluster}</li>}
          <li className="no-print">
            <UnstyledButton className={classes.keys} onClick={openSheet}>
              Keyboard shortcuts (?)
            </UnstyledButton>
          </li>
        </ul>
        {status.kubeconfig && command && (
          <div className={`${classes.kubectl} no-print`}>
            <span>The same with kubectl:</span>
            <Command text={kubectl(command, status.kubeconfig)} />
          </div>
        )}
      </div>
    </footer>
  );
}

/** What sticks below the bar that stays in sight asks for its height by `--bar-height`: a stop makes it higher. */
function tellHeight(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const observer = new ResizeObserver(() =>
    bar.parentElement?.style.setProperty(
      '--bar-height',
      `${Math.floor(bar.getBoundingClientRect().height)}px`,
    ),
  );
  observer.observe(bar);
  return () => observer.disconnect();
}

/** The frame of every page but the login: side bar, header, cluster strip, the page itself, and a footer. */
export function Shell({ children }: { children: ReactNode }) {
  const { changes } = useZone();
  useEffect(() => {
    showOwnZone();
    return takeOverPresses();
  }, []);
  useEffect(clickMovedButtons, []);
  const isOfOther = useIsOfOther();
  if (usePathname() === LOGIN_PAGE) return <main id="main">{children}</main>;
  if (isOfOther) return <main id="main" aria-busy="true" />;
  return (
    <ClockSpeedProvider>
      <DeferredNavigation>
        <StopControlsProvider>
          <Shortcuts>
            <div className={classes.frame}>
              <ScrollPositions />
              <a className="skip-link" href="#main">
                Skip to content
              </a>
              <SideBar />
              <div className={classes.beside}>
                <header ref={tellHeight} id={TOP_BAR_ID} className={classes.top}>
                  <Header />
                  <ClusterStrip />
                  <StopBanner />
                  <DelayedNotice />
                </header>
                <main id="main" tabIndex={-1} className={classes.main}>
                  <Tour />
                  <PlaceTabs />
                  <Fragment key={changes}>{children}</Fragment>
                </main>
                <Footer />
              </div>
            </div>
          </Shortcuts>
        </StopControlsProvider>
      </DeferredNavigation>
    </ClockSpeedProvider>
  );
}

/**
 * A document asks one cluster. The browser's way back may lead it to a page of another one, whose document is loaded
 * then.
 */
function useIsOfOther(): boolean {
  const cluster = useClusterShown();
  const isOther = useHydrated() && !isAsked(cluster);
  useEffect(() => {
    if (isOther) window.location.reload();
  }, [isOther]);
  return isOther;
}

/**
 * Says to whoever went to a page while the server does not answer why it does not open, and how old the page that stays
 * is. It is in the bar that stays in sight however far the page is scrolled.
 */
function DelayedNotice() {
  const way = useDelayedWay();
  return way && <Held {...way} />;
}

function Held({ href, cancel }: DelayedWay) {
  const { dataUpdatedAt } = useStatus();
  const [nowMs, setNowMs] = useState(() => Date.now());
  useInterval(() => setNowMs(Date.now()), 1000, { autoInvoke: true });
  const place = usePlaces().find(({ pages }) => pages[0]?.href === href);
  const age = formatDuration(Math.max(0, nowMs - dataUpdatedAt));
  return (
    <div role="alert">
      <Callout
        icon={IconServerOff}
        tone="danger"
        title="The Plumbline server does not answer"
        detail={
          <>
            {place?.label ?? 'What you went to'} opens by itself once it does.{' '}
            {/* Else it would be read aloud every second. */}
            <span aria-hidden="true">What you see meanwhile is {age} old.</span>
          </>
        }
        remedy="Check that the process runs. The Stop button shows how to stop with kubectl."
      >
        <Button size="compact-sm" variant="default" onClick={cancel}>
          Stay on this page
        </Button>
      </Callout>
    </div>
  );
}
