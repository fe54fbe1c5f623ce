import type { PastAmounts, PastStep } from '../../contract/overview';
import { RESOURCES, type Resource } from '../../objects/units';
import type { SeriesPoint } from '../../store';

/** Whole steps of the past; the last one may not have ended. */
export interface PastGrid {
  readonly fromMs: number;
  readonly stepMs: number;
  readonly count: number;
}

const PARTS = ['requested', 'recommended', 'kept', 'used'] as const;

/** Containers known, then the parts of each resource. */
const WIDTH = 1 + RESOURCES.length * PARTS.length;

/** Adds up containers step by step, each container by itself: a shortage here never hides an excess there. */
export class PastSum {
  private readonly cells: Float64Array;

  constructor(readonly grid: PastGrid) {
    this.cells = new Float64Array(grid.count * WIDTH);
  }

  /** The steps of one container. A step without pods, request or target is left out. */
  add(points: readonly SeriesPoint[]): void {
    const { fromMs, stepMs, count } = this.grid;
    for (const point of points) {
      const slot = Math.floor((point.atMs - fromMs) / stepMs);
      if (!(slot >= 0 && slot < count) || !point.replicas) continue;
      const at = slot * WIDTH;
      const isKnown = RESOURCES.filter((resource, index) =>
        this.addOne(at + 1 + index * PARTS.length, point[resource], point.replicas ?? 0),
      );
      if (isKnown.length > 0) this.put(at, 1);
    }
  }

  merge(other: PastSum): void {
    for (const [index, value] of other.cells.entries()) this.put(index, value);
  }

  /** Oldest first; a step of which nothing is known is missing. */
  steps(): PastStep[] {
    const steps: PastStep[] = [];
    for (let slot = 0; slot < this.grid.count; slot++) {
      const at = slot * WIDTH;
      const known = this.cells[at] ?? 0;
      if (known === 0) continue;
      const atMs = this.grid.fromMs + (slot + 1) * this.grid.stepMs;
      steps.push({ atMs, known, ...this.amountsAt(at + 1) });
    }
    return steps;
  }

  private addOne(
    at: number,
    { request, target, usageMean = 0 }: SeriesPoint[Resource],
    pods: number,
  ): boolean {
    if (request === undefined || target === undefined) return false;
    this.put(at, request * pods);
    this.put(at + 1, target * pods);
    this.put(at + 2, Math.min(request, target) * pods);
    this.put(at + 3, usageMean * pods);
    return true;
  }

  private amountsAt(at: number): Record<Resource, PastAmounts> {
    const of = (index: number) =>
      Object.fromEntries(
        PARTS.map((part, place) => [part, this.cells[at + index * PARTS.length + place] ?? 0]),
      ) as unknown as PastAmounts;
    return { cpu: of(0), memory: of(1) };
  }

  private put(at: number, value: number): void {
    this.cells[at] = (this.cells[at] ?? 0) + value;
  }
}
