type Step<T> = { stream: AsyncGenerator<T> } & ({ result: IteratorResult<T> } | { error: unknown });

/**
 * The items of several streams, as they come. `atOnce` run at a time, and each continues only after its item
 * was taken. An error of one ends all.
 */
export async function* mergedSeries<T>(
  streams: Iterable<AsyncGenerator<T>>,
  atOnce: number,
): AsyncGenerator<T> {
  const waiting = streams[Symbol.iterator]();
  const running = new Set<AsyncGenerator<T>>();
  const ready: Step<T>[] = [];
  let wake = () => {};
  const pull = (stream: AsyncGenerator<T>) => {
    const came = (step: Step<T>) => {
      ready.push(step);
      wake();
    };
    stream.next().then(
      (result) => came({ stream, result }),
      (error: unknown) => came({ stream, error }),
    );
  };
  try {
    for (;;) {
      while (running.size < atOnce) {
        const next = waiting.next();
        if (next.done) break;
        running.add(next.value);
        pull(next.value);
      }
      if (running.size === 0) return;
      while (ready.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      for (const step of ready.splice(0)) {
        if ('error' in step) {
          running.delete(step.stream);
          throw step.error;
        }
        if (step.result.done) running.delete(step.stream);
        else {
          yield step.result.value;
          pull(step.stream);
        }
      }
    }
  } finally {
    await Promise.allSettled([...running].map((stream) => stream.return(undefined)));
  }
}
