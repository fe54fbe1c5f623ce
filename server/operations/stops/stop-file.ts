import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { StopWord, StopWords } from './stop-words';

/**
 * What this process knows of stops: the latest entries in the cluster, and those still to be written there.
 */
export interface KnownStops {
  readonly words: StopWords;
  readonly pending: StopWords;
}

/** It names people. */
const PRIVATE = { mode: 0o600 };

export const NOTHING_KNOWN: KnownStops = { words: new Map(), pending: new Map() };

/** Keeps stops on disk, so that one pressed while the cluster was unreachable survives a restart. */
export class StopFile {
  private readonly file: string;

  /** `cluster` identifies the cluster: a stop belongs to one cluster. */
  constructor(dataDir: string, cluster: string) {
    const name = createHash('sha256').update(cluster).digest('hex').slice(0, 12);
    this.file = path.join(dataDir, `stops-${name}.json`);
  }

  /** Empty without a file. @throws Error for a file that cannot be read: it may contain a stop */
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

  /** Written to a temporary file and renamed, so that a crash leaves the old or the new file. */
  write({ words, pending }: KnownStops): void {
    mkdirSync(path.dirname(this.file), { recursive: true });
    const text = JSON.stringify({ words: Object.fromEntries(words), pending: Object.fromEntries(pending) });
    writeFileSync(`${this.file}.new`, text, PRIVATE);
    chmodSync(`${this.file}.new`, PRIVATE.mode);
    renameSync(`${this.file}.new`, this.file);
  }
}
