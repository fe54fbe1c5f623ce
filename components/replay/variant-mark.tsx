import type { CSSProperties } from 'react';
import classes from './variant-mark.module.css';

/** The colour of a variant by its number in the table, from 1 on. */
export function variantColour(number: number): string {
  return `var(--variant-${number})`;
}

/** The number of a variant in its colour: the same in the table, the pictures and the charts. */
export function VariantMark({ number }: { number: number }) {
  return (
    <span className={classes.mark} style={{ '--variant': variantColour(number) } as CSSProperties}>
      {number}
    </span>
  );
}
