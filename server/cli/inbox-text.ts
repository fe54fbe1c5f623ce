import type { InboxItem, InboxLine, InboxView } from '../contract/inbox';
import { CAUSES } from '../words/causes';
import { countOf } from '../words/counts';
import { wordsOfMany } from '../words/of-many';
import { shortTime } from '../words/times';
import { URGENCIES, URGENCY_ORDER, urgencyWords } from '../words/urgency';
import { plainText } from './text';

/** What needs somebody, in the order of the pages: each line with its why and its remedy. */
export function inboxText({
  rows,
  tallies,
  dismissed,
}: Pick<InboxView, 'rows' | 'tallies' | 'dismissed'>): string {
  const { broken = 0, waits = 0, better = 0 } = tallies.urgency;
  const parts = URGENCY_ORDER.flatMap((urgency) => {
    const lines = rows.filter((line) => line.urgency === urgency);
    return lines.length === 0 ? [] : [`${URGENCIES[urgency]}\n${lines.map(lineText).join('\n')}`];
  });
  return [
    urgencyWords({ broken, waits, better }),
    ...parts,
    ...(dismissed > 0 ? [`${countOf(dismissed, 'line is', 'lines are')} dismissed.`] : []),
  ].join('\n\n');
}

function lineText({ count, items }: InboxLine): string {
  const [first] = items;
  if (!first) return '';
  if (count === 1) return itemText(first);
  const more = count > items.length ? ` and ${count - items.length} more` : '';
  const names = items.map(({ about }) => plainText(about)).join(', ');
  const { subject, predicate } = wordsOfMany(first, count);
  return `  ${subject} ${predicate}\n      ${names}${more}`;
}

function itemText({ about, sentence, said, cause, sinceMs }: InboxItem): string {
  const since = sinceMs === undefined ? '' : `, since ${shortTime(sinceMs)}`;
  return [
    `  ${plainText(about)}: ${sentence}${since}`,
    ...said.flatMap(({ detail, remedy }) =>
      [detail, remedy].filter(Boolean).map((text) => `      ${plainText(text)}`),
    ),
    ...(cause ? [`      ${CAUSES[cause].says}`] : []),
  ].join('\n');
}
