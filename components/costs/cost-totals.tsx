import { type CostsView, HOURS_PER_MONTH, type Part } from '@/server/process/pages/costs/views';
import { Card } from '../layout/card';
import { LiveValue } from '../live/live-value';
import { TimeAgo } from '../live/time-ago';
import { costText, leftOutWords, PART_NAMES } from './cost-words';
import classes from './costs.module.css';

interface CostTotalsProps {
  view: CostsView;
  /** The cluster's time. */
  nowMs: number;
}

/** What everything that passes the filter costs now, and what targets would change, saving and growth apart. */
export function CostTotals({ view, nowMs }: CostTotalsProps) {
  const { totals, currency, leftOut, usedMs } = view;
  const notes = leftOutWords(totals, leftOut);
  return (
    <Card
      title="Now"
      aside={
        <span className={classes.soft}>
          {currency === undefined
            ? `no prices are set; a month has ${HOURS_PER_MONTH} h`
            : `a month = ${HOURS_PER_MONTH} h at today's prices`}
        </span>
      }
    >
      <dl className={classes.figures}>
        <Figure view={view} part="requests" />
        <Figure
          view={view}
          part="use"
          note={usedMs === undefined ? 'not measured' : <TimeAgo atMs={usedMs} nowMs={nowMs} />}
        />
        <Figure view={view} part="target" note="if all were applied" />
        <Figure view={view} part="saving" note="by smaller requests" />
        <Figure view={view} part="growth" note="by larger requests" />
      </dl>
      {notes.length > 0 && (
        <ul className={classes.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface FigureProps {
  view: CostsView;
  part: Part;
  note?: React.ReactNode;
}

function Figure({ view: { totals, currency }, part, note }: FigureProps) {
  const { main, unit, more } = costText(totals, part, currency);
  return (
    <div className={classes.figure} data-part={part}>
      <dt className={classes.label}>
        {PART_NAMES[part]} {note && <span className={classes.soft}>{note}</span>}
      </dt>
      <dd className={classes.value}>
        <strong className={classes.main}>
          <LiveValue text={main} />
        </strong>{' '}
        <span className={classes.soft}>{unit}</span>
        <span className={classes.more}>{more}</span>
      </dd>
    </div>
  );
}
