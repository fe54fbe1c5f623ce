import { defineConfig } from 'prisma/config';

/**
 * `prisma generate` needs no schema engine, yet would download one: an existing file named here keeps it
 * offline. Whoever wants `prisma migrate diff` names a real engine in the same variable.
 */
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: 'prisma/sqlite', migrations: { path: 'prisma/migrations/sqlite' } });
