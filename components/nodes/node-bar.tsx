import { percent } from '../charts/percent';
import classes from './node-bar.module.css';
import { nodePicture, type Shown } from './node-picture';

/** A node's size as a bar: used, kept free, idle; a mark shows how far the requests reach. */
export function NodeBar({ large = false, ...shown }: Shown & { large?: boolean }) {
  const picture = nodePicture(shown);
  return (
    <span className={classes.track} data-large={large || undefined} aria-hidden="true">
      {picture?.parts.map(({ kind, start, size }) => (
        <span
          key={kind}
          className={classes.part}
          data-kind={kind}
          style={{ left: percent(start), width: percent(size) }}
        />
      ))}
      {picture && <span className={classes.requested} style={{ left: percent(picture.requested) }} />}
      {picture?.target !== undefined && (
        <span className={classes.target} style={{ left: percent(picture.target) }} />
      )}
    </span>
  );
}

export function NodeBarLegend() {
  return (
    <span className={classes.legend}>
      <span className={classes.key} data-kind="used">
        Used now
      </span>
      <span className={classes.key} data-kind="kept">
        Kept free for the next hour, with a margin
      </span>
      <span className={classes.key} data-kind="idle">
        Idle
      </span>
      <span className={classes.key} data-kind="requested">
        Requested
      </span>
      <span className={classes.key} data-kind="target">
        Requested once all is applied
      </span>
    </span>
  );
}
