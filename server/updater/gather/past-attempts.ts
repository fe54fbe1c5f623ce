import { afterCapacityTry, type CapacityTry } from '../../decide/running/capacity-tries';
import type { RefusedResize, UpdateFailure, WithdrawnResize } from '../../decide/running/plan-input';
import { backoffMs } from '../../lib/time/backoff';
import type { Pod } from '../../objects/types';
import type { Amounts } from '../../objects/units';

const LONGEST_BACKOFF_MS = 3_600_000;

/** Recent events of one VPA's pods; each map is replaced, never changed. */
interface Notes {
  refusals: ReadonlyMap<string, RefusedResize>;
  failures: ReadonlyMap<string, UpdateFailure>;
}

const NOTHING: Notes = { refusals: new Map(), failures: new Map() };

/** Resizes that were taken back, and pods that have no room to grow; each map is replaced, never changed. */
interface Waits {
  withdrawn: ReadonlyMap<string, WithdrawnResize>;
  shortSince: ReadonlyMap<string, number>;
}

const NO_WAITS: Waits = { withdrawn: new Map(), shortSince: new Map() };
const FIRST_WITHDRAWAL_MS = 600_000;
const LONGEST_WITHDRAWAL_MS = 6 * 3_600_000;

/** Remembers refused resizes and failed attempts, so that nothing is retried in a tight loop. */
export class PastAttempts {
  private readonly notes = new Map<string, Notes>();
  /** Evicted pods that the watch may still show unchanged, by VPA and uid. */
  private readonly evictions = new Map<string, Map<string, Pod>>();
  private readonly waits = new Map<string, Waits>();
  private readonly capacityTries = new Map<string, CapacityTry>();

  constructor(private readonly firstBackoffMs: number) {}

  notesOf(vpaKey: string): Notes {
    return this.notes.get(vpaKey) ?? NOTHING;
  }

  refused(
    vpaKey: string,
    uid: string,
    message: string,
    atMs: number,
    asked: ReadonlyMap<string, Amounts>,
  ): void {
    const { refusals, failures } = this.notesOf(vpaKey);
    this.notes.set(vpaKey, {
      refusals: new Map(refusals).set(uid, { message, atMs, asked }),
      failures,
    });
  }

  /** Each further failure of a pod doubles its pause, up to an hour. */
  failed(vpaKey: string, uid: string, message: string, atMs: number): void {
    const { refusals, failures } = this.notesOf(vpaKey);
    const attempts = (failures.get(uid)?.attempts ?? 0) + 1;
    const pauseMs = backoffMs({ firstMs: this.firstBackoffMs, longestMs: LONGEST_BACKOFF_MS }, attempts);
    this.notes.set(vpaKey, {
      refusals,
      failures: new Map(failures).set(uid, { message, atMs, attempts, retryAtMs: atMs + pauseMs }),
    });
  }

  waitsOf(vpaKey: string): Waits {
    return this.waits.get(vpaKey) ?? NO_WAITS;
  }

  /** Each further time a resize of a pod is taken back doubles its pause, up to six hours. */
  withdrew(vpaKey: string, uid: string, kind: WithdrawnResize['kind'], message: string, atMs: number): void {
    const { withdrawn, shortSince } = this.waitsOf(vpaKey);
    const times = (withdrawn.get(uid)?.times ?? 0) + 1;
    const pauseMs = backoffMs({ firstMs: FIRST_WITHDRAWAL_MS, longestMs: LONGEST_WITHDRAWAL_MS }, times);
    const entry = { kind, message, atMs, times, retryAtMs: atMs + pauseMs };
    this.waits.set(vpaKey, { withdrawn: new Map(withdrawn).set(uid, entry), shortSince });
  }

  /** Notes which pods of a VPA have no room to grow where they are, though another node has. */
  shortNow(vpaKey: string, uids: readonly string[], atMs: number): void {
    const { withdrawn, shortSince } = this.waitsOf(vpaKey);
    if (uids.length === shortSince.size && uids.every((uid) => shortSince.has(uid))) return;
    const next = new Map(uids.map((uid) => [uid, shortSince.get(uid) ?? atMs] as const));
    if (next.size + withdrawn.size > 0) this.waits.set(vpaKey, { withdrawn, shortSince: next });
    else this.waits.delete(vpaKey);
  }

