import type { RegistryEvent } from '@/sandbox/api/registry';

/** A change with its revision. */
export interface LoggedEvent extends RegistryEvent {
  revision: number;
  /** When it was committed, on the wall clock. */
  atMs: number;
}

/** A watch can resume from changes this old, as after the compaction of a real cluster. */
const KEPT_MS = 5 * 60_000;

/** The last changes of one kind, from which a watch resumes; bounded in number and age. */
export class EventLog {
  private events: LoggedEvent[] = [];
  /** The revision of the newest forgotten event: a watch from before it is too old. */
  forgottenRevision = 0;
  /** The revision up to which history was compacted on purpose; lists begun before it cannot continue. */
  compactedRevision = 0;

  constructor(private readonly capacity: number) {}

  append(event: LoggedEvent): void {
    this.events.push(event);
    const tooMany = this.events.length >= this.capacity * 2 ? this.events.length - this.capacity : 0;
    const dropped = this.events.splice(0, Math.max(tooMany, this.countTooOld(event.atMs)));
    this.forgottenRevision = dropped.at(-1)?.revision ?? this.forgottenRevision;
  }

  /** Nothing is dropped until the oldest is twice as old as needed, so that many are dropped at once. */
  private countTooOld(nowMs: number): number {
    if (nowMs - (this.events[0]?.atMs ?? nowMs) < 2 * KEPT_MS) return 0;
    return this.events.findIndex(({ atMs }) => nowMs - atMs < KEPT_MS);
  }

  /** The changes after `revision`, or undefined if some of them are forgotten. */
  since(revision: number): LoggedEvent[] | undefined {
    if (revision < this.forgottenRevision) return undefined;
    let low = 0;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.events[middle]?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return this.events.slice(low);
  }

  /** Forgets everything up to and including `revision`, as compaction does. */
  compact(revision: number): void {
    this.events = this.events.filter((event) => event.revision > revision);
    this.forgottenRevision = Math.max(this.forgottenRevision, revision);
    this.compactedRevision = revision;
  }
}
