const WORKERS = 8;

/** Works on all, a few at a time. Rejects with what the work throws. */
export async function fewAtATime<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const queue = all.values();
  const worker = async () => {
    for (const one of queue) await work(one);
  };
  await Promise.all(Array.from({ length: Math.min(WORKERS, all.length) }, worker));
}
