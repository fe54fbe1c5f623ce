import type { Dismissal } from '../../contract/inbox';
import { LONGEST_DISMISSED_MS } from '../../contract/requests/dismissal';
import { isJsonObject } from '../../objects/json-object';
import type { DismissalSaid } from '../../operations/dismissing';
import type { AuditRecord, Journal, Stored } from '../../store';

/** As many as are read and kept; who dismisses more should mend something. */
const MOST = 1_000;
/** What other processes recorded is read after this long at the latest, in real milliseconds. */
const READ_EVERY_MS = 30_000;

interface DismissalParts {
  journal(): Pick<Journal, 'audit' | 'revision'> | undefined;
  /** The cluster's time. */
  now(): number;
  /** Real time. */
  steadyMs(): number;
}

/** What people dismissed, as the record has it, from every process. */
export class Dismissals {
  /** Rises with everything that is dismissed or shown again. */
  revision = 0;
  private said = new Map<string, DismissalSaid>();
  private readRevision = -1;
  private readMs = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | undefined;

  constructor(private readonly parts: DismissalParts) {}

  /** Takes over what was just said here: it is in the record in a moment. */
  note(said: DismissalSaid): void {
    this.said.delete(said.key);
    this.said.set(said.key, said);
    this.revision++;
    for (const key of this.said.keys()) {
      if (this.said.size <= MOST) break;
      this.said.delete(key);
    }
  }

  /** What holds for an item now; undefined if nothing does. */
  of(key: string): Dismissal | undefined {
    const said = this.said.get(key);
    if (!said || said.untilMs <= this.parts.now()) return undefined;
    const { key: _key, ...dismissal } = said;
    return dismissal;
  }

  /** Those that hold now, by key: what tells one state from another. */
  get standing(): string {
    const nowMs = this.parts.now();
    const inForce = [...this.said.values()].filter(({ untilMs }) => untilMs > nowMs);
    return `${this.revision} ${inForce.length}`;
  }

  /** Reads the record if there may be something new in it. */
  async refresh(): Promise<void> {
    const journal = this.parts.journal();
    if (!journal) return;
    const isDue = this.parts.steadyMs() - this.readMs >= READ_EVERY_MS;
    if (journal.revision === this.readRevision && !isDue) return;
    this.reading ??= this.read(journal).finally(() => {
      this.reading = undefined;
    });
    await this.reading;
  }

  private async read(journal: Pick<Journal, 'audit' | 'revision'>): Promise<void> {
    const { revision } = journal;
    const sinceMs = this.parts.now() - LONGEST_DISMISSED_MS;
    const asked = { kinds: ['change'], outcome: 'done', sinceMs, order: 'newest', limit: MOST } as const;
    const found = await Promise.all(
      ['inbox-dismissed', 'inbox-restored'].map((what) => journal.audit({ ...asked, what })),
    );
    for (const said of latestOf(found.flat()))
      if (said.atMs > (this.said.get(said.key)?.atMs ?? Number.NEGATIVE_INFINITY)) this.note(said);
    this.readRevision = revision;
    this.readMs = this.parts.steadyMs();
  }
}

/** The latest word about each item, in the order in which they were recorded. */
function latestOf(records: readonly Stored<AuditRecord>[]): Iterable<DismissalSaid> {
  const latest = new Map<string, DismissalSaid>();
  for (const record of records.toSorted((a, b) => a.atMs - b.atMs || Number(a.id - b.id))) {
    const said = saidIn(record);
    if (said) latest.set(said.key, said);
  }
  return latest.values();
}

function saidIn(record: AuditRecord): DismissalSaid | undefined {
  if (record.kind !== 'change' || !isJsonObject(record.after)) return undefined;
  const { key, untilMs, reason } = record.after;
  if (typeof key !== 'string' || typeof untilMs !== 'number') return undefined;
  const { who, atMs } = record;
  return { key, who, reason: typeof reason === 'string' ? reason : '', atMs, untilMs };
}
