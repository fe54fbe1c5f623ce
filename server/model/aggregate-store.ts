import { Aggregate } from './aggregate';
import type { Learning } from './learned';

/** Makes aggregates, and counts those of pods. */
export class AggregateStore {
  private living = 0;

  constructor(private readonly learning: Learning) {}

  get count(): number {
    return this.living;
  }

  /** @param key see `containerKey` */
  create(key: string, createdMs: number): Aggregate {
    this.living++;
    return new Aggregate(key, this.learning.create(), createdMs);
  }

  /** One that `create` made is dropped. */
  release(): void {
    this.living--;
  }

  /** An aggregate for merged results and checkpoints. */
  readonly createScratch = (key: string): Aggregate => new Aggregate(key, this.learning.create(), 0);
}
