import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultConfig } from '../config';
import { silentLogger } from '../lib/report/log';
import { ManualClock, wallClock } from '../lib/time/clock';
import { NOBODY } from '../lib/time/repeat';
import { openStore } from '.';

const KEY = { namespace: 'shop', vpa: 'web', container: 'app' };
const MINUTE_MS = 60_000;
const NOW_MS = Date.UTC(2026, 2, 2, 12, 30);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the past of a real cluster', () => {
  it.each(['', 'named.db'])('survives a demo in the same folder, with the database "%s"', async (file) => {
    const databaseUrl = file && `file:${path.join(folder, file)}`;
    const open = (isDemo: boolean) =>
      openStore(defaultConfig({ dataDir: folder, databaseUrl }), {
        clock: new ManualClock(NOW_MS),
        wallClock,
        log: silentLogger,
        loops: NOBODY,
        run: isDemo ? {} : undefined,
      });
    const point = { atMs: NOW_MS, confidence: 1, replicas: 1, cpu: { target: 100 }, memory: {} };

    const real = open(false);
    real.series.add(KEY, 'default', point);
    await real.close();
    const demo = open(true);
    demo.series.add({ ...KEY, vpa: 'other' }, 'default', point);
    await demo.series.beat();
    await demo.close();

    const again = open(false);
    const { points } = await again.series.past(
      KEY,
      { fromMs: NOW_MS - MINUTE_MS, toMs: NOW_MS + MINUTE_MS },
      10,
    );
    expect(points.map(({ cpu }) => cpu.target)).toEqual([100]);
    await again.close();
  });
});
