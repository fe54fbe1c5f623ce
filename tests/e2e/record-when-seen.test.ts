import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, connect as dial, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { cleanUpAfterEach, cleanups } from '../support/cleanups';
import { spawnDashboard } from '../support/dashboard';
import { postgresBin, startPostgres } from '../support/postgres';
import { until } from '../support/until';

cleanUpAfterEach();

/** A stretch of wire to a database, where a test hears what it is asked. */
async function heard(database: string): Promise<{ url: string; asked(): string }> {
  const to = new URL(database);
  let asked = '';
  const wire: Server = createServer((from) => {
    const on = dial(Number(to.port), to.hostname);
    from.on('data', (bytes: Buffer) => {
      asked += bytes.toString('latin1');
    });
    from.pipe(on).pipe(from);
    for (const [one, other] of [
      [from, on],
      [on, from],
    ] as const)
      one.on('error', () => other.destroy());
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => wire.close());
  const url = new URL(database);
  url.port = String((wire.address() as AddressInfo).port);
  return { url: url.href, asked: () => asked };
}

it('makes the record ready to be searched once somebody looks at a page, and for no probe', async (context) => {
  const bin = postgresBin();
  if (!bin) return context.skip('PostgreSQL is not installed: apt-get install postgresql');
  const server = await startPostgres(bin);
  cleanups.push(() => server.close());
  const database = await heard(server.url);
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-seen-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const settings = {
    PLUMBLINE_DATABASE_URL: database.url,
    PLUMBLINE_KUBECONFIG: path.join(folder, 'none'),
  };
  const { url, child } = await spawnDashboard(folder, settings, 'ignore');
  cleanups.push(async () => {
    if (child.kill('SIGTERM') && child.exitCode === null) await once(child, 'exit');
  });
  // What is too old is removed once the database is open and whatever is made ready at a start is.
  await until('the record is in use', () => database.asked().includes('DELETE FROM "public"."Decision"'));
  const answered = (place: string) => fetch(url + place).then((answer) => answer.status > 0);
  for (const probe of ['/api/health', '/api/ready', '/metrics'])
    await until(`an answer of ${probe}`, () => answered(probe).catch(() => false));
  expect(database.asked()).not.toContain('ILIKE');
  await answered('/api/status');
  await until('the record is searched', () => database.asked().includes('ILIKE'));
});
