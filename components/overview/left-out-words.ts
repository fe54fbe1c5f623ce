import type { RequestTotals } from '@/server/process/pages/views';
import { countOf } from '@/server/words/counts';

/** `Not counted: 2 containers without a request, 1 without a target.`; undefined if all are counted. */
export function leftOutWords({
  leftOut: { noRequest, noTarget },
}: Pick<RequestTotals, 'leftOut'>): string | undefined {
  const kinds: [count: number, lacks: string][] = [
    [noRequest, 'without a request'],
    [noTarget, 'without a target'],
  ];
  const said = kinds.filter(([count]) => count > 0);
  if (said.length === 0) return undefined;
  const words = said.map(([count, lacks], index) =>
    index === 0 ? `${countOf(count, 'container')} ${lacks}` : `${count.toLocaleString('en-US')} ${lacks}`,
  );
  return `Not counted: ${words.join(', ')}.`;
}
