import classes from './brushed.module.css';
import { percent } from './percent';

/** The range that is being chosen by dragging. */
export function Brushed({ range }: { range: { from: number; to: number } | undefined }) {
  if (!range) return null;
  return (
    <span
      className={classes.brushed}
      style={{ left: percent(range.from), width: percent(range.to - range.from) }}
      aria-hidden="true"
    />
  );
}
