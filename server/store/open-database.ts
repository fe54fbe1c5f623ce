import path from 'node:path';
import type { AuditStore } from './audit/audit-store';
import { PrismaStore } from './audit/prisma-store';
import { connect } from './database';
import { dialectOf } from './database-url';
import { migrate } from './migrate';

/** The database at `url`, with its tables up to date. @throws what the database throws */
export async function openDatabase(url: string, migrationsDir = 'prisma/migrations'): Promise<AuditStore> {
  const database = await connect(url);
  try {
    await migrate(database, dialectOf(url), path.resolve(migrationsDir, dialectOf(url)));
    return new PrismaStore(database, dialectOf(url));
  } catch (error) {
    await database.$disconnect();
    throw error;
  }
}
