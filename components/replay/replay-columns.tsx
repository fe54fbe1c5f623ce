import { Anchor } from '@mantine/core';
import type { ReplayRow } from '@/server/contract/replays';
import { whoWords } from '@/server/words/who';
import type { Column } from '../lists/list-table';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import type { ReplaySort } from './replay-list';
import classes from './replay-table.module.css';
import { daysTitle, percentDone, replayHref, STATE_WORDS, scopeTitle, variantsTitle } from './replay-words';

export function replayColumns(nowMs: number): readonly Column<ReplayRow, never, ReplaySort>[] {
  return [
    {
      key: 'what',
      label: 'What',
      sort: 'what',
      isRowHeading: true,
      className: classes.what,
      cell: ({ id, request }) => (
        <Anchor component={Link} href={replayHref(id)} fz="inherit">
          {scopeTitle(request)}
        </Anchor>
      ),
    },
    { key: 'days', label: 'Time', sort: 'days', cell: ({ request }) => daysTitle(request.days) },
    {
      key: 'variants',
      label: 'Compared',
      className: classes.variants,
      cell: ({ request }) => variantsTitle(request),
    },
    {
      key: 'state',
      label: 'State',
      sort: 'state',
      cell: (row) => (
        <span className={classes.state} data-state={row.state}>
          {STATE_WORDS[row.state]}
          {row.state === 'running' && ` ${percentDone(row) ?? 0} %`}
        </span>
      ),
    },
    {
      key: 'started',
      label: 'Started',
      sort: 'started',
      descendingFirst: true,
      cell: ({ startedMs, who }) => (
        <>
          <TimeAgo atMs={startedMs} nowMs={nowMs} /> by {whoWords(who)}
        </>
      ),
    },
  ];
}
