import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { StopWord, StopWords } from './stop-words';

/** What this process knows of stops: the last words as the cluster has them, and those it has yet to be told. */
export interface KnownStops {
  readonly words: StopWords;
  readonly pending: StopWords;
}

export const NOTHING_KNOWN: KnownStops = { words: new Map(), pending: new Map() };

/** Keeps stops on disk, so that one pressed while the cluster was away holds after a restart too. */
export class StopFile {
  private readonly file: string;

  /** `cluster` tells one cluster from another: a stop belongs to the one it was pressed for. */
  constructor(dataDir: string, cluster: string) {
    const name = createHash('sha256').update(cluster).digest('hex').slice(0, 12);
    this.file = path.join(dataDir, `stops-${name}.json`);
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
    const { words, pending } = JSON.parse(text) as Record<keyof KnownStops, Record<string, StopWord>>;
    return { words: new Map(Object.entries(words)), pending: new Map(Object.entries(pending)) };
  }

  /** Written beside and moved into place, so that a crash leaves the old or the new, never half of one. */
  write({ words, pending }: KnownStops): void {
    mkdirSync(path.dirname(this.file), { recursive: true });
    const text = JSON.stringify({ words: Object.fromEntries(words), pending: Object.fromEntries(pending) });
    writeFileSync(`${this.file}.new`, text);
    renameSync(`${this.file}.new`, this.file);
  }
}
