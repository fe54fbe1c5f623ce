import { ACROSS_WORDS } from '../../../contract/across';
import type { RankedLine } from '../../../contract/digest';
import type { InboxItem, InboxLine } from '../../../contract/inbox';
import { naturalKey } from '../../../words/natural-order';
import { KNOWN_OF_INBOX, textOfItem } from '../../inbox/inbox-list';
import { compareRanked, type RankedItem } from '../../inbox/ranked';
import { countBy, hasWords, isValue, type ListSpec, type Tallies } from '../../list';
import { listKind } from './list-kinds';

/** A line of one cluster, placed by the first of its items. */
interface ListedLine {
  readonly line: InboxLine;
  readonly first: RankedItem;
  readonly text: string;
}

function listedLine({ line, ...facts }: RankedLine): ListedLine {
  const item = line.items[0] as InboxItem;
  return {
    line,
    first: { item, ...facts, objectKey: naturalKey(item.about) },
    text: line.items.map(textOfItem).join(' '),
  };
}

const countOfLine = ({ line }: ListedLine) => line.count;

const LINE_LIST_SPEC = {
  pageSize: 50,
  parts: (listed) => [listed],
  namespaceOf: ({ first }) => first.item.namespace,
  filters: {
    q: hasWords<ListedLine, ListedLine>(({ text }) => text),
    urgency: isValue<ListedLine, ListedLine>(({ line }) => line.urgency),
    code: isValue<ListedLine, ListedLine>(({ line }) => line.code),
  },
  tallies: {
    urgency: countBy<ListedLine, ListedLine>(({ line }) => line.urgency, countOfLine),
    code: countBy<ListedLine, ListedLine>(({ line }) => line.code, countOfLine),
  },
  sorts: { rank: () => 0 },
} satisfies ListSpec<ListedLine, ListedLine, Tallies<ListedLine, ListedLine>>;

/** The lines of every inbox in one order. */
export const INBOX_ACROSS = listKind({
  list: 'inbox',
  words: ACROSS_WORDS.inbox,
  known: KNOWN_OF_INBOX,
  spec: LINE_LIST_SPEC,
  rowOf: listedLine,
  compare: (a, b) => compareRanked(a.first, b.first),
  shown: ({ line }) => line,
});
