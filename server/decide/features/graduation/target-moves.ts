import { RESOURCES, type Resource } from '../../../objects/units';
import type { TargetMoves } from './facts';

/** The targets of one container at a time, in millicores and bytes. */
export interface TargetPoint {
  readonly atMs: number;
  readonly targets: Readonly<Partial<Record<Resource, number>>>;
}

/** The lowest and highest target of one container and resource, and the newest; since when it is known. */
interface Range {
  least: number;
  most: number;
  newest: number;
  newestMs: number;
}

/** Collects how far targets moved, from points in any order. */
export class MovesSum {
  private readonly ranges = new Map<string, Range>();
  /** Of the container that is known for the shortest time. */
  private readonly firstMs = new Map<string, number>();

  add(container: string, { atMs, targets }: TargetPoint): void {
    for (const resource of RESOURCES) {
      const value = targets[resource];
      if (value === undefined || !(value > 0)) continue;
      this.firstMs.set(container, Math.min(atMs, this.firstMs.get(container) ?? atMs));
      const key = `${resource} ${container}`;
      const known = this.ranges.get(key);
      if (!known) {
        this.ranges.set(key, { least: value, most: value, newest: value, newestMs: atMs });
        continue;
      }
      known.least = Math.min(known.least, value);
      known.most = Math.max(known.most, value);
      if (atMs >= known.newestMs) Object.assign(known, { newest: value, newestMs: atMs });
    }
  }

  /** How far the targets moved until `nowMs`: between the lowest and the highest, over the newest. */
  result(nowMs: number, isAway: boolean): TargetMoves {
    let change: TargetMoves['change'];
    for (const [key, { least, most, newest }] of this.ranges) {
      const share = (most - least) / newest;
      if (change && share <= change.share) continue;
      const resource: Resource = key.startsWith('cpu ') ? 'cpu' : 'memory';
      change = { share, container: key.slice(resource.length + 1), resource };
    }
    const firstMs = this.firstMs.size > 0 ? Math.max(...this.firstMs.values()) : nowMs;
    return { coveredMs: Math.max(0, nowMs - firstMs), isAway, ...(change && { change }) };
  }
}
