import type { InboxAcross } from '@/server/contract/across';
import { INBOX_SENTENCES } from '@/server/words/inbox';
import { URGENCIES } from '@/server/words/urgency';
import { countedNames, labelled, withCounts } from '../lists/choices';
import { acrossList } from './across-list';

/** The inboxes of all clusters. */
export const INBOX_ACROSS_LIST = acrossList<InboxAcross, 'inbox'>('inbox', {
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
