import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from '../../lib/report/log';

const PREFIX = 'recording';

interface Mark {
  file: string;
  pid: number;
  sinceMs: number;
}

/**
 * Tells after a crash since when records may be missing: an empty file named after the process and that time
 * exists while something is not stored. Several processes may share the folder.
 */
export class UncleanEnd {
  private marked: number | undefined;
  private hasFailed = false;

  constructor(
    private readonly folder: string,
    private readonly log: Logger,
  ) {}

  /** Since when records of ended processes may be missing; from now on this process accounts for them. */
  takeOver(): number | undefined {
    const left = this.trying(() => marksIn(this.folder).filter(({ pid }) => !isAnotherAlive(pid))) ?? [];
    if (left.length === 0) return undefined;
    const sinceMs = Math.min(...left.map((mark) => mark.sinceMs));
    this.note(sinceMs);
    for (const { file } of left) if (file !== this.fileOf(sinceMs)) rmSync(file, { force: true });
    return sinceMs;
  }

  /** Notes since when not everything is stored; undefined when everything is. */
  note(sinceMs: number | undefined): void {
    if (sinceMs === this.marked) return;
    this.trying(() => {
      mkdirSync(this.folder, { recursive: true });
      if (sinceMs !== undefined) writeFileSync(this.fileOf(sinceMs), '');
      if (this.marked !== undefined) rmSync(this.fileOf(this.marked), { force: true });
      this.marked = sinceMs;
    });
  }

  private fileOf(sinceMs: number): string {
    return path.join(this.folder, `${PREFIX}.${process.pid}.${sinceMs}`);
  }

  /** Recording continues without it; logged once. */
  private trying<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      if (!this.hasFailed)
        this.log.warn({ err: error }, 'A crash of this process would leave no gap entry in the record');
      this.hasFailed = true;
      return undefined;
    }
  }
}

function marksIn(folder: string): Mark[] {
  return readdirSync(folder).flatMap((name) => {
    const [prefix, pid, since] = name.split('.');
    const mark = { file: path.join(folder, name), pid: Number(pid), sinceMs: Number(since) };
    return prefix === PREFIX && since && Number.isInteger(mark.pid) && Number.isFinite(mark.sinceMs)
      ? [mark]
      : [];
  });
}

/** A file with our own process id is from an earlier process: in a container, all have id 1. */
function isAnotherAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
