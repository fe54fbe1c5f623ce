/**
 * `npm run test:upgrade -- FOLDER`: FOLDER is a built checkout of an earlier version. Its program runs on its embedded
 * cluster, then the one of this folder with the same settings and data, then its own again, and each goes on from what
 * the other left: with SQLite, with PostgreSQL, and with the cluster in its process. Ends with 1 if something was lost.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { postgresBin, startPostgres } from '@/tests/support/postgres';
import { thereAndBack, UPGRADE_CASES } from './there-and-back';

const [folder] = process.argv.slice(2);
if (folder === undefined || !existsSync(path.join(folder, '.next/BUILD_ID'))) {
  console.error(
    'usage: npm run test:upgrade -- FOLDER\nFOLDER is a checkout of an earlier version, after `npm ci` and `npm start` in it.',
  );
  process.exit(2);
}

const bin = postgresBin();
const postgres = bin ? await startPostgres(bin) : undefined;
if (!postgres) console.log('PostgreSQL is not installed: apt-get install postgresql');
try {
  for (const one of UPGRADE_CASES) {
    if (one.database === 'postgres' && !postgres) continue;
    const { lost, warnings } = await thereAndBack(path.resolve(folder), one, postgres?.url);
    console.log(
      [`${one.name}: ${lost.length === 0 ? 'nothing lost' : 'lost'}`, ...lost, ...warnings].join('\n  '),
    );
    if (lost.length > 0) process.exitCode = 1;
  }
} finally {
  await postgres?.close();
}
