import type { ContainerDetail, WorkloadDetail } from '@/server/contract/recommendations';
import { formatAmount } from '@/server/words/amounts';
import { formatShare } from '@/server/words/counts';
import { inPlaceWords, runtimeLabel } from '@/server/words/runtimes';

type Heaps = Extract<NonNullable<WorkloadDetail['signals']>, { kind: 'followed' }>['heaps'];
type Limited = { readonly name: string; readonly memory: Pick<ContainerDetail['memory'], 'limit'> };

const FOLLOWS_HEAP =
  'The VPA says plumbline.dev/memory-follows: heap: memory is twice the live heap and what is not heap, and never more than usage asks for.';
const FOLLOWS_USAGE =
  'Its memory follows usage, which shows what is taken for the heap, not what is live in it; plumbline.dev/memory-follows: heap on the VPA makes it follow the live heap.';

/** What is known of the runtime in a container and of its heap, a line each; none if there is none. */
export function heapLines(heaps: Heaps, { name, memory }: Limited): string[] {
  const heap = heaps.find(({ container }) => container === name);
  if (!heap) return [];
  const { runtime, isStated, live, committed, isFollowed } = heap;
  const bytes = (value: number) => formatAmount('memory', value);
  const known = isStated ? 'as the VPA states' : 'known from its metrics';
  const lines = [`Runtime: ${runtimeLabel(runtime)}, ${known}.`];
  if (live) {
    const limit = memory.limit?.max;
    const ofLimit = limit ? `, ${formatShare(live.high / limit)} of the memory limit of ${bytes(limit)}` : '';
    const taken = committed ? `; ${bytes(committed.usual)} is taken for the heap` : '';
    lines.push(`Live heap: usually ${bytes(live.usual)}, high ${bytes(live.high)}${ofLimit}${taken}.`);
  } else lines.push('Its heap is not known: no metric covers it.');
  lines.push(inPlaceWords(runtime));
  if (isFollowed) lines.push(FOLLOWS_HEAP);
  else if (live) lines.push(FOLLOWS_USAGE);
  return lines;
}
