import type { ResourceView } from '@/server/contract/recommendations';
import type { Resource } from '@/server/contract/resources';
import { formatAmount } from '@/server/words/amounts';
import { percent } from '../../charts/percent';
import { groupBar } from './group-bars';
import classes from './groups.module.css';

interface GroupBarProps {
  resource: Resource;
  view: ResourceView;
  /** The end of the scale of all groups. */
  scale: number | undefined;
}

/** The target of a group as a bar, its bounds as a band behind it, its requests as marks; the amounts in words. */
export function GroupBar({ resource, view, scale }: GroupBarProps) {
  const bar = scale === undefined ? undefined : groupBar(view, scale);
  if (!bar || view.target === undefined) return <span className={classes.none}>nothing yet</span>;
  const { lowerBound, upperBound } = view;
  return (
    <span className={classes.measured}>
      <span className={classes.track} aria-hidden="true">
        {bar.bounds && (
          <span
            className={classes.bounds}
            style={{ left: percent(bar.bounds.from), width: percent(bar.bounds.to - bar.bounds.from) }}
          />
        )}
        <span className={classes.target} style={{ width: percent(bar.target) }} />
        {bar.request && <span className={classes.request} style={{ left: percent(bar.request.from) }} />}
        {bar.request && bar.request.to > bar.request.from && (
          <span className={classes.request} style={{ left: percent(bar.request.to) }} />
        )}
      </span>
      <span className={classes.amounts}>
        <strong>{formatAmount(resource, view.target)}</strong>
        {lowerBound !== undefined && upperBound !== undefined && (
          <span className={classes.soft}>
            {formatAmount(resource, lowerBound)} to {formatAmount(resource, upperBound)}
          </span>
        )}
      </span>
    </span>
  );
}
