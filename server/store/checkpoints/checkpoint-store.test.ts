import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { databasesOfFile, NO_POSTGRES } from '@/tests/support/databases-of-file';
import { connect } from '../database';
import { openDatabase } from '../open-database';
import { type CheckpointStore, keyTextOf, type StoredCheckpoint } from './checkpoint-store';

const { folder, postgresUrl } = databasesOfFile();

const one = (namespace: string, vpa: string, container = 'app', status = '{}') => ({
  namespace,
  vpa,
  container,
  createdMs: 1_772_000_000_000,
  status,
});

async function all(store: CheckpointStore, limit: number, namespace?: string): Promise<StoredCheckpoint[]> {
  const found: StoredCheckpoint[] = [];
  for (;;) {
    const page = await store.page({ after: found.at(-1), namespace, limit });
    found.push(...page);
    if (page.length < limit) return found;
  }
}

const SQLITE = `file:${path.join(folder, 'a.db')}`;

describe.each<[string, () => string | undefined]>([
  ['SQLite', () => SQLITE],
  ['PostgreSQL', postgresUrl],
])('checkpoints in %s', (_name, urlOf) => {
  it('are stored, replaced, found page by page and removed only as they were read', async (context) => {
    const url = urlOf();
    if (!url) return context.skip(NO_POSTGRES);
    const { checkpoints: store, audit } = await openDatabase(url);
    const some = ['b', 'a', 'a-b', "o'neil", 'ü'].flatMap((vpa) => [one('shop', vpa), one('bank', vpa)]);
    expect(await store.insert(some)).toHaveLength(10);
    expect(await store.insert([one('shop', 'a', 'app', '{"x":1}'), one('shop', 'c')])).toEqual([
      { namespace: 'shop', vpa: 'c', container: 'app' },
    ]);
    expect((await store.get(one('shop', 'a')))?.status).toBe('{}');
    for (const limit of [1, 3, 100]) {
      const keys = (await all(store, limit)).map(keyTextOf);
      expect(keys).toHaveLength(11);
      expect(new Set(keys)).toEqual(new Set([...some, one('shop', 'c')].map(keyTextOf)));
    }
    expect(await all(store, 2, 'bank')).toHaveLength(5);

    const before = await store.get(one('shop', 'a'));
    const later = { ...one('shop', 'a', 'app', '{"x":2}'), createdMs: 5 };
    await store.put([later, one('shop', 'd')]);
    const after = await store.get(later);
    expect(after).toMatchObject({ status: '{"x":2}', createdMs: 1_772_000_000_000 });
    expect(before && (await store.remove(before))).toBe(false);
    expect(after && (await store.remove(after))).toBe(true);
    expect(await store.get(later)).toBeUndefined();
    await store.clear();
    expect(await all(store, 100)).toEqual([]);
    await audit.close();
  });
});

it('are found in SQLite whatever the columns of one of them hold', async () => {
  const { checkpoints: store, audit } = await openDatabase(SQLITE);
  const database = await connect(SQLITE);
  for (const [vpa, values] of Object.entries({
    a: `'yesterday', 'x', X'00ff80'`,
    b: `1e300, -1, 42`,
    c: `-9223372036854775808, 9223372036854775807, '{"version":'`,
  }))
    await database.$executeRawUnsafe(
      `INSERT INTO "Checkpoint" ("namespace", "vpa", "container", "createdMs", "version", "status")
       VALUES ('shop', '${vpa}', 'app', ${values})`,
    );
  await store.put([one('shop', 'z', 'app', '{"fine":true}')]);
  const found = await all(store, 2);
  expect(found.map(({ vpa }) => vpa)).toEqual(['a', 'b', 'c', 'z']);
  expect(found.at(-1)?.status).toBe('{"fine":true}');
  expect(found.map(({ createdMs }) => createdMs)[0]).toBeNaN();
  for (const row of found) expect(await store.remove(row)).toBe(true);
  await database.$disconnect();
  await audit.close();
});
