import { countOf } from '@/server/words/counts';
import { whoWords } from '@/server/words/who';
import type { PolicyDifference } from './policy-differences';

/** Who changed what, in a sentence, and the question what to do about it. */
export function newerVersionTitle(
  author: string | undefined,
  changes: readonly PolicyDifference[],
  edited: boolean,
): string {
  const [first] = changes;
  const one =
    changes.length === 1 && first ? `${first.field} to ${first.to}` : countOf(changes.length, 'field');
  const what = changes.length === 0 ? 'this VPA' : one;
  const who = author === undefined ? 'Someone' : capitalised(author, whoWords(author));
  const sentence = `${who} changed ${what}.`;
  return edited ? `${sentence} Keep your edits on top of it?` : sentence;
}

/** A name keeps its case. */
function capitalised(name: string, words: string): string {
  return words === name ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
