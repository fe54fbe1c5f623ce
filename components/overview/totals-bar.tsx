import type { ReactNode } from 'react';
import { percent } from '../charts/percent';
import shared from '../layout/shared.module.css';
import { LiveValue } from '../live/live-value';
import classes from './totals-card.module.css';
import type { BarPart } from './totals-picture';

interface TotalsBarProps {
  label: ReactNode;
  value: string;
  parts: readonly BarPart[];
}

export function TotalsBar({ label, value, parts }: TotalsBarProps) {
  return (
    <div className={classes.bar}>
      <dt className={shared.quiet}>{label}</dt>
      <dd className={classes.value}>
        <LiveValue text={value} />
      </dd>
      <TotalsTrack parts={parts} />
    </div>
  );
}

/** The bar alone. */
export function TotalsTrack({ parts }: Pick<TotalsBarProps, 'parts'>) {
  return (
    <div className={classes.track} aria-hidden="true">
      {parts.map((part) => (
        <span
          key={part.kind}
          className={classes.part}
          data-kind={part.kind}
          style={{ left: percent(part.start), width: percent(part.size) }}
        />
      ))}
    </div>
  );
}
