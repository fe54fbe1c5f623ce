interface Limits {
  atOnce?: number;
  /** Asked before each; once it says no, the rest is left. */
  goesOn?(): boolean;
}

/**
 * Works on all in their order, a few at a time. Rejects with what the work throws, once all that began has ended.
 */
export async function fewAtATime<T>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
  { atOnce = 8, goesOn = () => true }: Limits = {},
): Promise<void> {
  const queue = all.values();
  const worker = async () => {
    for (const one of queue) {
      if (!goesOn()) return;
      await work(one);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, all.length) }, worker));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
