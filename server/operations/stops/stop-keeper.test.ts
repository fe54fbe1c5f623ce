import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemBoard } from '@/server/kube/problems';
import { NOBODY } from '@/server/lib/time/repeat';
import { EVERY_NAMESPACE } from '../../decide/pods/served-namespaces';
import { isStopped } from '../../decide/pods/stop';
import { KubeClient } from '../../kube/client';
import { silentLogger } from '../../lib/report/log';
import { ManualClock } from '../../lib/time/clock';
import { StopKeeper } from './stop-keeper';

let dataDir: string;
const keepers: StopKeeper[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'plumbline-stop-'));
});
afterEach(async () => {
  await Promise.all(keepers.splice(0).map((keeper) => keeper.stop()));
  rmSync(dataDir, { recursive: true, force: true });
});

/** A keeper whose cluster does not answer. */
function keeperAlone(): StopKeeper {
  const client = KubeClient.connect({
    server: 'https://127.0.0.1:9',
    source: 'test',
    tls: {},
    credentials: async () => ({ headers: {} }),
    reload: () => {},
  } as never);
  const keeper = new StopKeeper({
    client,
    wallClock: new ManualClock(0),
    log: silentLogger,
    problems: new ProblemBoard(new ManualClock(0), silentLogger).by('test'),
    loops: NOBODY,
    ownNamespace: 'plumbline',
    systemNamespace: 'kube-system',
    takesOver: true,
    dataDir,
    cluster: 'test',
    reach: EVERY_NAMESPACE,
  });
  keepers.push(keeper);
  return keeper;
}

const holds = (keeper: StopKeeper) => isStopped(keeper.state, 'shop', 'web');

describe('stops while the cluster is unreachable', () => {
  it('are in force before the request returns', () => {
    const keeper = keeperAlone();
    void keeper.press({ kind: 'all' }, { who: 'ada', atMs: 1 });
    expect(holds(keeper)).toBe(true);
    expect(keeper.list()).toEqual([
      { scope: { kind: 'all' }, entry: { who: 'ada', atMs: 1 }, inCluster: false },
    ]);
  });

  it('survive a restart, and so does a resume', async () => {
    await keeperAlone().press({ kind: 'namespace', namespace: 'shop' }, { who: 'ada', atMs: 1 });
    const second = keeperAlone();
    expect(holds(second)).toBe(true);
    await second.resume({ kind: 'namespace', namespace: 'shop' }, { who: 'ada', atMs: 2 });
    expect(holds(second)).toBe(false);
    expect(holds(keeperAlone())).toBe(false);
  });

  it('are in force though the disk cannot be written', async () => {
    const keeper = keeperAlone();
    rmSync(dataDir, { recursive: true });
    writeFileSync(dataDir, '');
    await keeper.press({ kind: 'all' }, { who: 'ada', atMs: 1 });
    expect(holds(keeper)).toBe(true);
    expect(keeper.lastError).toBeTruthy();
  });

  it('say why the cluster does not have them', async () => {
    const keeper = keeperAlone();
    await keeper.press({ kind: 'all' }, { who: 'ada', atMs: 1 });
    expect(keeper.lastError).toBeTruthy();
  });

  it('refuse to start if a damaged file may contain one', () => {
    void keeperAlone().press({ kind: 'all' }, { who: 'ada', atMs: 1 });
    for (const name of readdirSync(dataDir)) writeFileSync(path.join(dataDir, name), '{"words":');
    expect(() => keeperAlone()).toThrow();
  });
});
