/**
 * Values by group and key, such as by namespace and name; no more than `most` in all. Once there are as many, the
 * oldest value of the largest group makes room: whoever has few loses none to those who have many. Each step takes
 * the same time, however many groups there are.
 */
export class FairShare<V> {
  private readonly groups = new Map<string, Map<string, V>>();
  /** The groups of each size. */
  private readonly bySize = new Map<number, Set<string>>();
  private largest = 0;
  private count = 0;

  constructor(private readonly most: number) {}

  get size(): number {
    return this.count;
  }

  get sizeOfLargest(): number {
    return this.largest;
  }

  sizeOf(group: string): number {
    return this.groups.get(group)?.size ?? 0;
  }

  get(group: string, key: string): V | undefined {
    return this.groups.get(group)?.get(key);
  }

  /** The values of a group, oldest first. */
  of(group: string): ReadonlyMap<string, V> {
    return this.groups.get(group) ?? new Map();
  }

  *values(): IterableIterator<V> {
    for (const values of this.groups.values()) yield* values.values();
  }

  /** Puts a value last in its group. @returns the value that made room for it, if one had to */
  set(group: string, key: string, value: V): V | undefined {
    this.delete(group, key);
    const values = this.groups.get(group) ?? new Map<string, V>();
    this.groups.set(group, values);
    values.set(key, value);
    this.resized(group, values.size - 1, values.size);
    return this.count > this.most ? this.dropFromLargest() : undefined;
  }

  /** Drops the oldest value of the largest group. */
  dropFromLargest(): V | undefined {
    const [group = ''] = this.bySize.get(this.largest) ?? [];
    const [key = ''] = this.groups.get(group)?.keys() ?? [];
    return this.delete(group, key);
  }

  delete(group: string, key: string): V | undefined {
    const values = this.groups.get(group);
    const value = values?.get(key);
    if (!values?.delete(key)) return undefined;
    this.resized(group, values.size + 1, values.size);
    if (values.size === 0) this.groups.delete(group);
    return value;
  }

  private resized(group: string, from: number, to: number): void {
    this.count += to - from;
    const former = this.bySize.get(from);
    former?.delete(group);
    if (former?.size === 0) this.bySize.delete(from);
    if (to > 0) {
      const same = this.bySize.get(to) ?? new Set<string>();
      this.bySize.set(to, same.add(group));
    }
    if (to > this.largest) this.largest = to;
    else if (this.largest === from && !this.bySize.has(from)) this.largest = to;
  }
}
