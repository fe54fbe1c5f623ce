import type { Database } from '../database';
import type { SeriesKey } from './point';
import type { SeriesStore, StoredBlock } from './series-store';
import { FINEST, type Tier } from './tiers';

/** Old blocks removed at once, so that pruning never delays others for long. */
const PRUNE_LIMIT = 500;
/** Blocks in one statement: eight values each, and SQLite takes 32,766 values. */
const AT_ONCE = 50;
const COLUMNS = '"namespace", "vpa", "container", "tier", "startMs", "recommender", "data", "isRolledUp"';
const COLUMN_COUNT = 8;

/** Keeps series in SQLite or PostgreSQL. */
export class PrismaSeriesStore implements SeriesStore {
  constructor(private readonly database: Database) {}

  async write(blocks: readonly StoredBlock[]): Promise<void> {
    if (blocks.length === 0) return;
    const { database } = this;
    const statements = [];
    for (let from = 0; from < blocks.length; from += AT_ONCE) {
      const some = blocks.slice(from, from + AT_ONCE);
      statements.push(database.$executeRawUnsafe(upsertOf(some.length), ...some.flatMap(valuesOf)));
    }
    await database.$transaction(statements);
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

  async unrolled({ number: tier, blockMs }: Tier, endedMs: number, limit: number): Promise<StoredBlock[]> {
    const found = await this.database.seriesBlock.findMany({
      where: { tier, isRolledUp: false, startMs: { lte: BigInt(Math.floor(endedMs - blockMs)) } },
      orderBy: { startMs: 'asc' },
      take: limit,
    });
    return found.map(storedBlock);
  }

  async clear(): Promise<void> {
    await this.database.seriesBlock.deleteMany();
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
}

function upsertOf(count: number): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const places = Array.from({ length: COLUMN_COUNT }, (_, column) => `$${row * COLUMN_COUNT + column + 1}`);
    return `(${places.join(', ')})`;
  });
  return `INSERT INTO "SeriesBlock" (${COLUMNS}) VALUES ${rows.join(', ')}
    ON CONFLICT ("namespace", "vpa", "container", "tier", "startMs") DO UPDATE
    SET "recommender" = excluded."recommender", "data" = excluded."data", "isRolledUp" = excluded."isRolledUp"`;
}

function valuesOf(block: StoredBlock): unknown[] {
  const { namespace, vpa, container, tier, startMs, recommender, data, isRolledUp } = block;
  return [namespace, vpa, container, tier, BigInt(startMs), recommender, Buffer.from(data), isRolledUp];
}

function storedBlock({ startMs, ...row }: Omit<StoredBlock, 'startMs'> & { startMs: bigint }): StoredBlock {
  return { ...row, startMs: Number(startMs) };
}
