import type { AcrossMember, AcrossView } from '@/server/contract/across';
import { countOf } from '@/server/words/counts';
import { MEMBER_FAULTS } from '@/server/words/member-faults';
import { withoutRulesWords } from '@/server/words/without-rules';

/** What a list over clusters does not have of one of them, and since when; the age is told apart. */
export interface MissingPart {
  name: string;
  says: string;
  /** When the rows are from that are still shown, in Unix milliseconds. */
  seenMs?: number;
}

/** What of the clusters is missing in a list, or old. @param many what its rows are called */
export function missingParts({ members }: Pick<AcrossView<unknown>, 'members'>, many: string): MissingPart[] {
  return members.flatMap((member) => {
    const says = wordsOf(member, many);
    return says === undefined
      ? []
      : [{ name: member.name, says, ...(member.seenMs !== undefined && { seenMs: member.seenMs }) }];
  });
}

function wordsOf(
  { fault, isAsked, lacks, without, odd, left }: AcrossMember,
  many: string,
): string | undefined {
  if (fault) return MEMBER_FAULTS[fault].sentence;
  if (isAsked) return 'It is being asked.';
  if (without) return withoutRulesWords(without);
  if (odd)
    return `${countOf(odd, 'thing')} that it sent ${odd === 1 ? 'is' : 'are'} not among its ${many}: what it says of ${odd === 1 ? 'it' : 'them'} cannot be read.`;
  if (lacks) return 'The Plumbline that answers there does not make this list.';
  return left
    ? `It sent the first ${many}; ${countOf(left, 'more is', 'more are')} on its own page.`
    : undefined;
}

/** `40 workloads in 3 of 4 clusters`. */
export function acrossCount(
  { matching, told, clusters }: Pick<AcrossView<unknown>, 'matching' | 'told' | 'clusters'>,
  one: string,
): string {
  const of = told === clusters ? countOf(clusters, 'cluster') : `${told} of ${countOf(clusters, 'cluster')}`;
  return `${countOf(matching, one)} in ${of}`;
}
