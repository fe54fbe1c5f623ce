import type { InboxItem } from '../../contract/inbox';
import { INBOX_SENTENCES } from '../../words/inbox';
import { URGENCIES } from '../../words/urgency';
import { countBy, hasWords, isValue, type ListSpec, type Tallies } from '../list';
import type { KnownValues } from '../list-query';
import type { RankedItem } from './ranked';

export const KNOWN_OF_INBOX: KnownValues = {
  urgency: (value) => Object.hasOwn(URGENCIES, value),
  dismissed: (value) => value === 'shown',
  code: (value) => Object.hasOwn(INBOX_SENTENCES, value),
};

/** The items in their order, filtered and counted. */
export const INBOX_LIST_SPEC = {
  pageSize: 50,
  parts: (ranked) => [ranked],
  namespaceOf: ({ item }) => item.namespace,
  filters: {
    q: hasWords<RankedItem, RankedItem>(({ item }) => textOfItem(item)),
    urgency: isValue<RankedItem, RankedItem>(({ item }) => item.urgency),
    code: isValue<RankedItem, RankedItem>(({ item }) => item.code),
    namespace: isValue<RankedItem, RankedItem>(({ item }) => item.namespace),
    // Those are a list of their own.
    dismissed: () => (ranked) => ranked,
  },
  tallies: {
    urgency: countBy<RankedItem, RankedItem>(({ item, isBeside }) => (isBeside ? undefined : item.urgency)),
    code: countBy<RankedItem, RankedItem>(({ item }) => item.code),
    namespace: countBy<RankedItem, RankedItem>(({ item }) => item.namespace),
  },
  // They are in order, and that of the rows decides between equal values.
  sorts: { rank: () => 0 },
} satisfies ListSpec<RankedItem, RankedItem, Tallies<RankedItem, RankedItem>>;

/** What is searched of an item, in lower case. */
export function textOfItem({ about, sentence, said }: InboxItem): string {
  const words = said.map(({ detail, remedy }) => `${detail} ${remedy}`);
  return [about, sentence, ...words].join(' ').toLowerCase();
}
