import type { MutationRecord } from '../review/mutation';

/** Few enough that under load each is gone before the garbage collector promotes it. */
const CAPACITY = 50;

/** The newest mutations, bounded; a record is made only on demand. */
export class MutationLog {
  private readonly makers: (() => MutationRecord)[] = [];
  private next = 0;

  add(make: () => MutationRecord): void {
    this.makers[this.next] = make;
    this.next = (this.next + 1) % CAPACITY;
  }

  /** Newest first. */
  list(): MutationRecord[] {
    const { makers, next } = this;
    return [...makers.slice(0, next).reverse(), ...makers.slice(next).reverse()].map((make) => make());
  }
}
