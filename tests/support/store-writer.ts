import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { bundle } from '@/bin/build.mjs';
import { defaultConfig } from '@/server/config';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import { NOBODY } from '@/server/lib/time/repeat';
import { type AuditRecord, openStore, type Stored } from '@/server/store';
import { stored } from './updating';

const PAGE = 500;
const HOUR_MS = 3_600_000;

/** Where a process keeps what it stores; an empty URL means a SQLite file in the folder. */
export interface Place {
  dataDir: string;
  databaseUrl: string;
}

export interface Told {
  /** The last change the process reported as recorded, and the last as stored. */
  recorded: number;
  stored: number;
  atMs: number;
  /** The process, and the time of its first point. */
  pid: number;
  startMs: number;
}

/** A process that writes, as the user `uid`, and what it says. */
export class Writer {
  readonly told: Told = { recorded: -1, stored: -1, atMs: 0, pid: 0, startMs: 0 };
  private readonly ended: Promise<unknown>;
  private waiting: { word: string; more: number; reached: () => void } | undefined;

  private constructor(private readonly child: ReturnType<typeof spawn>) {
    this.ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => this.take(line));
  }

  static async start({ dataDir, databaseUrl }: Place, uid?: number): Promise<Writer> {
    const child = spawn(process.execPath, [await bundle('tests/support/journal-writer.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(uid && { uid, gid: uid }),
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PLUMBLINE_DATA_DIR: dataDir,
        PLUMBLINE_DATABASE_URL: databaseUrl,
      },
    });
    return new Writer(child);
  }

  /** Resolves once it has said a word so many times more. */
  until(word: string, more = 1): Promise<unknown> {
    const reached = new Promise<void>((resolve) => {
      this.waiting = { word, more, reached: resolve };
    });
    return Promise.race([reached, this.ended]);
  }

  async kill(): Promise<Told> {
    this.child.kill('SIGKILL');
    await this.ended;
    return this.told;
  }

  private take(line: string): void {
    const { told, waiting } = this;
    const [word, count, atMs, pid, startMs] = line.split(' ');
    if (word === 'recorded')
      Object.assign(told, {
        recorded: Number(count),
        atMs: Number(atMs),
        pid: Number(pid),
        startMs: Number(startMs),
      });
    else if (word === 'stored') told.stored = Number(count);
    if (waiting && (waiting.word === word || waiting.word === 'any') && --waiting.more === 0)
      waiting.reached();
  }
}

interface Found {
  records: Stored<AuditRecord>[];
  /** Targets of the points, one a minute. */
  targets: (number | undefined)[];
  happenings: number;
}

/** Everything stored of one process, read by the next. */
export async function readBy(place: Place, sinceMs: number, { pid, startMs }: Told): Promise<Found> {
  const store = openStore(defaultConfig({ ...place }), {
    clock: wallClock,
    wallClock,
    log: silentLogger,
    loops: NOBODY,
  });
  const { journal, series } = store;
  await stored(journal);
  const records: Stored<AuditRecord>[] = [];
  for (let after: Stored<AuditRecord> | undefined; ; after = records.at(-1)) {
    const query = { kinds: ['change', 'gap'] as const, sinceMs, order: 'oldest' as const, after };
    const page = await journal.audit({ ...query, limit: PAGE });
    records.push(...page);
    if (page.length < PAGE) break;
  }
  const key = { namespace: 'shop', vpa: 'web', container: `run-${pid}` };
  const span = { fromMs: startMs, toMs: startMs + 365 * 24 * HOUR_MS };
  const { points } = await series.past(key, span, Number.POSITIVE_INFINITY);
  const happenings = await series.happenings(key, span, 100_000);
  await store.close();
  return { records, targets: points.map(({ cpu }) => cpu.target), happenings: happenings.length };
}

/** Everything the process reported as stored is there. */
export function expectStored({ records, targets, happenings }: Found, told: Told): void {
  const changes = new Set(records.flatMap((one) => (one.kind === 'change' ? [Number(one.name)] : [])));
  const acknowledged = Array.from({ length: told.stored + 1 }, (_, count) => count);
  expect(acknowledged.filter((count) => !changes.has(count))).toEqual([]);
  expect(targets.slice(0, told.stored + 1)).toEqual(acknowledged.map((count) => count + 1));
  expect(happenings).toBeGreaterThan(told.stored);
}
