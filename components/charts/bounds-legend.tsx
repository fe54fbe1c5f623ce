import { BOUNDS_KIND_NAMES, BOUNDS_KINDS, type BoundsKind } from './bounds-kinds';
import type { BoundsSeries } from './bounds-series';
import classes from './time-chart.module.css';

interface BoundsLegendProps {
  series: BoundsSeries;
  hidden: readonly BoundsKind[];
  /** Hides what is shown, and shows what is hidden. */
  onToggle(kind: BoundsKind): void;
}

/** What is drawn how; each name hides what it is about. */
export function BoundsLegend({ series, hidden, onToggle }: BoundsLegendProps) {
  const isDrawn: Partial<Record<BoundsKind, boolean>> = {
    uncapped: series.hasCap,
    limit: series.hasLimit,
    limitTarget: series.hasLimitTarget,
  };
  return (
    <figcaption className={classes.legend}>
      {BOUNDS_KIND_NAMES.filter((kind) => isDrawn[kind] !== false).map((kind) => (
        <button
          key={kind}
          type="button"
          className={`${classes.key} ${classes.toggle}`}
          data-kind={kind}
          aria-pressed={!hidden.includes(kind)}
          onClick={() => onToggle(kind)}
        >
          {BOUNDS_KINDS[kind]}
        </button>
      ))}
      {series.beyond === 'now' && <span>The upper bound is above this axis.</span>}
      {series.beyond === 'at-first' && <span>The upper bound started above this axis.</span>}
    </figcaption>
  );
}
