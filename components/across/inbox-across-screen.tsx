'use client';

import type { AcrossRow, InboxAcross } from '@/server/contract/across';
import type { InboxLine } from '@/server/contract/inbox';
import { INBOX_SENTENCES } from '@/server/words/inbox';
import { URGENCIES, URGENCY_ORDER } from '@/server/words/urgency';
import classes from '../inbox/inbox.module.css';
import { InboxLineRow, keyOf } from '../inbox/inbox-line';
import { UrgencyNumbers } from '../inbox/inbox-section';
import { countedNames, labelled, withCounts } from '../lists/choices';
import { InCluster } from '../navigation/row-cluster';
import { acrossList, type FilterOf, type SortOf } from './across-list';
import { AcrossScreen } from './across-screen';

/** The inboxes of all clusters. */
const INBOX_ACROSS_LIST = acrossList<InboxAcross, 'inbox'>('inbox', {
  label: 'Filter the inbox',
  controls: [
    { kind: 'words', name: 'q', label: 'Find in the inbox', placeholder: 'Find a workload or a word' },
    {
      kind: 'choice',
      name: 'urgency',
      label: 'Urgency',
      all: 'Everything',
      choices: (view: InboxAcross | undefined) => withCounts(labelled(URGENCIES), view?.tallies.urgency),
    },
    {
      kind: 'choice',
      name: 'code',
      label: 'What is so',
      all: 'Whatever is so',
      wide: true,
      choices: (view: InboxAcross | undefined) =>
        countedNames(view?.tallies.code, (code) => INBOX_SENTENCES[code as keyof typeof INBOX_SENTENCES]),
    },
  ],
  noMatch: { sentence: 'Nothing in the inboxes matches this filter.', all: 'Show everything' },
});

export function InboxAcrossScreen() {
  return (
    <AcrossScreen<InboxLine, InboxAcross, FilterOf<'inbox'>, SortOf<'inbox'>>
      title="Inbox"
      one="line"
      many="lines"
      definition={INBOX_ACROSS_LIST}
      above={({ tallies }) => (
        <UrgencyNumbers counts={tallies.urgency} hrefOf={(urgency) => `?urgency=${urgency}`} />
      )}
    >
      {({ rows, nowOf }) => <Lines rows={rows} nowOf={nowOf} />}
    </AcrossScreen>
  );
}

function Lines({
  rows,
  nowOf,
}: {
  rows: readonly AcrossRow<InboxLine>[];
  nowOf: (cluster: string) => number;
}) {
  const Heading = rows.some(({ group }) => group !== undefined) ? 'h3' : 'h2';
  return URGENCY_ORDER.map((urgency) => {
    const lines = rows.filter(({ row }) => row.urgency === urgency);
    if (lines.length === 0) return null;
    return (
      <div key={urgency}>
        <Heading className={classes.part}>{URGENCIES[urgency]}</Heading>
        <ul className={classes.lines} data-urgency={urgency}>
          {lines.map(({ cluster, row }) => (
            <InCluster key={`${cluster} ${keyOf(row)}`} name={cluster}>
              <InboxLineRow line={row} nowMs={nowOf(cluster)} />
            </InCluster>
          ))}
        </ul>
      </div>
    );
  });
}
