import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { compose } from '@/server/host/compose';
import type { Runtime } from '@/server/host/runtime';
import { silentLogger } from '@/server/lib/report/log';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { ConfigMap } from '@/server/objects/types';
import { STOP_CONFIG_MAP } from '@/server/operations/stops/stop-keeper';
import { decisionRecord } from '../support/decision-record';
import { type PostgresServer, postgresBin, startPostgres } from '../support/postgres';
import { until } from '../support/until';
import { stored } from '../support/updating';

const ALL = { kind: 'all' } as const;
/** This many before the stop and after it: more than may wait. */
const DECISIONS = 20_000;

const bin = postgresBin();
if (!bin && process.env.CI === 'true')
  throw new Error('PostgreSQL is not installed: apt-get install postgresql');

let folder: string;
let running: Runtime | undefined;
let postgres: PostgresServer | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-stop-'));
});
afterEach(async () => {
  await running?.stop();
  await postgres?.close();
  [running, postgres] = [undefined, undefined];
  rmSync(folder, { recursive: true, force: true });
});

async function start(databaseUrl: string): Promise<Runtime> {
  running = await compose(
    defaultConfig({
      sandbox: true,
      sandboxScenario: 'empty',
      dataDir: folder,
      roles: ['updater'],
      databaseUrl,
    }),
    { log: silentLogger },
  );
  const { updater } = await until('an updater', () => running?.handles.updater && running.handles);
  await until('a pass', () => updater?.state.kind === 'running');
  return running;
}

const inCluster = (runtime: Runtime) =>
  runtime.cluster?.client.request<ConfigMap>(
    'GET',
    pathOf(API_RESOURCES.configMaps, runtime.config.ownNamespace, STOP_CONFIG_MAP),
  );

describe('a stop while the database is down', () => {
  it('is in force and shown with a SQLite file that cannot be opened', async () => {
    const file = path.join(folder, 'a-folder.db');
    mkdirSync(file);
    const runtime = await start(`file:${file}`);
    await until('the database away', () => runtime.store.state.kind === 'away');
    const { stops } = (await runtime.operations?.stops.press(ALL, 'ada')) ?? {};
    expect(stops).toMatchObject([{ scope: ALL, who: 'ada', inCluster: true }]);
    expect((await inCluster(runtime))?.data).toHaveProperty('all');
  });

  it.skipIf(!bin)(
    'is in force and shown with PostgreSQL down under many decisions, and in the record once it is back',
    async () => {
      postgres = await startPostgres(bin ?? '');
      const runtime = await start(postgres.url);
      await until('the database', () => runtime.store.state.kind === 'available');
      await postgres.halt();
      const nowMs = runtime.clock.now();
      for (let made = 0; made < DECISIONS; made++) runtime.store.record(decisionRecord(nowMs));
      const { stops } = (await runtime.operations?.stops.press(ALL, 'ada')) ?? {};
      expect(stops).toMatchObject([{ scope: ALL, who: 'ada', inCluster: true }]);
      await until('the database away', () => runtime.store.state.kind === 'away');
      await runtime.operations?.stops.resume(ALL, 'bob');
      for (let made = 0; made < DECISIONS; made++) runtime.store.record(decisionRecord(nowMs));
      await postgres.start();
      await stored(runtime.store);
      const changes = await runtime.store.audit({ kinds: ['change'], limit: 10 });
      expect(changes).toMatchObject([
        { kind: 'change', change: 'resume', who: 'bob' },
        { kind: 'change', change: 'stop', who: 'ada' },
      ]);
      const gaps = await runtime.store.audit({ kinds: ['gap'], limit: 10 });
      const dropped = gaps.reduce((sum, gap) => sum + (gap.kind === 'gap' ? gap.dropped : 0), 0);
      expect(dropped).toBe(2 * DECISIONS - runtime.config.storeQueueLimit);
    },
  );
});
