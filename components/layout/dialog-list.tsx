'use client';

import { Children, type ReactNode, useState } from 'react';
import classes from './dialog-list.module.css';
import { ScrollRegion } from './scroll-region';
import shared from './shared.module.css';

interface DialogListProps {
  /** The name of the region in which it scrolls; a list without one is as long as it is. */
  label?: string;
  /** It leaves the most of a small window to what is below it. */
  isLow?: boolean;
  /** Its `li`s. */
  children: ReactNode;
}

/** So many are drawn first, and as many again whenever the end of them is in sight. */
const AT_ONCE = 50;

/** Many objects in a dialog: it scrolls by itself, so that the buttons below stay in sight. */
export function DialogList({ label, isLow = false, children }: DialogListProps) {
  const [drawn, setDrawn] = useState(AT_ONCE);
  const items = Children.toArray(children);
  const waiting = items.length - drawn;
  const list = (
    <ul className={classes.list}>
      {items.slice(0, drawn)}
      {waiting > 0 && (
        <li
          key={drawn}
          className={shared.quiet}
          ref={(end) => onceInSight(end, () => setDrawn(drawn + AT_ONCE))}
        >
          {waiting} more below
        </li>
      )}
    </ul>
  );
  if (label === undefined) return list;
  return (
    <ScrollRegion label={label} className={isLow ? classes.low : classes.region}>
      {list}
    </ScrollRegion>
  );
}

function onceInSight(element: HTMLElement | null, then: () => void) {
  if (!element) return;
  const observer = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && then());
  observer.observe(element);
  return () => observer.disconnect();
}
