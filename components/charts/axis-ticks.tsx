import classes from './axis-ticks.module.css';

interface AxisTicksProps {
  /** Where each stands, as a share of the width from 0 to 1, and what it says. */
  ticks: readonly { readonly at: number; readonly text: string }[];
  /** Keeps the first and the last within the width where they stand at its ends. */
  ends?: 'inside';
}

/** The words below a chart that is drawn by hand. */
export function AxisTicks({ ticks, ends }: AxisTicksProps) {
  return (
    <div className={classes.ticks} data-ends={ends} aria-hidden="true">
      {ticks.map(({ at, text }) => (
        <span key={at} style={{ left: `${at * 100}%` }}>
          {text}
        </span>
      ))}
    </div>
  );
}
