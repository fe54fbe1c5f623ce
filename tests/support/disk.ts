import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { findProgram } from './installed-program';

/** A small disk of its own; undefined if this user may not mount one. */
export function smallDisk(folder: string, kilobytes: number) {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const filler = path.join(folder, 'filler');
  return {
    /** Takes all the room there is, also once more. */
    fill: () => {
      const file = openSync(filler, 'a');
      try {
        for (;;) writeSync(file, Buffer.alloc(1024));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler),
    remove: () => void execFileSync('umount', ['-l', folder]),
  };
}

/** Another process that has locked a SQLite file, until released. */
export async function lockSqlite(file: string): Promise<{ release(): Promise<void> }> {
  const child: ChildProcess = spawn(findProgram('sqlite3') ?? 'sqlite3', [file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin?.write(".timeout 10000\nBEGIN EXCLUSIVE;\nSELECT 'locked';\n");
  if (child.stdout) await once(child.stdout, 'data');
  return {
    release: async () => {
      child.stdin?.end('COMMIT;\n');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
