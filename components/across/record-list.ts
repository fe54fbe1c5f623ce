import type { RecordAcross } from '@/server/contract/across';
import { AUDIT_KIND_LABELS } from '../audit/audit-kinds';
import { OUTCOME_CHOICES } from '../audit/entry-words';
import { acrossList } from './across-list';

export const RECORD_ACROSS_LIST = acrossList<RecordAcross, 'record'>('record', {
  label: 'Filter the log',
  controls: [
    { kind: 'words', name: 'q', label: 'Find in the log', placeholder: 'Find a pod, a user, a word' },
    {
      kind: 'choice',
      name: 'kind',
      label: 'Kinds of entries',
      all: 'Actions and changes',
      choices: () =>
        (['action', 'change'] as const).map((value) => ({ value, label: AUDIT_KIND_LABELS[value] })),
    },
    { kind: 'choice', name: 'outcome', label: 'Outcome', all: 'Any outcome', choices: () => OUTCOME_CHOICES },
    { kind: 'namespace', name: 'namespace' },
  ],
  noMatch: { sentence: 'No entry matches this filter.', all: 'Show all entries' },
});
