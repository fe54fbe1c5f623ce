import { setImmediate as nextTurn } from 'node:timers/promises';
import { loadTrace, traceNames } from './csv-series';
import type { PastContainer, PastOptions, PastSeries, PastSource, TimeSpan } from './source';

const NAMESPACE = 'traces';
const CONTAINER = 'app';
const MILLICORES_PER_CORE = 1000;

/** A folder of CSV files, each the usage of one container, named after its file. */
export class CsvTraces implements PastSource {
  readonly name = 'csv-traces';

  constructor(private readonly folder: string) {}

  /** @throws TraceError if the folder cannot be read or has none */
  async *containers(
    _span: TimeSpan,
    { namespaces, isWanted, stopping }: PastOptions = {},
  ): AsyncGenerator<PastContainer> {
    if (!hasTraces(namespaces)) return;
    for (const file of traceNames(this.folder)) {
      stopping?.throwIfAborted();
      const container = containerOf(file);
      if (isWanted?.(container) ?? true) yield container;
    }
  }

  /**
   * One file after the other.
   * @throws TraceError if the folder cannot be read or has none, or a file is no trace
   */
  async *samples(
    { fromMs, toMs }: TimeSpan,
    { namespaces, isWanted, stopping, progress, ended }: PastOptions = {},
  ): AsyncGenerator<PastSeries> {
    const all = hasTraces(namespaces) ? traceNames(this.folder) : [];
    const files = isWanted ? all.filter((file) => isWanted(containerOf(file))) : all;
    for (const [done, file] of files.entries()) {
      stopping?.throwIfAborted();
      progress?.({ done, total: files.length });
      const { times, values, memoryBytes } = loadTrace(this.folder, file);
      const order = [...times.keys()]
        .filter((index) => (times[index] ?? 0) >= fromMs && (times[index] ?? 0) < toMs)
        .sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0));
      yield {
        container: containerOf(file),
        timesMs: order.map((index) => times[index] ?? 0),
        cpuMillicores: order.map((index) => (values[index] ?? 0) * MILLICORES_PER_CORE),
        ...(memoryBytes && { memoryBytes: order.map((index) => memoryBytes[index] ?? 0) }),
      };
      await nextTurn();
    }
    stopping?.throwIfAborted();
    progress?.({ done: files.length, total: files.length });
    if (all.length > 0) ended?.(NAMESPACE);
  }
}

function hasTraces(namespaces: readonly string[] | undefined): boolean {
  return namespaces?.includes(NAMESPACE) ?? true;
}

function containerOf(file: string): PastContainer {
  const pod = file.replace(/\.csv(\.gz)?$/, '');
  return { namespace: NAMESPACE, pod, container: CONTAINER, labels: { trace: pod } };
}
