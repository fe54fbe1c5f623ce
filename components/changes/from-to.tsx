import { IconArrowDown, IconArrowUp } from '../icons';
import shared from '../layout/shared.module.css';
import classes from './from-to.module.css';

interface FromToProps {
  /** `app CPU`. */
  what: string;
  from: string;
  to: string;
  /** Marked by an arrow, where it matters whether it grows. */
  direction?: 'up' | 'down';
}

/** One change as all pages write it: what, from → to. */
export function FromTo({ what, from, to, direction }: FromToProps) {
  return (
    <span className={classes.change} data-direction={direction}>
      {direction === 'up' && <IconArrowUp size={14} stroke={2} aria-label="grows" />}
      {direction === 'down' && <IconArrowDown size={14} stroke={2} aria-label="shrinks" />}
      <span className={`${shared.breaks} ${shared.quiet}`}>{what}</span>{' '}
      <span className={classes.amounts}>
        {from} → <strong>{to}</strong>
      </span>
    </span>
  );
}
