import { CPU_BUCKETS, MEMORY_BUCKETS } from '../../model/bucketing';
import type { Observation } from '../../model/observation';
import type { Signal } from '../../model/signals';
import { SLOT_MS } from './slots';

/** The half hour under way. A sample of the one before counts in it; an older one is left out. */
export class OpenSlot {
  private slot = -1;
  private readonly cpu = new Map<number, number>();
  private memoryPeak: number | undefined;

  observe(
    { kind, value, timeMs }: Observation,
    close: (slot: number, signal: Signal, bucket: number) => void,
    cpuPercentile: number,
  ): void {
    if (kind !== 'cpu' && kind !== 'memory') return;
    const slot = Math.floor(timeMs / SLOT_MS);
    if (slot < this.slot - 1) return;
    if (slot > this.slot) {
      for (const signal of ['cpu', 'memory'] as const) {
        const bucket = this.bucketOf(signal, cpuPercentile);
        if (bucket !== undefined) close(this.slot, signal, bucket);
      }
      this.cpu.clear();
      this.memoryPeak = undefined;
      this.slot = slot;
    }
    if (kind === 'memory') this.memoryPeak = Math.max(this.memoryPeak ?? 0, value);
    else {
      const bucket = CPU_BUCKETS.bucketOf(value);
      this.cpu.set(bucket, (this.cpu.get(bucket) ?? 0) + 1);
    }
  }

  /** The bucket of a percentile of its CPU, or of its memory peak; undefined without samples. */
  bucketOf(signal: Signal, cpuPercentile: number): number | undefined {
    if (signal === 'memory')
      return this.memoryPeak === undefined ? undefined : MEMORY_BUCKETS.bucketOf(this.memoryPeak);
    const buckets = [...this.cpu].sort(([a], [b]) => a - b);
    const total = buckets.reduce((sum, [, samples]) => sum + samples, 0);
    let sum = 0;
    for (const [bucket, samples] of buckets) {
      sum += samples;
      if (sum >= cpuPercentile * total) return bucket;
    }
    return undefined;
  }
}
