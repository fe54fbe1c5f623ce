import type { WeekRow } from './calendar-words';
import classes from './week-picture.module.css';

const HOURS = [0, 6, 12, 18, 24];

/** The next seven days, a line each, with the times that are open. */
export function WeekPicture({ rows }: { rows: readonly WeekRow[] }) {
  const words = rows.map(({ day, open }) => `${day}: ${open.map(({ text }) => text).join(', ') || 'closed'}`);
  return (
    <div className={classes.week} role="img" aria-label={`Open in the next days. ${words.join('; ')}`}>
      {rows.map((row) => (
        <div key={row.day} className={classes.row}>
          <span className={classes.day}>{row.day}</span>
          <span className={classes.bar}>
            {row.open.map(({ at, width, text }) => (
              <span
                key={at}
                className={classes.open}
                style={{ left: `${at * 100}%`, width: `${width * 100}%` }}
                title={`${row.day}, ${text}`}
              />
            ))}
            {row.now !== undefined && <span className={classes.now} style={{ left: `${row.now * 100}%` }} />}
          </span>
        </div>
      ))}
      <div className={classes.row}>
        <span />
        <span className={classes.axis}>
          {HOURS.map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </span>
      </div>
    </div>
  );
}
