import { Anchor } from '@mantine/core';
import { Fragment } from 'react';
import type { AuditEntry } from '@/server/contract/audit';
import { countOf } from '@/server/words/counts';
import { REASONS } from '@/server/words/reasons';
import { FromTo } from '../changes/from-to';
import type { Column } from '../lists/list-table';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { ReasonList } from '../plan/reason-list';
import { localAbsoluteTime } from '../times/times';
import classes from './audit-table.module.css';
import { entryChanges, stopList } from './entry-changes';
import { entryHref, entryObject, entryScope, entryWords } from './entry-words';
import type { AuditRow } from './folded';

/** Times further ahead than this are shown as they are, not as just now: another clock wrote them. */
const AHEAD_MS = 3_600_000;

/** The columns of the log, as read at `nowMs`; entries of an earlier run have no time relative to now. */
export function auditColumns(
  nowMs: number,
  { isEarlier }: { isEarlier: boolean },
): readonly Column<AuditRow, never, 'time'>[] {
  return [
    {
      key: 'when',
      label: 'When',
      sort: 'time',
      className: classes.when,
      cell: ({ entry: { atMs } }) =>
        isEarlier ? (
          <>An earlier run {localAbsoluteTime(atMs)}</>
        ) : (
          <TimeAgo atMs={atMs} nowMs={nowMs} mayBeAhead={atMs > nowMs + AHEAD_MS} />
        ),
    },
    {
      key: 'what',
      label: 'What',
      className: classes.what,
      isRowHeading: true,
      cell: ({ entry }) => {
        const { title, tone } = entryWords(entry);
        return (
          <span className={classes.title} data-tone={tone}>
            {title}
          </span>
        );
      },
    },
    {
      key: 'vpa',
      label: 'VPA or HPA',
      className: classes.object,
      cell: ({ entry }) => <ObjectCell entry={entry} />,
    },
    {
      key: 'subject',
      label: 'Pod or user',
      className: classes.subject,
      cell: ({ entry, pods }) => (pods ? `${pods.length} pods` : entryWords(entry).subject),
    },
    { key: 'end', label: 'Change and outcome', className: classes.end, cell: (row) => <EndCell {...row} /> },
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

/** What changed and what came of it, in a line; it opens to the rest. */
function EndCell({ entry, pods }: AuditRow) {
  const words = entryWords(entry);
  const changes = entryChanges(entry);
  const stopped = stopList(entry);
  return (
    <div className={classes.entry}>
      <span className={classes.line}>
        {changes.map(({ what, from, to }, place) => (
          <Fragment key={what}>
            {place > 0 && ', '}
            <FromTo what={what} from={from} to={to} />
          </Fragment>
        ))}{' '}
        {words.result && (
          <span className={classes.result} data-tone={words.tone}>
            {words.result}
          </span>
        )}{' '}
        {words.detail && <span className={classes.detail}>{words.detail}</span>}
        {stopped && <span className={classes.detail}>{stopped.summary}.</span>}
        {entry.kind === 'decision' && entry.reasons[0] && REASONS[entry.reasons[0].code].sentence}
      </span>
      <details className={classes.more}>
        <summary>More</summary>
        <div className={classes.rest}>
          <p className={classes.detail}>
            {words.title} · {localAbsoluteTime(entry.atMs)}
          </p>
          <p className={classes.detail}>{pods?.join(', ') ?? words.subject}</p>
          {stopped && stopped.changes.length > 0 && (
            <>
              <ChangeList changes={stopped.changes} />
              {stopped.more > 0 && <p className={classes.detail}>and {countOf(stopped.more, 'more VPA')}</p>}
            </>
          )}
          {(entry.kind === 'action' || entry.kind === 'decision') && (
            <ReasonList reasons={entry.reasons} nowMs={entry.atMs} />
          )}
          {words.notes && (
            <ul className={`${classes.changes} ${classes.detail}`}>
              {words.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
        </div>
      </details>
    </div>
  );
}

function ChangeList({ changes }: { changes: ReturnType<typeof entryChanges> }) {
  return (
    <ul className={classes.changes}>
      {changes.map(({ what, from, to }) => (
        <li key={what}>
          <FromTo what={what} from={from} to={to} />
        </li>
      ))}
    </ul>
  );
}
