import type { Counts } from '@/server/process/pages/views';
import type { FilterChoice } from './list-definition';

/** The choices with at least one match, each with its count; all of them until that is known. */
export function withCounts(
  choices: readonly FilterChoice[],
  counts: Counts | undefined,
): readonly FilterChoice[] {
  if (!counts) return choices;
  return choices.flatMap(({ value, label }) => {
    const count = counts[value];
    return count ? [{ value, label: `${label} (${count.toLocaleString('en-US')})` }] : [];
  });
}
