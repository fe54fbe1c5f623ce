'use client';

import { useEffect } from 'react';
import {
  IconCoins,
  IconLayoutDashboard,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconListCheck,
  IconRepeat,
  IconServer2,
  IconSettings,
  IconStack2,
  IconTemplate,
} from '../icons';
import { keep, useKept } from '../lists/kept';
import Link from '../navigation/link';
import { activePage, type PlaceLabel } from '../navigation/pages';
import { usePlaces } from '../navigation/use-pages';
import { usePagePath } from '../navigation/use-way';
import { Brand } from './brand';
import { PageCount } from './page-count';
import classes from './side-bar.module.css';
import { FOLDED, SIDE_BAR } from './side-bar-state';
import { usePageCounts } from './use-page-counts';

const PLACE_ICONS: Record<PlaceLabel, typeof IconStack2> = {
  Clusters: IconServer2,
  Overview: IconLayoutDashboard,
  Workloads: IconStack2,
  Changes: IconListCheck,
  Savings: IconCoins,
  Rules: IconTemplate,
  Replay: IconRepeat,
  Settings: IconSettings,
};

/** A link to each place. It folds to a rail where the window is narrow or somebody folded it; on a phone it is at the bottom. */
export function SideBar() {
  const places = usePlaces();
  const active = activePage(usePagePath());
  const counts = usePageCounts();
  return (
    <nav aria-label="Places" className={`${classes.bar} no-print`}>
      <Brand className={classes.brand} />
      <ul className={classes.places}>
        {places.map(({ label, pages }) => {
          const [first] = pages;
          const Icon = PLACE_ICONS[label];
          const isHere = pages.some(({ href }) => href === active);
          const count = pages.reduce((sum, { href }) => sum + (counts[href] ?? 0), 0);
          return (
            first && (
              <li key={label} className={classes.item}>
                <Link href={first.href} className={classes.place} aria-current={isHere ? 'page' : undefined}>
                  <Icon size={20} stroke={1.6} aria-hidden="true" />
                  <span className={classes.label}>{label}</span>
                  <PageCount count={count} />
                </Link>
              </li>
            )
          );
        })}
      </ul>
      <FoldButton />
    </nav>
  );
}

/** Folds the bar, and keeps that for the viewer. */
function FoldButton() {
  const isFolded = useKept(SIDE_BAR) === FOLDED;
  useEffect(() => {
    document.documentElement.dataset.sideBar = isFolded ? FOLDED : '';
  }, [isFolded]);
  const Icon = isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <button
      type="button"
      className={classes.fold}
      aria-expanded={!isFolded}
      onClick={() => keep(SIDE_BAR, isFolded ? '' : FOLDED)}
    >
      <Icon size={20} stroke={1.6} aria-hidden="true" />
      <span className={classes.label}>{isFolded ? 'Unfold' : 'Fold'}</span>
    </button>
  );
}
