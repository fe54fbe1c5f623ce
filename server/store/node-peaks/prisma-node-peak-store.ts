import type { Database } from '../database';
import type { NodePeakRow, NodePeakStore } from './node-peak-store';

/** Keeps peaks of nodes in SQLite or PostgreSQL. */
export class PrismaNodePeakStore implements NodePeakStore {
  constructor(private readonly database: Database) {}

  async since(ms: number, limit: number): Promise<NodePeakRow[]> {
    return this.database.$queryRawUnsafe<NodePeakRow[]>(
      `SELECT CAST("node" AS TEXT) AS "node", CAST("peaks" AS TEXT) AS "peaks" FROM "NodePeak"
       WHERE "atMs" >= $1 ORDER BY "atMs" DESC, "node" LIMIT ${Math.floor(limit)}`,
      BigInt(Math.floor(ms)),
    );
  }

  async put(rows: readonly NodePeakRow[], atMs: number): Promise<void> {
    if (rows.length === 0) return;
    const places = rows.map((_, row) => `($${row * 2 + 1}, $${row * 2 + 2}, ${Math.floor(atMs)})`);
    await this.database.$executeRawUnsafe(
      `INSERT INTO "NodePeak" ("node", "peaks", "atMs") VALUES ${places.join(', ')}
       ON CONFLICT ("node") DO UPDATE SET "peaks" = excluded."peaks", "atMs" = excluded."atMs"`,
      ...rows.flatMap(({ node, peaks }) => [node, peaks]),
    );
  }

  async prune(beforeMs: number): Promise<void> {
    await this.database.$executeRawUnsafe(
      'DELETE FROM "NodePeak" WHERE "atMs" < $1',
      BigInt(Math.floor(beforeMs)),
    );
  }

  async clear(): Promise<void> {
    await this.database.$executeRawUnsafe('DELETE FROM "NodePeak"');
  }
}
