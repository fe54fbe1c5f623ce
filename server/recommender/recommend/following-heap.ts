import { wholeAmount } from '@/server/decide/estimators/amounts';
import type { BOUNDS, BoundAmounts, ChosenEstimator, Estimate } from '@/server/decide/estimators/estimator';
import { withTraces } from '@/server/decide/estimators/explanation';
import type { ContainerAggregate } from '@/server/model/aggregate';
import type { Heap } from '../signals/heap';

type Estimating = Pick<ChosenEstimator, 'estimate' | 'explain'>;

/** A collector has to run too often in a heap that is hardly larger than what is live in it. */
const HEAP_PER_LIVE = 2;

/**
 * The memory of a container whose runtime sizes its heap by its limit: twice what is live, and what is not heap, which
 * is what usage asks for beyond what is taken for the heap. Never more than usage asks for; after an OOM kill, or
 * without a heap of which all the past is known, usage counts.
 */
export function followingHeap(
  estimator: Estimating,
  heapOf: (container: string) => Heap | undefined,
): Estimating {
  return following(estimator, 'live-heap', (container, usage) => {
    const heap = heapOf(container);
    return heap?.committed && !heap.pastFault ? withHeap(usage, heap.live, heap.committed.usual) : undefined;
  });
}

/**
 * The memory of a container without its page cache, which the kernel takes back before it kills: the highest that is
 * remembered. Never more than usage asks for; after an OOM kill, or while it is unknown, usage counts.
 * @param rssOf with the usual margin
 */
export function followingRss(
  estimator: Estimating,
  rssOf: (container: string) => BoundAmounts | undefined,
): Estimating {
  return following(estimator, 'rss', (container, usage) => {
    const rss = rssOf(container);
    return (
      rss && {
        lowerBound: wholeAmount(Math.min(usage.lowerBound, rss.lowerBound)),
        target: wholeAmount(Math.min(usage.target, rss.target)),
        upperBound: wholeAmount(Math.min(usage.upperBound, Math.max(rss.target, rss.upperBound))),
      }
    );
  });
}

function following(
  estimator: Estimating,
  step: 'live-heap' | 'rss',
  memoryOf: (container: string, usage: BoundAmounts) => BoundAmounts | undefined,
): Estimating {
  const followed = ({ container, oomCount }: ContainerAggregate, usage: BoundAmounts) =>
    oomCount > 0 ? undefined : memoryOf(container, usage);
  return {
    estimate: (history) => {
      const estimate: Estimate = estimator.estimate(history);
      const { cpu, memoryLimit } = estimate;
      // The heap grows to whatever the limit is, and the cache too, so both are one.
      const memory = followed(history, memoryLimit?.asOne ?? estimate.memory);
      return memory ? { cpu, memory } : estimate;
    },
    explain: (history) => {
      const explanation = estimator.explain(history);
      const { traces } = explanation;
      const last = (bound: (typeof BOUNDS)[number]) =>
        traces.find((one) => one.resource === 'memory' && one.bound === bound)?.steps.at(-1)?.value ?? 0;
      const usage = {
        lowerBound: last('lowerBound'),
        target: last('target'),
        upperBound: last('upperBound'),
      };
      const memory = followed(history, usage);
      if (!memory) return explanation;
      return withTraces(
        explanation,
        traces.flatMap((trace) => {
          if (trace.resource !== 'memory') return [trace];
          if (trace.bound === 'limit') return [];
          const value = memory[trace.bound];
          return value === usage[trace.bound]
            ? [trace]
            : [{ ...trace, steps: [...trace.steps, { step, value }] }];
        }),
      );
    },
  };
}

function withHeap(usage: BoundAmounts, live: Heap['live'], committed: number): BoundAmounts {
  const other = Math.max(0, usage.target - committed);
  const of = (heap: number, most: number) => wholeAmount(Math.min(most, heap * HEAP_PER_LIVE + other));
  return {
    lowerBound: of(live.usual, usage.lowerBound),
    target: of(live.high, usage.target),
    upperBound: of(live.highest, usage.upperBound),
  };
}
