import { ACROSS_WORDS } from '../../../contract/across';
import type { AuditEntry } from '../../../contract/audit';
import { OUTCOMES } from '../../../words/records';
import { countBy, hasWords, isValue, type ListSpec, type Tallies } from '../../list';
import { listKind } from './list-kinds';

type Done = AuditEntry;

const namespaceOf = (entry: Done) => ('namespace' in entry ? entry.namespace : '') || undefined;
const kindOf = ({ kind }: Done) => kind;
const outcomeOf = (entry: Done) => ('outcome' in entry ? entry.outcome : undefined);

function textOf(entry: Done): string {
  const { detail } = { detail: '', ...entry };
  const words = entry.kind === 'change' ? [entry.who, entry.change, entry.name] : [];
  const ofPod = entry.kind === 'action' ? [entry.action, entry.vpa, entry.pod] : [];
  return [namespaceOf(entry) ?? '', ...words, ...ofPod, detail].join(' ').toLowerCase();
}

const RECORD_LIST_SPEC = {
  pageSize: 50,
  parts: (entry) => [entry],
  namespaceOf,
  filters: {
    q: hasWords<Done, Done>(textOf),
    kind: isValue<Done, Done>(kindOf),
    outcome: isValue<Done, Done>(outcomeOf),
  },
  tallies: { kind: countBy<Done, Done>(kindOf), outcome: countBy<Done, Done>(outcomeOf) },
  sorts: { time: ({ atMs }) => atMs },
} satisfies ListSpec<Done, Done, Tallies<Done, Done>>;

export const RECORD_ACROSS = listKind({
  list: 'record',
  words: ACROSS_WORDS.record,
  known: {
    kind: (value) => value === 'action' || value === 'change',
    outcome: (value) => Object.hasOwn(OUTCOMES, value),
  },
  spec: RECORD_LIST_SPEC,
  rowOf: (entry) => entry,
  shown: (entry) => entry,
});
