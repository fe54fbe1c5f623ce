import { ofKey } from '../../lib/memo/of-key';
/** Pods of one topmost controller that the same PodGroups select: whatever applies to one applies to all. */
export interface Portion {
  readonly key: string;
  readonly namespace: string;
  /** The topmost controller; absent if there is none that a VPA could target. */
  readonly workload?: string;
  /** The PodGroups, as targets. */
  readonly podGroups: readonly string[];
}

const NONE: ReadonlySet<never> = new Set();

/** The portions there are, by what they are and by PodGroup. */
export class PortionIndex<P extends Portion> {
  private readonly byKey = new Map<string, P>();
  private readonly byGroup = new Map<string, Set<P>>();

  /** @param make gives a portion a place for its pods */
  constructor(private readonly make: (portion: Portion) => P) {}

  get(key: string): P | undefined {
    return this.byKey.get(key);
  }

  of(podGroup: string): ReadonlySet<P> {
    return this.byGroup.get(podGroup) ?? NONE;
  }

  /** The portion of these, made if there is none. */
  for({ namespace, workload, podGroups }: Omit<Portion, 'key'>): P {
    const key = [namespace, workload ?? '', ...podGroups].join(' ');
    const known = this.byKey.get(key);
    if (known) return known;
    const portion = this.make({ key, namespace, workload, podGroups });
    this.byKey.set(key, portion);
    for (const podGroup of podGroups) ofKey(this.byGroup, podGroup, () => new Set()).add(portion);
    return portion;
  }

  delete({ key, podGroups }: Portion): void {
    const portion = this.byKey.get(key);
    if (!portion) return;
    this.byKey.delete(key);
    for (const podGroup of podGroups) {
      const portions = this.byGroup.get(podGroup);
      portions?.delete(portion);
      if (portions?.size === 0) this.byGroup.delete(podGroup);
    }
  }
}
