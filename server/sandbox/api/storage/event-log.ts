import type { RegistryEvent } from '../registry';

/** A change with the revision it happened at. */
export interface LoggedEvent extends RegistryEvent {
  revision: number;
}

/** The last changes of one kind, from which a watch resumes; older ones are forgotten. */
export class EventLog {
  private events: LoggedEvent[] = [];
  /** The revision of the youngest event forgotten: a watch from before it is too old. */
  forgottenRevision = 0;
  /** The revision up to which history was given up on purpose; lists begun before it cannot go on. */
  compactedRevision = 0;

  constructor(private readonly capacity: number) {}

  append(event: LoggedEvent): void {
    this.events.push(event);
    if (this.events.length < this.capacity * 2) return;
    const dropped = this.events.splice(0, this.events.length - this.capacity);
    this.forgottenRevision = dropped.at(-1)?.revision ?? this.forgottenRevision;
  }

  /** The changes after `revision`, or undefined when some of them are forgotten. */
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
