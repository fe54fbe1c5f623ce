import { Aggregate } from './aggregate';
import { CPU_BUCKETS, MEMORY_BUCKETS } from './bucketing';
import type { ModelSettings } from './cluster-types';
import { DecayingHistogram } from './histogram';
import { WeightPool } from './weight-pool';

/** Makes aggregates; those that live long share slabs of memory and give their part back when dropped. */
export class AggregateStore {
  private readonly cpuWeights = new WeightPool(CPU_BUCKETS.count);
  private readonly memoryWeights = new WeightPool(MEMORY_BUCKETS.count);
  private living = 0;

  constructor(private readonly settings: ModelSettings) {}

  /** How many pooled aggregates there are. */
  get count(): number {
    return this.living;
  }

  create(container: string, createdMs: number): Aggregate {
    this.living++;
    return this.build(container, createdMs, this.cpuWeights.take(), this.memoryWeights.take());
  }

  /** Takes back what `create` made; it must not be used again. */
  release({ cpu, memory }: Aggregate): void {
    this.living--;
    this.cpuWeights.giveBack(cpu.weights);
    this.memoryWeights.giveBack(memory.weights);
  }

  /** An aggregate of its own memory, for merged results and checkpoints. */
  readonly createScratch = (container: string): Aggregate =>
    this.build(container, 0, new Float64Array(CPU_BUCKETS.count), new Float64Array(MEMORY_BUCKETS.count));

  private build(container: string, createdMs: number, cpu: Float64Array, memory: Float64Array): Aggregate {
    const { cpuHistogramDecayHalfLifeMs, memoryHistogramDecayHalfLifeMs } = this.settings;
    return new Aggregate(
      container,
      new DecayingHistogram(CPU_BUCKETS, cpuHistogramDecayHalfLifeMs, cpu),
      new DecayingHistogram(MEMORY_BUCKETS, memoryHistogramDecayHalfLifeMs, memory),
      createdMs,
    );
  }
}
