import { backoffMs } from '../../backoff';
import type { Pod } from '../../kube/types';
import type { Amounts } from '../../model/units';
import type { Failure, Refusal } from '../plan/plan-input';

const LONGEST_BACKOFF_MS = 3_600_000;

/** What one VPA's pods went through lately; each map is replaced, never changed, when something is noted. */
interface Notes {
  refusals: ReadonlyMap<string, Refusal>;
  failures: ReadonlyMap<string, Failure>;
}

const NOTHING: Notes = { refusals: new Map(), failures: new Map() };

/** Remembers refused resizes and failed attempts, so that nothing is retried in a tight loop. */
export class AttemptMemory {
  private readonly notes = new Map<string, Notes>();
  /** Pods evicted that the watch may still show as if nothing had happened, by VPA. */
  private readonly evictions = new Map<string, Set<string>>();

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

  succeeded(vpaKey: string, uid: string): void {
    this.forget(vpaKey, (known) => known !== uid);
  }

  evicted(vpaKey: string, uid: string): void {
    const known = this.evictions.get(vpaKey);
    if (known) known.add(uid);
    else this.evictions.set(vpaKey, new Set([uid]));
  }

  /** The pods that were not evicted, as far as this process knows; the very same list where none was. */
  withoutEvicted(vpaKey: string, pods: readonly Pod[]): readonly Pod[] {
    const evicted = this.evictions.get(vpaKey);
    return evicted
      ? pods.filter(({ metadata }) => metadata.deletionTimestamp || !evicted.has(metadata.uid ?? ''))
      : pods;
  }

  /** Drops what is known of pods that are gone. */
  keepOnly(vpaKey: string, live: ReadonlySet<string>): void {
    this.forget(vpaKey, (known) => live.has(known));
    const evicted = this.evictions.get(vpaKey);
    for (const uid of evicted ?? []) if (!live.has(uid)) evicted?.delete(uid);
    if (evicted?.size === 0) this.evictions.delete(vpaKey);
  }

  /** Drops what is known of VPAs that are gone. */
  keepOnlyVpas(live: ReadonlySet<string>): void {
    for (const known of [this.notes, this.evictions])
      for (const key of known.keys()) if (!live.has(key)) known.delete(key);
  }

  private forget(vpaKey: string, keep: (uid: string) => boolean): void {
    const notes = this.notes.get(vpaKey);
    if (!notes) return;
    const uids = [...notes.refusals.keys(), ...notes.failures.keys()];
    if (uids.every(keep)) return;
    const kept = <T>(entries: ReadonlyMap<string, T>) => new Map([...entries].filter(([uid]) => keep(uid)));
    this.notes.set(vpaKey, { refusals: kept(notes.refusals), failures: kept(notes.failures) });
  }
}
