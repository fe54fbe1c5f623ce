/** Lets so many of each namespace through in a stretch of time; what it keeps is gone with the stretch. */
export class EachNamespace {
  private readonly used = new Map<string, number>();
  private startedMs = Number.NEGATIVE_INFINITY;

  /** @param stretchMs how long a stretch is, in the time that `within` is given */
  constructor(
    private readonly most: number,
    private readonly stretchMs: number,
  ) {}

  /** Those of `items`, in their order, that their namespaces have room for at `nowMs`; at most `atOnce`. */
  within<T extends { readonly namespace: string }>(items: Iterable<T>, nowMs: number, atOnce: number): T[] {
    if (nowMs - this.startedMs >= this.stretchMs) {
      this.startedMs = nowMs;
      this.used.clear();
    }
    const admitted: T[] = [];
    for (const item of items) {
      if (admitted.length >= atOnce) break;
      const used = this.used.get(item.namespace) ?? 0;
      if (used >= this.most) continue;
      this.used.set(item.namespace, used + 1);
      admitted.push(item);
    }
    return admitted;
  }
}
