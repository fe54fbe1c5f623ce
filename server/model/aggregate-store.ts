import { Aggregate } from './aggregate';
import type { Learning } from './learned';

/** Makes aggregates; long-lived ones share memory and return their part when dropped. */
export class AggregateStore {
  private living = 0;

  constructor(private readonly learning: Learning) {}

  /** How many pooled aggregates exist. */
  get count(): number {
    return this.living;
  }

  /** @param key see `containerKey` */
  create(key: string, createdMs: number): Aggregate {
    this.living++;
    return new Aggregate(key, this.learning.create(), createdMs);
  }

  /** Takes back what `create` made; it must not be used again. */
  release({ learned }: Aggregate): void {
    this.living--;
    this.learning.release(learned);
  }

  /** An aggregate with its own memory, for merged results and checkpoints. */
  readonly createScratch = (key: string): Aggregate => new Aggregate(key, this.learning.createScratch(), 0);
}
