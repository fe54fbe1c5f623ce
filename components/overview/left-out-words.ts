import type { RequestTotals } from '@/server/contract/workloads';
import { countOf } from '@/server/words/counts';
import { missingWords } from '@/server/words/sums';

/** What the sums leave out, or make of what is not known; a sentence each. */
export function sumLeftOutWords({ missing, leftOut }: Pick<RequestTotals, 'missing' | 'leftOut'>): string[] {
  const { waiting, vpas } = leftOut;
  return [
    ...missingWords(missing),
    ...(waiting > 0 ? [`Without a node, not in the sums: ${countOf(waiting, 'pod')}.`] : []),
    ...(vpas > 0 ? [`Of other recommenders or not readable, not in the sums: ${countOf(vpas, 'VPA')}.`] : []),
  ];
}
