import type { Database } from '../database';
import type { CheckpointKey, CheckpointStore, NewCheckpoint, StoredCheckpoint } from './checkpoint-store';

const KEY = '"namespace", "vpa", "container"';
/** As text, since SQLite keeps anything in any column, and one odd value must not fail a whole page. */
const ALL = ['namespace', 'vpa', 'container', 'createdMs', 'version', 'status']
  .map((column) => `CAST("${column}" AS TEXT) AS "${column}"`)
  .join(', ');

type Row = Record<'namespace' | 'vpa' | 'container' | 'createdMs' | 'version' | 'status', string>;

/** Keeps checkpoints in SQLite or PostgreSQL. */
export class PrismaCheckpointStore implements CheckpointStore {
  constructor(private readonly database: Database) {}

  async page({
    after,
    namespace,
    limit,
  }: Parameters<CheckpointStore['page']>[0]): Promise<StoredCheckpoint[]> {
    const values: string[] = [];
    const place = (value: string) => `$${values.push(value)}`;
    const wanted: string[] = [];
    if (namespace !== undefined) wanted.push(`"namespace" = ${place(namespace)}`);
    if (after) wanted.push(`(${KEY}) > (${keyOf(after).map(place).join(', ')})`);
    const where = wanted.length > 0 ? `WHERE ${wanted.join(' AND ')}` : '';
    const rows = await this.database.$queryRawUnsafe<Row[]>(
      `SELECT ${ALL} FROM "Checkpoint" ${where} ORDER BY ${KEY} LIMIT ${Math.floor(limit)}`,
      ...values,
    );
    return rows.map(storedCheckpoint);
  }

  async get(key: CheckpointKey): Promise<StoredCheckpoint | undefined> {
    const [row] = await this.database.$queryRawUnsafe<Row[]>(
      `SELECT ${ALL} FROM "Checkpoint" WHERE "namespace" = $1 AND "vpa" = $2 AND "container" = $3`,
      ...keyOf(key),
    );
    return row && storedCheckpoint(row);
  }

  async insert(checkpoints: readonly NewCheckpoint[]): Promise<CheckpointKey[]> {
    if (checkpoints.length === 0) return [];
    return this.database.$queryRawUnsafe<CheckpointKey[]>(
      `${insertOf(checkpoints.length)} ON CONFLICT (${KEY}) DO NOTHING RETURNING ${KEY}`,
      ...checkpoints.flatMap(valuesOf),
    );
  }

  async put(checkpoints: readonly NewCheckpoint[]): Promise<void> {
    if (checkpoints.length === 0) return;
    await this.database.$executeRawUnsafe(
      `${insertOf(checkpoints.length)} ON CONFLICT (${KEY}) DO UPDATE
       SET "status" = excluded."status", "version" = "Checkpoint"."version" + 1`,
      ...checkpoints.flatMap(valuesOf),
    );
  }

  async remove(checkpoint: CheckpointKey & { version: string }): Promise<boolean> {
    const count = await this.database.$executeRawUnsafe(
      `DELETE FROM "Checkpoint" WHERE "namespace" = $1 AND "vpa" = $2 AND "container" = $3
       AND CAST("version" AS TEXT) = $4`,
      ...keyOf(checkpoint),
      checkpoint.version,
    );
    return count > 0;
  }

  async clear(): Promise<void> {
    await this.database.$executeRawUnsafe('DELETE FROM "Checkpoint"');
  }
}

function insertOf(count: number): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const [namespace, vpa, container, createdMs, status] = [1, 2, 3, 4, 5].map((n) => `$${row * 5 + n}`);
    return `(${namespace}, ${vpa}, ${container}, ${createdMs}, 1, ${status})`;
  });
  return `INSERT INTO "Checkpoint" (${KEY}, "createdMs", "version", "status") VALUES ${rows.join(', ')}`;
}

function keyOf({ namespace, vpa, container }: CheckpointKey): [string, string, string] {
  return [namespace, vpa, container];
}

function valuesOf(checkpoint: NewCheckpoint): unknown[] {
  return [...keyOf(checkpoint), BigInt(Math.floor(checkpoint.createdMs)), checkpoint.status];
}

function storedCheckpoint({ createdMs, ...row }: Row): StoredCheckpoint {
  return { ...row, createdMs: Number(createdMs) };
}
