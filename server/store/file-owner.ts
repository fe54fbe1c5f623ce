import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { PrismaLibSql } from '@prisma/adapter-libsql';

/** Another process has opened the file. */
export class DatabaseTaken extends Error {
  override readonly name = 'DatabaseTaken';
}

/** The files that this process has taken, and by how many of its parts. */
const taken = new Map<string, { parts: number; release: () => Promise<void> }>();

/**
 * Takes a database of SQLite for this process: two that write to one file record the same twice, and each prunes what
 * the other needs. The lock is one of SQLite on a file beside it, which the kernel gives back however a process ends; programs
 * that read or copy the database are not kept away.
 * @returns what gives it back
 * @throws DatabaseTaken
 */
export async function takeFile(file: string): Promise<() => Promise<void>> {
  const use = taken.get(file) ?? { parts: 0, release: await locked(file) };
  taken.set(file, use);
  use.parts++;
  let isGivenBack = false;
  return async () => {
    if (isGivenBack) return;
    isGivenBack = true;
    if (--use.parts > 0) return;
    taken.delete(file);
    await use.release();
  };
}

async function locked(file: string): Promise<() => Promise<void>> {
  mkdirSync(path.dirname(file), { recursive: true });
  // Nobody else may lock it; what SQLite puts beside it has its rights.
  closeSync(openSync(`${file}.lock`, 'a', 0o600));
  const settings = { url: `file:${file}.lock`, timeout: 0 };
  const client = new PrismaLibSql(settings).createClient(settings);
  try {
    await client.execute('BEGIN EXCLUSIVE');
    // Closed alone, a connection with an open transaction keeps its lock.
    return async () => {
      await client.execute('ROLLBACK').catch(() => undefined);
      client.close();
    };
  } catch (cause) {
    client.close();
    if (!/SQLITE_BUSY|locked/.test(String(cause))) throw cause;
    throw new DatabaseTaken(
      `another process has opened ${file}: give each a folder of its own (PLUMBLINE_DATA_DIR), or let them share PostgreSQL (PLUMBLINE_DATABASE_URL)`,
      { cause },
    );
  }
}
