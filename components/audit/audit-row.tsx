import { Anchor } from '@mantine/core';
import Link from 'next/link';
import type { AuditEntry } from '@/server/updater/views';
import { absoluteTime } from '@/server/words/times';
import { TimeAgo } from '../live/time-ago';
import { workloadHref } from '../navigation/pages';
import { ReasonList } from '../plan/reason-list';
import classes from './audit-table.module.css';
import { entryChanges } from './entry-changes';
import { entryObject, entryScope, entryWords } from './entry-words';

interface AuditRowProps {
  entry: AuditEntry;
  nowMs: number;
}

export function AuditRow({ entry, nowMs }: AuditRowProps) {
  const words = entryWords(entry);
  const object = entryObject(entry);
  const changes = entryChanges(entry);
  return (
    <tr>
      <td className={classes.when}>
        <TimeAgo atMs={entry.atMs} nowMs={nowMs} />
        <span className={classes.absolute}>{absoluteTime(entry.atMs)}</span>
      </td>
      <th scope="row" className={classes.what} data-tone={words.tone}>
        {words.title}
      </th>
      <td>
        {object ? (
          <Anchor component={Link} href={workloadHref(object.namespace, object.name)} fz="inherit">
            {object.namespace}/{object.name}
          </Anchor>
        ) : (
          entryScope(entry)
        )}
      </td>
      <td className={classes.subject}>{words.subject}</td>
      <td>
        {words.result && (
          <span className={classes.result} data-tone={words.tone}>
            {words.result}
          </span>
        )}
        {words.detail && <span className={classes.detail}> {words.detail}</span>}
        {changes.length > 0 && (
          <ul className={classes.changes}>
            {changes.map((change) => (
              <li key={change.what}>
                <span className={classes.detail}>{change.what}</span> {change.from} →{' '}
                <strong>{change.to}</strong>
              </li>
            ))}
          </ul>
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
      </td>
    </tr>
  );
}
