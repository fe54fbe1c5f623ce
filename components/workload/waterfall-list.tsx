import type { EstimationTrace } from '@/server/contract/recommendations';
import { percent } from '../charts/percent';
import { LiveValue } from '../live/live-value';
import { waterfallResult, waterfallRows } from './waterfall';
import classes from './why-card.module.css';

/** The steps from a percentile to the recommended value, each with what it changed. */
export function Waterfall({ trace }: { trace: EstimationTrace }) {
  return (
    <div className={classes.frame}>
      <ol className={classes.steps}>
        {waterfallRows(trace).map((row) => (
          <li key={row.step} className={classes.step} data-direction={row.direction}>
            <span className={classes.label}>{row.label}</span>
            <span className={classes.track} aria-hidden="true">
              <span
                className={classes.bar}
                style={{ left: percent(row.start), width: `max(2px, ${percent(row.size)})` }}
              />
            </span>
            <span className={classes.change}>
              {row.direction === 'start' ? '' : (row.change ?? 'no change')}
            </span>
            <span className={classes.value}>
              <LiveValue text={row.value} />
            </span>
          </li>
        ))}
      </ol>
      <p className={classes.result}>{waterfallResult(trace)}</p>
    </div>
  );
}
