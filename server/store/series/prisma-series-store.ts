import { textOrNull } from '../audit/rows';
import type { Database } from '../database';
import { insertsOf } from '../inserts';
import type { Happening } from './happening';
import type { SeriesKey } from './point';
import type { SeriesStore, StoredBlock } from './series-store';
import { FINEST, type Tier } from './tiers';

/** Old blocks removed at once, so that pruning never delays others for long. */
const PRUNE_LIMIT = 500;
const BLOCK_COLUMNS =
  '"namespace", "vpa", "container", "tier", "startMs", "recommender", "data", "isRolledUp"';
const REPLACED = `("namespace", "vpa", "container", "tier", "startMs") DO UPDATE
    SET "recommender" = excluded."recommender", "data" = excluded."data", "isRolledUp" = excluded."isRolledUp"`;
const HAPPENING_COLUMNS = '"namespace", "vpa", "atMs", "kind", "container", "pod", "detail"';
const LONGEST_DETAIL = 200;

/** Keeps series in SQLite or PostgreSQL. */
export class PrismaSeriesStore implements SeriesStore {
  constructor(private readonly database: Database) {}

  async write(blocks: readonly StoredBlock[]): Promise<void> {
    await this.insert(`"SeriesBlock" (${BLOCK_COLUMNS})`, blocks.map(blockValues), REPLACED);
  }

  async read(
    { namespace, vpa, container }: SeriesKey,
    { number: tier }: Tier,
    { fromMs, toMs }: { fromMs: number; toMs: number },
  ): Promise<StoredBlock[]> {
    const found = await this.database.seriesBlock.findMany({
      where: { namespace, vpa, container, tier, startMs: { gte: BigInt(fromMs), lt: BigInt(toMs) } },
      orderBy: { startMs: 'asc' },
    });
    return found.map(storedBlock);
  }

  async readOf(
    namespace: string,
    vpas: readonly string[],
    { number: tier }: Tier,
    { fromMs, toMs }: { fromMs: number; toMs: number },
  ): Promise<StoredBlock[]> {
    const startMs = { gte: BigInt(fromMs), lt: BigInt(Math.ceil(toMs)) };
    const found = await this.database.seriesBlock.findMany({
      where: { namespace, vpa: { in: [...vpas] }, tier, startMs },
      orderBy: [{ vpa: 'asc' }, { container: 'asc' }, { startMs: 'asc' }],
    });
    return found.map(storedBlock);
  }

  async keys(
    { number: tier }: Tier,
    { fromMs, toMs }: { fromMs: number; toMs: number },
  ): Promise<SeriesKey[]> {
    const found = await this.database.seriesBlock.groupBy({
      by: ['namespace', 'vpa', 'container'],
      where: { tier, startMs: { gte: BigInt(fromMs), lt: BigInt(Math.ceil(toMs)) } },
    });
    return found;
  }

  async unrolled({ number: tier, blockMs }: Tier, endedMs: number, limit: number): Promise<StoredBlock[]> {
    const found = await this.database.seriesBlock.findMany({
      where: { tier, isRolledUp: false, startMs: { lte: BigInt(Math.floor(endedMs - blockMs)) } },
      orderBy: { startMs: 'asc' },
      take: limit,
    });
    return found.map(storedBlock);
  }

  async writeHappenings(happenings: readonly Happening[]): Promise<void> {
    await this.insert(`"Happening" (${HAPPENING_COLUMNS})`, happenings.map(happeningValues), 'DO NOTHING');
  }

  async happenings(
    { namespace, vpa, container }: SeriesKey,
    { fromMs, toMs }: { fromMs: number; toMs: number },
    most: number,
  ): Promise<Happening[]> {
    const atMs = { gte: BigInt(Math.floor(fromMs)), lt: BigInt(Math.ceil(toMs)) };
    const found = await this.database.happening.findMany({
      where: { namespace, vpa, container: { in: [container, ''] }, atMs },
      orderBy: { atMs: 'desc' },
      take: most,
    });
    return found
      .reverse()
      .map((row) => ({ ...row, kind: row.kind as Happening['kind'], atMs: Number(row.atMs) }));
  }

  async pruneHappenings(beforeMs: number, most: number): Promise<number> {
    const { happening } = this.database;
    const atMs = { lt: BigInt(Math.floor(beforeMs)) };
    const { count: old } = await happening.deleteMany({ where: { atMs }, limit: PRUNE_LIMIT });
    const excess = Math.min(PRUNE_LIMIT, (await happening.count()) - most);
    if (excess <= 0) return old;
    const oldest = await happening.findMany({
      orderBy: { atMs: 'asc' },
      select: { atMs: true },
      take: excess,
    });
    const through = oldest.at(-1)?.atMs ?? 0n;
    const { count } = await happening.deleteMany({ where: { atMs: { lte: through } }, limit: excess });
    return old + count;
  }

  async clear(): Promise<void> {
    const { database } = this;
    await database.$transaction([database.seriesBlock.deleteMany(), database.happening.deleteMany()]);
  }

  async prune({ number: tier }: Tier, beganBeforeMs: number): Promise<number> {
    // A block of the finest tier that is not rolled up yet stays, however old: the process may have been
    // down.
    const isRolledUp = tier === FINEST.number ? true : undefined;
    const { count } = await this.database.seriesBlock.deleteMany({
      where: { tier, isRolledUp, startMs: { lt: BigInt(Math.floor(beganBeforeMs)) } },
      limit: PRUNE_LIMIT,
    });
    return count;
  }

  /** Inserts all rows in one transaction. */
  private async insert(into: string, rows: readonly unknown[][], onConflict: string): Promise<void> {
    const inserts = insertsOf(this.database, into, rows, { after: `ON CONFLICT ${onConflict}` });
    if (inserts.length > 0) await this.database.$transaction(inserts);
  }
}

function blockValues(block: StoredBlock): unknown[] {
  const { namespace, vpa, container, tier, startMs, recommender, data, isRolledUp } = block;
  return [namespace, vpa, container, tier, BigInt(startMs), recommender, Buffer.from(data), isRolledUp];
}

function happeningValues({ namespace, vpa, atMs, kind, container, pod, detail }: Happening): unknown[] {
  return [namespace, vpa, BigInt(atMs), kind, container, pod, textOrNull(detail.slice(0, LONGEST_DETAIL))];
}

function storedBlock({ startMs, ...row }: Omit<StoredBlock, 'startMs'> & { startMs: bigint }): StoredBlock {
  return { ...row, startMs: Number(startMs) };
}
