import type { HistogramView, ResourceView } from '@/server/contract/recommendations';
import type { Resource } from '@/server/contract/resources';
import { BULLET_KINDS, bulletOf } from './bullet';
import classes from './bullet-chart.module.css';
import { percent } from './percent';

interface BulletChartProps {
  resource: Resource;
  view: ResourceView;
  histogram: HistogramView | undefined;
  /** What is measured: `CPU of web, container app`. */
  subject: string;
}

/** Usage as bars within bars, bounds as a band, and target, request and limit as marks, all on one scale. */
export function BulletChart({ resource, view, histogram, subject }: BulletChartProps) {
  const bullet = bulletOf(resource, view, histogram?.buckets ?? []);
  if (!bullet) return null;
  const named = BULLET_KINDS.flatMap((kind) => bullet.parts.filter((part) => part.kind === kind));
  const words = named.map((part) => part.words).join(', ');
  return (
    <figure className={classes.figure}>
      <div className={classes.track} role="img" aria-label={`${subject}: ${words}.`}>
        {bullet.parts.map(({ kind, from, to, beyond }) => (
          <span
            key={kind}
            className={classes.part}
            data-kind={kind}
            data-beyond={beyond || undefined}
            style={{ left: percent(from), width: percent(to - from) }}
          />
        ))}
        {bullet.ticks.map(({ at, label }) => (
          <span
            key={label}
            className={classes.tick}
            data-first={at === 0 || undefined}
            style={{ left: percent(at) }}
          >
            {label}
          </span>
        ))}
      </div>
      <figcaption className={classes.legend}>
        {named.map((part) => (
          <span key={part.kind} className={classes.key} data-kind={part.kind}>
            {part.legend}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
