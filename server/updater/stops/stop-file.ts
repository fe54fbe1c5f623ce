import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { StopEntry } from '../../policy/stop';

/** What this process knows of stops: those that hold, and what it has yet to tell the cluster (null: lifted). */
export interface KnownStops {
  readonly entries: ReadonlyMap<string, StopEntry>;
  readonly pending: ReadonlyMap<string, StopEntry | null>;
}

export const NOTHING_KNOWN: KnownStops = { entries: new Map(), pending: new Map() };

/** Keeps stops on disk, so that one pressed while the cluster was away holds after a restart too. */
export class StopFile {
  private readonly file: string;

  constructor(dataDir: string) {
    this.file = path.join(dataDir, 'stops.json');
  }

  /** Nothing known when there is no file. @throws Error when there is one that cannot be read: it may hold a stop. */
  read(): KnownStops {
    let text: string;
    try {
      text = readFileSync(this.file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NOTHING_KNOWN;
      throw error;
    }
    const value = JSON.parse(text) as Record<'entries' | 'pending', Record<string, never>>;
    return {
      entries: new Map<string, StopEntry>(Object.entries(value.entries)),
      pending: new Map<string, StopEntry | null>(Object.entries(value.pending)),
    };
  }

  /** Written beside and moved into place, so that a crash leaves the old or the new, never half of one. */
  write({ entries, pending }: KnownStops): void {
    mkdirSync(path.dirname(this.file), { recursive: true });
    const text = JSON.stringify({
      entries: Object.fromEntries(entries),
      pending: Object.fromEntries(pending),
    });
    writeFileSync(`${this.file}.new`, text);
    renameSync(`${this.file}.new`, this.file);
  }
}
