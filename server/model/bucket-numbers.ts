/** Buckets added at either side when a value falls outside, so that growth is rare. */
const SLACK = 6;

/** A number for each bucket, 0 by default. Only buckets around those in use take memory: most are never used. */
export class BucketNumbers {
  private start = 0;
  private numbers: number[] = [];

  at(bucket: number): number {
    const index = bucket - this.start;
    return index >= 0 && index < this.numbers.length ? (this.numbers[index] ?? 0) : 0;
  }

  put(bucket: number, value: number): void {
    const index = bucket - this.start;
    if (index < 0 || index >= this.numbers.length) this.growTo(bucket);
    this.numbers[bucket - this.start] = value;
  }

  clear(): void {
    this.numbers.fill(0);
  }

  /** The numbers from the first to the last that is not 0, and the bucket of the first. */
  inUse(): { first: number; numbers: readonly number[] } {
    const first = this.numbers.findIndex((number) => number !== 0);
    const last = this.numbers.findLastIndex((number) => number !== 0);
    return {
      first: first < 0 ? 0 : this.start + first,
      numbers: this.numbers.slice(Math.max(0, first), last + 1),
    };
  }

  private growTo(bucket: number): void {
    const end = this.start + this.numbers.length;
    const isFirst = this.numbers.length === 0;
    const start = Math.max(0, isFirst || bucket < this.start ? bucket - SLACK : this.start);
    const length = Math.max(isFirst ? 0 : end, bucket + SLACK + 1) - start;
    // An array that grows by itself takes half as much again.
    const grown = new Array<number>(length).fill(0);
    for (const [index, number] of this.numbers.entries()) grown[this.start + index - start] = number;
    this.start = start;
    this.numbers = grown;
  }
}
