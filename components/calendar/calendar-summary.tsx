import { Flex, Stack } from '@mantine/core';
import type { CalendarView } from '@/server/contract/operations';
import shared from '../layout/shared.module.css';
import classes from './calendar-summary.module.css';
import { calendarNow, laterOpenings, type WeekRow, weekRows } from './calendar-words';
import weekPictureClasses from './week-picture.module.css';

const HOURS = [0, 6, 12, 18, 24];

/** The next seven days, a line each, with the times that are open. */
function WeekPicture({ rows }: { rows: readonly WeekRow[] }) {
  const words = rows.map(({ day, open }) => `${day}: ${open.map(({ text }) => text).join(', ') || 'closed'}`);
  return (
    <Stack gap={3} maw={560} role="img" aria-label={`Open in the next days. ${words.join('; ')}`}>
      {rows.map((row) => (
        <div key={row.day} className={weekPictureClasses.row}>
          <span className={`${shared.small} ${shared.unbroken}`}>{row.day}</span>
          <span className={weekPictureClasses.bar}>
            {row.open.map(({ at, width, text }) => (
              <span
                key={at}
                className={weekPictureClasses.open}
                style={{ left: `${at * 100}%`, width: `${width * 100}%` }}
                title={`${row.day}, ${text}`}
              />
            ))}
            {row.now !== undefined && (
              <span className={weekPictureClasses.now} style={{ left: `${row.now * 100}%` }} />
            )}
          </span>
        </div>
      ))}
      <div className={weekPictureClasses.row}>
        <span />
        <Flex component="span" justify="space-between" c="dimmed" fz={11}>
          {HOURS.map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </Flex>
      </div>
    </Stack>
  );
}

interface CalendarSummaryProps {
  calendar: CalendarView;
  nowMs: number;
}

const EXEMPT = { oom: 'changes for an OOM kill', 'in-place': 'resizes in place' };

/** Whether pods may change now, the week in a picture, and the rules in words. */
export function CalendarSummary({ calendar, nowMs }: CalendarSummaryProps) {
  const { faults, says } = calendar;
  const { isOpen, text } = calendarNow(calendar, nowMs);
  const later = laterOpenings(calendar, nowMs);
  const exempt = (says?.exempt ?? []).map((one) => EXEMPT[one as keyof typeof EXEMPT] ?? one);
  return (
    <Stack gap={10}>
      <p className={isOpen ? classes.now : classes.closed}>{text}</p>
      {faults.map((fault) => (
        <p key={fault} className={classes.fault}>
          {fault}.
        </p>
      ))}
      {says && (
        <>
          <WeekPicture rows={weekRows(calendar, nowMs)} />
          {later.length > 0 && <p className={classes.line}>Then {later.join('; ')}.</p>}
          <dl className={classes.rules}>
            <Rule label="Windows" values={says.windows.length > 0 ? says.windows : ['at all times']} />
            <Rule label="Blackouts" values={says.blackouts} />
            <Rule label="Exempt" values={exempt} />
            <Rule label="Time zone" values={[says.timeZone]} />
          </dl>
        </>
      )}
    </Stack>
  );
}

function Rule({ label, values }: { label: string; values: readonly string[] }) {
  if (values.length === 0) return null;
  return (
    <div>
      <dt>{label}</dt>
      {values.map((value) => (
        <dd key={value}>{value}</dd>
      ))}
    </div>
  );
}
