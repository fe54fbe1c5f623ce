import type { EntryWords } from '../audit/entry-words';
import { TimeAgo } from '../live/time-ago';
import classes from './condition-list.module.css';

interface EntryHeadProps extends Pick<EntryWords, 'title' | 'tone'> {
  atMs: number;
  nowMs: number;
}

/** What an entry of the audit log is, and when it was made. */
export function EntryHead({ title, tone, atMs, nowMs }: EntryHeadProps) {
  return (
    <p className={classes.line}>
      <strong className={classes.type} data-tone={tone}>
        {title}
      </strong>
      <span className={classes.when}>
        <TimeAgo atMs={atMs} nowMs={nowMs} />
      </span>
    </p>
  );
}
