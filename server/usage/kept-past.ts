import type { Labels } from '../objects/selector';
import type { PastContainer, PastOptions, PastSeries, PastSource, TimeSpan } from './source';

/** Names what is kept: one container in all pods of a VPA. */
interface KeptKey {
  namespace: string;
  vpa: string;
  container: string;
}

/** CPU in millicores and memory in bytes, the mean over the pods and the step that begins at `atMs`. */
interface KeptPoint {
  atMs: number;
  cpu: { usageMean?: number };
  memory: { usageMean?: number; usageMax?: number };
}

/** What the store offers of its series. */
interface KeptSeries {
  /** @throws what the database throws */
  keys(span: TimeSpan): Promise<readonly KeptKey[]>;
  past(
    key: KeptKey,
    span: TimeSpan,
    most: number,
  ): Promise<{ points: readonly KeptPoint[]; isComplete: boolean }>;
}

export interface KeptPastParts {
  series: KeptSeries;
  /** The labels that the pods of a VPA have; undefined if its target is unknown. */
  labelsOf(namespace: string, vpa: string): Labels | undefined;
}

/** The database of the kept past does not answer. */
class KeptPastError extends Error {
  override readonly name = 'KeptPastError';
}

/** The past that Plumbline itself kept: the mean over the pods of each VPA, which stand as one pod of its name. */
export class KeptPast implements PastSource {
  readonly name = 'store';

  constructor(private readonly parts: KeptPastParts) {}

  /** @throws what the database throws */
  async *containers(
    span: TimeSpan,
    { namespaces, isWanted, stopping }: PastOptions = {},
  ): AsyncGenerator<PastContainer> {
    for (const key of await this.keys(span, namespaces)) {
      stopping?.throwIfAborted();
      const container = this.containerOf(key);
      if (container && (isWanted?.(container) ?? true)) yield container;
    }
  }

  /**
   * One container after the other, those of a namespace together, in the finest steps kept since the span begins.
   * @throws KeptPastError if the database does not answer, or what it throws
   */
  async *samples(
    span: TimeSpan,
    { namespaces, isWanted, stopping, progress, ended }: PastOptions = {},
  ): AsyncGenerator<PastSeries> {
    const keys = await this.keys(span, namespaces);
    for (const [done, key] of keys.entries()) {
      stopping?.throwIfAborted();
      progress?.({ done, total: keys.length });
      const container = this.containerOf(key);
      if (container && (isWanted?.(container) ?? true)) yield { container, ...(await this.usage(key, span)) };
      if (keys[done + 1]?.namespace !== key.namespace) ended?.(key.namespace);
    }
    stopping?.throwIfAborted();
    progress?.({ done: keys.length, total: keys.length });
  }

  private async keys(span: TimeSpan, namespaces: readonly string[] | undefined): Promise<KeptKey[]> {
    const all = await this.parts.series.keys(span);
    const wanted = namespaces ? all.filter(({ namespace }) => namespaces.includes(namespace)) : [...all];
    return wanted.sort((a, b) => (a.namespace < b.namespace ? -1 : a.namespace > b.namespace ? 1 : 0));
  }

  private async usage(key: KeptKey, span: TimeSpan): Promise<Omit<PastSeries, 'container'>> {
    const { points, isComplete } = await this.parts.series.past(key, span, Number.POSITIVE_INFINITY);
    if (!isComplete) throw new KeptPastError('the database does not answer');
    return {
      timesMs: points.map(({ atMs }) => atMs),
      cpuMillicores: points.map(({ cpu }) => cpu.usageMean ?? Number.NaN),
      memoryBytes: points.map(({ memory }) => memory.usageMean ?? Number.NaN),
      memoryPeakBytes: points.map(({ memory }) => memory.usageMax ?? memory.usageMean ?? Number.NaN),
    };
  }

  private containerOf({ namespace, vpa, container }: KeptKey): PastContainer | undefined {
    const labels = this.parts.labelsOf(namespace, vpa);
    return labels && { namespace, pod: vpa, container, labels };
  }
}
