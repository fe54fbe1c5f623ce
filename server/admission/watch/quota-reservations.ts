import { type QuotaLeft, quotasLeft, type TakenOfQuota } from '../../decide/pods/quota-left';
import type { WatchCache } from '../../kube/watch-cache';
import type { Clock } from '../../lib/time/clock';
import type { ResourceQuota } from '../../objects/types';

/**
 * The API server asks webhooks before it counts a pod, and tells of what it counted in a moment. A pod that does not count
 * after this time was refused.
 */
const KEPT_MS = 10_000;
/** Pods of a namespace that are under way at a time; more are not remembered. */
const MOST_IN_NAMESPACE = 1_000;
/** A rise is looked for in runs that begin with one of as many. */
const MOST_TRIES = 64;

/** A controller that makes pods by a number of replicas. */
export interface ReplicasOf {
  readonly uid: string;
  /** As its status tells. */
  readonly made: number;
}

interface Reserved {
  readonly untilMs: number;
  readonly owner: ReplicasOf | undefined;
  /** By quota and name of what it counts: all of the pod, and what of it nobody else lays claim to. */
  readonly amounts: Map<string, { all: number; unclaimed: number }>;
}

/** Pods of a controller that quotas count, and its status does not yet. */
interface Uncounted {
  made: number;
  pods: number;
  untilMs: number;
}

/**
 * What pods take of quotas from their review on until the quotas count them: a controller creates many pods at a time, and
 * all of them are reviewed by what the quotas had left before the first. Other processes that admit know nothing of it.
 */
export class QuotaReservations {
  /** Oldest first. */
  private readonly reserved = new Map<string, Set<Reserved>>();
  private readonly uncounted = new Map<string, Uncounted>();
  private readonly unsubscribe: () => void;

  constructor(
    quotas: Pick<WatchCache<ResourceQuota>, 'subscribe'>,
    private readonly clock: Pick<Clock, 'steady'>,
  ) {
    this.unsubscribe = quotas.subscribe({ updated: (former, quota) => this.count(former, quota) });
  }

  close(): void {
    this.unsubscribe();
  }

  /**
   * Remembers what a pod takes.
   * @param owner whose replicas to come lay claim to what the pod states; undefined if nobody does
   */
  add(namespace: string, taken: readonly TakenOfQuota[], owner: ReplicasOf | undefined): void {
    const counting = taken.filter(({ after }) => after > 0);
    const all = this.underWay(namespace);
    if (counting.length === 0 || all.size >= MOST_IN_NAMESPACE) return;
    const amounts = counting.map(
      ({ quota, before, after }) =>
        [keyOf(quota), { all: after, unclaimed: owner ? after - before : after }] as const,
    );
    all.add({ untilMs: this.clock.steady() + KEPT_MS, owner, amounts: new Map(amounts) });
    this.reserved.set(namespace, all);
  }

  /** What quotas have left without what is under way; the same list if nothing is. */
  without(namespace: string, left: readonly QuotaLeft[]): readonly QuotaLeft[] {
    const all = this.underWay(namespace);
    if (all.size === 0) return left;
    const sums = new Map<string, number>();
    for (const { amounts } of all)
      for (const [key, { unclaimed }] of amounts) sums.set(key, (sums.get(key) ?? 0) + unclaimed);
    return left.map((quota) => {
      const sum = sums.get(keyOf(quota)) ?? 0;
      return sum === 0 ? quota : { ...quota, free: quota.free - sum };
    });
  }

  /** How many pods of a controller quotas count that its status does not tell yet. */
  untold({ uid, made }: ReplicasOf): number {
    const known = this.uncounted.get(uid);
    return known?.made === made && known.untilMs > this.clock.steady() ? known.pods : 0;
  }

  /** The status of a controller tells of another number of pods. */
  told({ uid, made }: ReplicasOf): void {
    const known = this.uncounted.get(uid);
    if (!known || known.made === made) return;
    const pods = made < known.made ? 0 : known.pods - (made - known.made);
    if (pods <= 0) this.uncounted.delete(uid);
    else Object.assign(known, { made, pods });
  }

  private underWay(namespace: string): Set<Reserved> {
    const all = this.reserved.get(namespace) ?? new Set();
    const now = this.clock.steady();
    for (const one of all) {
      if (one.untilMs > now) break;
      all.delete(one);
    }
    if (all.size === 0) this.reserved.delete(namespace);
    return all;
  }

  /** Ends what is reserved for pods that a quota counts more than before. */
  private count(former: ResourceQuota, quota: ResourceQuota): void {
    const { namespace = '' } = quota.metadata;
    const all = this.underWay(namespace);
    if (all.size === 0) return;
    const before = usedBy(former);
    for (const [key, used] of usedBy(quota))
      for (const one of adding(all, key, used - (before.get(key) ?? used))) this.counted(namespace, one, key);
  }

  private counted(namespace: string, one: Reserved, key: string): void {
    one.amounts.delete(key);
    if (one.amounts.size > 0) return;
    const all = this.reserved.get(namespace);
    all?.delete(one);
    if (all?.size === 0) this.reserved.delete(namespace);
    if (!one.owner) return;
    const { uid, made } = one.owner;
    const known = this.uncounted.get(uid);
    const untilMs = this.clock.steady() + KEPT_MS;
    if (known?.made === made) Object.assign(known, { pods: known.pods + 1, untilMs });
    else this.uncounted.set(uid, { made, pods: 1, untilMs });
    for (const [other, { untilMs: end }] of this.uncounted)
      if (end <= this.clock.steady()) this.uncounted.delete(other);
  }
}

const keyOf = ({ quota, name = '' }: Pick<QuotaLeft, 'quota' | 'name'>) => `${name} ${quota}`;

/** What a quota counts, by what it counts; nothing of one that cannot be read. */
function usedBy(quota: ResourceQuota): Map<string, number> {
  try {
    return new Map(
      quotasLeft([quota]).map(({ hard = 0, free, ...counted }) => [keyOf(counted), hard - free] as const),
    );
  } catch {
    return new Map();
  }
}

/**
 * Which pods make up a rise, oldest first. None if no such run of them does: what else came in meanwhile is not known, and
 * to count a pod twice for a moment costs less than to promise what is gone.
 */
function adding(all: Iterable<Reserved>, key: string, rise: number): Reserved[] {
  const waiting = [...all].filter(({ amounts }) => amounts.has(key));
  for (let first = 0; first < Math.min(waiting.length, MOST_TRIES); first++) {
    const found: Reserved[] = [];
    let rest = rise;
    for (let at = first; at < waiting.length && rest > 0; at++) {
      const one = waiting[at] as Reserved;
      const { all: amount = 0 } = one.amounts.get(key) ?? {};
      if (amount > rest) continue;
      rest -= amount;
      found.push(one);
    }
    if (rise > 0 && rest === 0) return found;
  }
  return [];
}
