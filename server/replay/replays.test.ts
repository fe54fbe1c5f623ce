import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock, wallClock } from '@/server/lib/time/clock';
import { NOBODY } from '@/server/lib/time/repeat';
import { KeptReplays } from '@/server/store/replays/kept-replays';
import type { ReplayStore } from '@/server/store/replays/replay-store';
import { roleContext } from '@/tests/support/role-context';
import { Replays } from './replays';

const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-replays-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Replays of a process whose cluster nobody asks. */
function replaysOver(open: () => Promise<ReplayStore>): Replays {
  const kubeconfig = path.join(folder, 'kubeconfig');
  const name = 'nowhere';
  const text = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    contexts: [{ name, context: { cluster: name, user: name } }],
    clusters: [{ name, cluster: { server: 'http://127.0.0.1:9' } }],
    users: [{ name, user: {} }],
  };
  writeFileSync(kubeconfig, JSON.stringify(text));
  const config = defaultConfig();
  const clock = new ManualClock(0);
  return new Replays({
    config,
    clock,
    wallClock,
    log: silentLogger,
    loops: NOBODY,
    cluster: roleContext(config, kubeconfig, clock),
    series: {
      past: () => Promise.reject(new Error('not asked')),
      happeningsKnown: () => Promise.reject(new Error('not asked')),
    },
    journal: { record: () => undefined, begin: () => () => undefined },
    kept: new KeptReplays({ open, clock, wallClock, most: 1, keptMs: 1 }),
  });
}

describe('a replay asked for while the database does not answer', () => {
  const replays = replaysOver(() => Promise.reject(new Error('still opening')));

  it.each([
    ['itself', () => replays.view('r1')],
    ['its chart', () => replays.chart('r1', 'shop', 'web')],
    ['its export', () => replays.export('r1', new URLSearchParams({ format: 'md' }))],
  ])('is out of reach rather than unknown: %s', async (_, asked) => {
    await expect(asked()).rejects.toMatchObject({
      status: 503,
      code: 'database-away',
      message: 'The database does not answer: it keeps the replays',
    });
  });
});

it('a replay that the database does not have is unknown', async () => {
  const none = { get: async () => undefined, clear: async () => undefined };
  const replays = replaysOver(async () => none as Partial<ReplayStore> as ReplayStore);
  await expect(replays.view('r1')).rejects.toMatchObject({ status: 404 });
});
