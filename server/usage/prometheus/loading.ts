import type { PastContainer, PastOptions } from '../source';
import type { Piece, Unit } from './units';

/** The progress of a load: samples requested, of all there may be, and the complete namespaces. */
export class Loading {
  private done = 0;
  private readonly total: number;
  /** Per namespace: streams that may still bring data of it. */
  private readonly open = new Map<string, number>();

  constructor(
    units: readonly Unit[],
    /** How many streams each unit has, and how many steps each of them. */
    private readonly of: { streams: number; steps: number; stepMs: number },
    private readonly options: PastOptions,
  ) {
    const containers = units.reduce((sum, unit) => sum + unit.containers.length, 0);
    this.total = containers * of.streams * of.steps;
    for (const { scope } of units)
      for (const namespace of scope.namespaces)
        this.open.set(namespace, (this.open.get(namespace) ?? 0) + of.streams);
    for (const namespace of options.namespaces ?? [])
      if (!this.open.has(namespace)) options.ended?.(namespace);
    this.tell();
  }

  pieceDone(unit: Unit, { scope, firstMs, lastMs }: Piece): void {
    const steps = (lastMs - firstMs) / this.of.stepMs + 1;
    const isIn = ({ namespace, pod }: PastContainer) =>
      scope.namespaces.includes(namespace) && (scope.pods?.includes(pod) ?? true);
    const containers = scope === unit.scope ? unit.containers.length : unit.containers.filter(isIn).length;
    this.done += steps * containers;
    this.tell();
  }

  streamEnded({ scope }: Unit): void {
    for (const namespace of scope.namespaces) {
      const left = (this.open.get(namespace) ?? 0) - 1;
      this.open.set(namespace, left);
      if (left === 0) this.options.ended?.(namespace);
    }
  }

  private tell(): void {
    this.options.progress?.({ done: this.done, total: this.total });
  }
}
