import { setImmediate as nextTurn } from 'node:timers/promises';
import { loadTrace, traceNames } from './csv-series';
import type { PastContainer, PastOptions, PastSource, TimeSpan, UsageSample } from './source';

const NAMESPACE = 'traces';
const CONTAINER = 'app';
const MILLICORES_PER_CORE = 1000;

/** A folder of CSV files, each the CPU use of one container, named after its file. */
export class CsvTraces implements PastSource {
  readonly name = 'csv-traces';

  constructor(private readonly folder: string) {}

  /** @throws TraceError if the folder cannot be read or has none */
  async *containers(_span: TimeSpan, { stopping }: PastOptions = {}): AsyncGenerator<PastContainer> {
    for (const file of traceNames(this.folder)) {
      stopping?.throwIfAborted();
      yield containerOf(file);
    }
  }

  /**
   * One file after the other.
   * @throws TraceError if the folder cannot be read or has none, or a file is no trace
   */
  async *samples(
    { fromMs, toMs }: TimeSpan,
    { stopping, progress }: PastOptions = {},
  ): AsyncGenerator<UsageSample> {
    const files = traceNames(this.folder);
    for (const [done, file] of files.entries()) {
      stopping?.throwIfAborted();
      progress?.({ done, total: files.length });
      const { namespace, pod, container } = containerOf(file);
      const { times, values } = loadTrace(this.folder, file);
      for (const [index, atMs] of times.entries())
        if (atMs >= fromMs && atMs < toMs) {
          stopping?.throwIfAborted();
          yield {
            namespace,
            pod,
            container,
            atMs,
            cpuMillicores: (values[index] ?? 0) * MILLICORES_PER_CORE,
          };
        }
      await nextTurn();
    }
    progress?.({ done: files.length, total: files.length });
  }
}

function containerOf(file: string): PastContainer {
  const pod = file.replace(/\.csv(\.gz)?$/, '');
  return { namespace: NAMESPACE, pod, container: CONTAINER, labels: { trace: pod } };
}
