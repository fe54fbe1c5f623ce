const VECTORS_PER_SLAB = 64;

/**
 * Hands out zeroed weight vectors of one length, cut from large slabs, so that thousands of histograms cost
 * little more than their numbers. Returned vectors are reused.
 */
export class WeightPool {
  private readonly free: Float64Array[] = [];

  constructor(private readonly length: number) {}

  acquire(): Float64Array {
    const vector = this.free.pop();
    if (vector) return vector.fill(0);
    const slab = new Float64Array(this.length * VECTORS_PER_SLAB);
    for (let index = VECTORS_PER_SLAB - 1; index > 0; index--) this.free.push(this.cut(slab, index));
    return this.cut(slab, 0);
  }

  release(vector: Float64Array): void {
    this.free.push(vector);
  }

  private cut(slab: Float64Array, index: number): Float64Array {
    return slab.subarray(index * this.length, (index + 1) * this.length);
  }
}
