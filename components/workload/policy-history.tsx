import { Fragment } from 'react';
import type { AuditEntry } from '@/server/contract/audit';
import { entryChanges } from '../audit/entry-changes';
import { entryWords } from '../audit/entry-words';
import { FromTo } from '../changes/from-to';
import classes from './condition-list.module.css';
import { EntriesCard } from './entries-card';
import { EntryHead } from './entry-head';

interface PolicyHistoryProps {
  namespace: string;
  name: string;
  nowMs: number;
}

export function PolicyHistory({ namespace, name, nowMs }: PolicyHistoryProps) {
  return (
    <EntriesCard
      title="Edits"
      at="edits"
      namespace={namespace}
      name={name}
      kind="change"
      all="All edits"
      none="Nobody has changed it yet."
      line={(entry) => <Edit key={entry.id} entry={entry} nowMs={nowMs} />}
    />
  );
}

function Edit({ entry, nowMs }: { entry: AuditEntry; nowMs: number }) {
  const { title, tone, subject, result, detail } = entryWords(entry);
  const changes = entryChanges(entry);
  return (
    <li>
      <EntryHead title={title} tone={tone} atMs={entry.atMs} nowMs={nowMs} />
      {changes.length > 0 && (
        <p>
          {changes.map(({ what, from, to }, place) => (
            <Fragment key={what}>
              {place > 0 && ', '}
              <FromTo what={what} from={from} to={to} />
            </Fragment>
          ))}
        </p>
      )}
      <p className={classes.soft}>{[subject, result, detail].filter(Boolean).join(' · ')}</p>
    </li>
  );
}
