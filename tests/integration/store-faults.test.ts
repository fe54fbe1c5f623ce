import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPast } from '@/server/pages/past/read-past';
import { ApiCluster, START_MS } from '../support/api-cluster';
import { lockSqlite, smallDisk } from '../support/disk';
import { findProgram } from '../support/installed-program';
import { postgresBin, startPostgres } from '../support/postgres';
import { Recommending } from '../support/recommending';
import { stored } from '../support/updating';

const MINUTE_MS = 60_000;
/** Steps without a point are a gap; the first minute is over when the first pass ends. */
const STEP_MS = MINUTE_MS;
let cluster: ApiCluster;
let recommending: Recommending;
let folder: string;

/** A database that can be broken in one way, and mended. */
interface Fragile {
  url: string;
  /** As the problem names the database, and why it takes nothing. */
  named: string;
  cause: RegExp;
  spoil(): void | Promise<void>;
  /** Whether it mends by itself, and is broken again until it is seen to be. */
  isElusive?: boolean;
  mend(): void | Promise<void>;
  close(): void | Promise<void>;
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-faults-'));
  cluster = await ApiCluster.start();
  await cluster.workload('web', ['web-1']);
  await cluster.autoscaler('web');
  cluster.usage.set('shop/web-1', { app: { cpu: '100m', memory: '90Mi' } });
});
afterEach(async () => {
  await recommending?.stop();
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(url: string): Promise<void> {
  recommending = await Recommending.start(cluster, { databaseUrl: url, historyBeatMs: MINUTE_MS });
  await recommending.firstPass();
}

async function past() {
  const { series, store: journal } = recommending.running;
  const params = new URLSearchParams({ container: 'app', last: '6h' });
  const { points, isComplete } = await readPast({ namespace: 'shop', name: 'web' }, params, {
    series,
    journal,
    nowMs: cluster.clock.now(),
  });
  return { minutes: points.map(({ atMs }) => (atMs - START_MS) / STEP_MS), isComplete };
}

const problem = () => recommending.problem('database-unavailable');
const upTo = (minutes: number) => Array.from({ length: minutes + 1 }, (_, minute) => minute);

function record(name: string): void {
  recommending.running.store.record({
    kind: 'change',
    atMs: cluster.clock.now(),
    who: 'ada',
    change: 'resource-policy',
    namespace: 'shop',
    name,
    outcome: 'done',
    detail: '',
    before: null,
    after: null,
  });
}

async function recorded(): Promise<string[]> {
  const found = await recommending.running.store.audit({
    kinds: ['change', 'gap'],
    order: 'oldest',
    limit: 99,
  });
  return found.map((one) => (one.kind === 'change' ? one.name : one.kind));
}

/** Recommending goes on through it, a problem says what is wrong, and afterwards nothing is missing. */
async function survives({ url, named, cause, spoil, isElusive, mend, close }: Fragile): Promise<void> {
  try {
    await start(url);
    record('before');
    await recommending.passes(2);
    await stored(recommending.running.store);

    await spoil();
    record('during');
    await recommending.until(async () => {
      if (isElusive) await spoil();
      expect(problem()?.message).toContain(named);
      expect(problem()?.message).toMatch(cause);
    });
    cluster.usage.set('shop/web-1', { app: { cpu: '900m', memory: '90Mi' } });
    const { atMs } = await recommending.passes(3);
    const minutes = (atMs - START_MS) / MINUTE_MS;
    expect((await past()).minutes.at(-1)).toBe(minutes);
    expect(cluster.vpa('web').status?.recommendation).toBeDefined();

    await mend();
    await recommending.until(() => expect(problem()).toBeUndefined());
    await stored(recommending.running.store);
    expect(await recorded()).toEqual(['before', 'during']);
    const { atMs: lastMs } = await recommending.passes();
    await recommending.stop();
    await start(url);
    await stored(recommending.running.store);
    const whole = await past();
    expect(whole.isComplete).toBe(true);
    expect(whole.minutes).toEqual(upTo((lastMs - START_MS) / MINUTE_MS));
  } finally {
    await recommending.stop();
    await close();
  }
}

describe('recommending goes on and nothing is lost while the database', () => {
  it('has a full disk', async (context) => {
    // Room for the file and its log: SQLite moves one into the other when it closes, which is up to the collection of garbage.
    const disk = smallDisk(path.join(folder, 'disk'), 2000);
    if (!disk) return context.skip('only root may mount a disk');
    const file = path.join(folder, 'disk', 'a.db');
    const { fill: spoil, free: mend, remove: close } = disk;
    await survives({
      url: `file:${file}`,
      named: file,
      cause: /full/,
      spoil,
      // A log that is moved later leaves room, too.
      isElusive: true,
      mend,
      close,
    });
  });

  it('is locked by another process', async (context) => {
    if (!findProgram('sqlite3')) return context.skip('sqlite3 is not installed: apt-get install sqlite3');
    const file = path.join(folder, 'a.db');
    let lock: Awaited<ReturnType<typeof lockSqlite>> | undefined;
    await survives({
      url: `file:${file}`,
      named: file,
      cause: /locked/,
      spoil: async () => {
        lock = await lockSqlite(file);
      },
      mend: () => lock?.release(),
      close: () => lock?.release(),
    });
  });

  it('refuses the password', async (context) => {
    const bin = postgresBin();
    if (!bin) return context.skip('PostgreSQL is not installed: apt-get install postgresql');
    const server = await startPostgres(bin);
    server.setPassword('first');
    const address = new URL(server.url);
    address.password = 'first';
    await survives({
      url: address.href,
      named: `PostgreSQL ${address.host}/postgres`,
      cause: /password|authentication/i,
      spoil: () => server.setPassword('second'),
      mend: () => server.setPassword('first'),
      close: () => server.close(),
    });
  });

  it('is stopped, and started again', async (context) => {
    const bin = postgresBin();
    if (!bin) return context.skip('PostgreSQL is not installed: apt-get install postgresql');
    const server = await startPostgres(bin);
    await survives({
      url: server.url,
      named: `PostgreSQL ${new URL(server.url).host}/postgres`,
      cause: /./,
      spoil: () => server.halt(),
      mend: () => server.start(),
      close: () => server.close(),
    });
  });
});

it('a file that is no database stays a problem that names it, while recommending goes on', async () => {
  const file = path.join(folder, 'a.db');
  writeFileSync(file, 'x'.repeat(8192));
  await start(`file:${file}`);
  const damaged = () => recommending.problem('database-damaged');
  await recommending.until(() => expect(damaged()?.message).toContain(file));
  for (let pass = 0; pass < 3; pass++) {
    await recommending.passes();
    expect(damaged()?.message).toContain(file);
    expect(problem()).toBeUndefined();
  }
  expect(cluster.vpa('web').status?.recommendation).toBeDefined();
  await recommending.stop();
});