  succeeded(vpaKey: string, uid: string): void {
    this.forget(vpaKey, (known) => known !== uid);
  }

  evicted(vpaKey: string, pod: Pod): void {
    const { uid = '' } = pod.metadata;
    const known = this.evictions.get(vpaKey);
    if (known) known.set(uid, pod);
    else this.evictions.set(vpaKey, new Map([[uid, pod]]));
  }

  capacityTryOf(vpaKey: string): CapacityTry | undefined {
    return this.capacityTries.get(vpaKey);
  }

  /** Notes that a pod was replaced that had waited for room since then, if anybody says since when. */
  replacedForCapacity(vpaKey: string, sinceMs: number | undefined, atMs: number): void {
    this.capacityTries.set(vpaKey, afterCapacityTry(this.capacityTries.get(vpaKey), sinceMs, atMs));
  }

  /** The pods that were not evicted, as far as this process knows; the same list if none was. */
  withoutEvicted(vpaKey: string, pods: readonly Pod[]): readonly Pod[] {
    if (this.evictions.size === 0) return pods;
    const evicted = this.evictions.get(vpaKey);
    return evicted
      ? pods.filter(({ metadata }) => metadata.deletionTimestamp || !evicted.has(metadata.uid ?? ''))
      : pods;
  }

  /** Drops entries of pods that are gone. */
  keepOnly(vpaKey: string, pods: readonly Pod[]): void {
    if (this.evictions.size + this.notes.size + this.waits.size === 0) return;
    const evicted = this.evictions.get(vpaKey);
    const waits = this.waits.get(vpaKey);
    if (!evicted && !waits && !this.notes.has(vpaKey)) return;
    const live = new Set(pods.map(({ metadata }) => metadata.uid ?? ''));
    if (waits) this.keepWaits(vpaKey, waits, live);
    this.forget(vpaKey, (known) => live.has(known));
    for (const uid of evicted?.keys() ?? []) if (!live.has(uid)) evicted?.delete(uid);
    if (evicted?.size === 0) this.evictions.delete(vpaKey);
  }

  /** Evicted pods that the watch may still show unchanged. */
  evictedOf(vpaKey: string): Iterable<Pod> {
    return this.evictions.get(vpaKey)?.values() ?? [];
  }

  /** The same of all VPAs: pods of one owner may be in several PodGroups. */
  *evictedOfAll(): Iterable<Pod> {
    for (const evicted of this.evictions.values()) yield* evicted.values();
  }

  /** Drops entries of VPAs that are gone. */
  keepOnlyVpas(live: Pick<ReadonlySet<string>, 'has'>): void {
    for (const known of [this.notes, this.waits, this.evictions, this.capacityTries])
      for (const key of known.keys()) if (!live.has(key)) known.delete(key);
  }

  private keepWaits(vpaKey: string, { withdrawn, shortSince }: Waits, live: ReadonlySet<string>): void {
    const isGone = (uid: string) => !live.has(uid);
    if (![...withdrawn.keys(), ...shortSince.keys()].some(isGone)) return;
    const kept = {
      withdrawn: new Map([...withdrawn].filter(([uid]) => live.has(uid))),
      shortSince: new Map([...shortSince].filter(([uid]) => live.has(uid))),
    };
    if (kept.withdrawn.size + kept.shortSince.size > 0) this.waits.set(vpaKey, kept);
    else this.waits.delete(vpaKey);
  }

  private forget(vpaKey: string, keep: (uid: string) => boolean): void {
    const notes = this.notes.get(vpaKey);
    if (!notes) return;
    const uids = [...notes.refusals.keys(), ...notes.failures.keys()];
    if (uids.every(keep)) return;
    const kept = <T>(entries: ReadonlyMap<string, T>) => new Map([...entries].filter(([uid]) => keep(uid)));
    const left = { refusals: kept(notes.refusals), failures: kept(notes.failures) };
    if (left.refusals.size + left.failures.size > 0) this.notes.set(vpaKey, left);
    else this.notes.delete(vpaKey);
  }
}
