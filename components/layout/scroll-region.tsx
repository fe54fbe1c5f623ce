import type { ReactNode } from 'react';
import classes from './scroll-region.module.css';

interface ScrollRegionProps {
  /** The name of the region. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** Scrolls by itself what is too wide for its place, with the keyboard too. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className={`${classes.region} ${className ?? ''}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
