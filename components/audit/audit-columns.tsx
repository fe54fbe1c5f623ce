import { Anchor } from '@mantine/core';
import type { AuditEntry } from '@/server/contract/audit';
import { countOf } from '@/server/words/counts';
import type { Column } from '../lists/list-table';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { ReasonList } from '../plan/reason-list';
import { localAbsoluteTime } from '../times/times';
import classes from './audit-table.module.css';
import { entryChanges, stopList } from './entry-changes';
import { entryHref, entryObject, entryScope, entryWords } from './entry-words';

/** Times further ahead than this are shown as they are, not as just now: another clock wrote them. */
const AHEAD_MS = 3_600_000;

/** The columns of the log, as read at `nowMs`; entries of an earlier run have no time relative to now. */
export function auditColumns(
  nowMs: number,
  { isEarlier }: { isEarlier: boolean },
): readonly Column<AuditEntry, never, 'time'>[] {
  return [
    {
      key: 'when',
      label: 'When',
      sort: 'time',
      className: classes.when,
      cell: ({ atMs }) =>
        isEarlier ? (
          <>
            An earlier run
            <span className={classes.absolute}>{localAbsoluteTime(atMs)}</span>
          </>
        ) : (
          <>
            <TimeAgo atMs={atMs} nowMs={nowMs} mayBeAhead={atMs > nowMs + AHEAD_MS} />
            <span className={classes.absolute}>{localAbsoluteTime(atMs)}</span>
          </>
        ),
    },
    {
      key: 'what',
      label: 'What',
      className: classes.what,
      isRowHeading: true,
      cell: (entry) => {
        const { title, tone } = entryWords(entry);
        return (
          <span className={classes.title} data-tone={tone}>
            {title}
          </span>
        );
      },
    },
    { key: 'vpa', label: 'VPA or HPA', cell: (entry) => <ObjectCell entry={entry} /> },
    {
      key: 'subject',
      label: 'Pod or user',
      className: classes.subject,
      cell: (entry) => entryWords(entry).subject,
    },
    { key: 'end', label: 'Why, and the outcome', cell: (entry) => <EndCell entry={entry} /> },
  ];
}

function ObjectCell({ entry }: { entry: AuditEntry }) {
  const object = entryObject(entry);
  const href = entryHref(entry);
  if (!object || !href) return entryScope(entry);
  return (
    <Anchor component={Link} href={href} fz="inherit">
      {object.namespace}/{object.name}
    </Anchor>
  );
}

function EndCell({ entry }: { entry: AuditEntry }) {
  const words = entryWords(entry);
  const changes = entryChanges(entry);
  const stopped = stopList(entry);
  return (
    <>
      {words.result && (
        <span className={classes.result} data-tone={words.tone}>
          {words.result}
        </span>
      )}
      {words.detail && <span className={classes.detail}> {words.detail}</span>}
      {changes.length > 0 && <ChangeList changes={changes} />}
      {stopped?.changes.length === 0 && <span className={classes.detail}> {stopped.summary}.</span>}
      {stopped && stopped.changes.length > 0 && (
        <details className={classes.detail}>
          <summary>{stopped.summary}</summary>
          <ChangeList changes={stopped.changes} />
          {stopped.more > 0 && `and ${countOf(stopped.more, 'more VPA')}`}
        </details>
      )}
      {words.notes && (
        <ul className={`${classes.changes} ${classes.detail}`}>
          {words.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {(entry.kind === 'action' || entry.kind === 'decision') && (
        <ReasonList reasons={entry.reasons} nowMs={entry.atMs} />
      )}
    </>
  );
}

function ChangeList({ changes }: { changes: ReturnType<typeof entryChanges> }) {
  return (
    <ul className={classes.changes}>
      {changes.map(({ what, from, to }) => (
        <li key={what}>
          <span className={classes.detail}>{what}</span> {from} → <strong>{to}</strong>
        </li>
      ))}
    </ul>
  );
}
