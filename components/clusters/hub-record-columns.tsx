import type { HubRecordRow } from '@/server/contract/hub-record';
import { whoWords } from '@/server/words/who';
import { changeTitle } from '../audit/entry-words';
import type { Column } from '../lists/list-table';
import { TimeAgo } from '../live/time-ago';
import classes from './hub-record.module.css';
import { aboutWords, answersInBrief, answerWords } from './hub-record-words';

export function hubRecordColumns(nowMs: number): readonly Column<HubRecordRow, never, 'time'>[] {
  return [
    {
      key: 'when',
      label: 'When',
      sort: 'time',
      className: classes.when,
      cell: ({ atMs }) => <TimeAgo atMs={atMs} nowMs={nowMs} />,
    },
    {
      key: 'what',
      label: 'What',
      className: classes.what,
      isRowHeading: true,
      cell: (row) => (
        <>
          <span className={classes.title} data-tone={row.outcome === 'done' ? 'good' : 'bad'}>
            {changeTitle(row.change)}
          </span>
          <span className={classes.soft}>{aboutWords(row)}</span>
        </>
      ),
    },
    { key: 'who', label: 'Who', cell: ({ who }) => whoWords(who) },
    {
      key: 'answers',
      label: 'What clusters answered',
      className: classes.answers,
      cell: (row) => <Answers row={row} />,
    },
  ];
}

function Answers({ row: { detail, clusters, isOwn, outcome } }: { row: HubRecordRow }) {
  const [only] = clusters;
  if (!only) return detail;
  if (outcome === 'unavailable') return `${only.name} did not answer: it may have been done.`;
  if (clusters.length === 1) return answerWords(only, isOwn);
  return (
    <>
      {answersInBrief(clusters)}
      <details className={classes.more}>
        <summary>Each</summary>
        <ul>
          {clusters.map((one) => (
            <li key={one.name}>{answerWords(one, isOwn)}</li>
          ))}
        </ul>
      </details>
    </>
  );
}
