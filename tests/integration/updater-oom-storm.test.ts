import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { silentLogger } from '@/server/log';
import { memoryFrom } from '@/server/model/quantity';
import type { Runtime } from '@/server/runtime';
import { startRuntime } from '@/server/runtime/start';
import { readAudit } from '@/server/updater/audit';
import type { AuditEntry } from '@/server/updater/views';
import { until } from '../support/updating';

const STORM = 'storm';
const SPEED = 300;
const MIB = 2 ** 20;

let folder: string;
let running: Runtime;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-storm-'));
  const config = defaultConfig({
    sandbox: true,
    sandboxScenario: 'oom-storm',
    clockSpeed: SPEED,
    dataDir: folder,
    logLevel: 'silent',
  });
  running = await startRuntime(config, { log: silentLogger });
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

const podsOf = (app: string) =>
  [...(running.cluster?.caches.pods.list(STORM) ?? [])].filter(
    ({ metadata }) => metadata.labels?.app === app && !metadata.deletionTimestamp,
  );
const memoryOf = (app: string) =>
  podsOf(app).map(({ spec }) => memoryFrom(spec.containers[0]?.resources?.limits?.memory ?? 0) / MIB);

async function actions(): Promise<Extract<AuditEntry, { kind: 'action' }>[]> {
  await running.store.flushed();
  const { entries } = await readAudit(running.store, new URLSearchParams('kind=action&limit=500'));
  return entries.flatMap((entry) => (entry.kind === 'action' && entry.action !== 'admit' ? [entry] : []));
}

it('lets a storm of kills for memory blow over: what is killed gets more until it lives, and nobody else is touched', async () => {
  await until('pods that are killed', () =>
    podsOf('flood').some(({ status }) =>
      status?.containerStatuses?.some(({ restartCount }) => restartCount > 0),
    ),
  );
  let mostAway = 0;
  const end = running.cluster?.caches.pods.subscribe({
    deleted: ({ metadata }) => {
      if (metadata.labels?.app === 'flood') mostAway = Math.max(mostAway, 2 - podsOf('flood').length);
    },
  });
  await until('pods with room for what they need', () => {
    const limits = memoryOf('flood');
    return limits.length === 2 && limits.every((mib) => mib > 700);
  });
  end?.();
  expect(mostAway).toBeLessThanOrEqual(1);

  const done = await actions();
  const evictions = done.filter(({ vpa, action }) => vpa === 'flood' && action === 'evict');
  const [first] = evictions.toReversed();
  expect(first).toMatchObject({ outcome: 'done', pod: expect.stringMatching(/^flood-/) });
  // With minutes of history, which would hold back everything but this.
  const killed = first?.reasons.find(({ code }) => code === 'oom-killed');
  expect(killed).toMatchObject({ container: 'app', withinMs: 600_000 });
  expect(first?.before).toMatchObject({ app: { memory: 256 * MIB } });
  const after = first?.after as Record<string, { memory: number }> | undefined;
  expect(after?.app?.memory).toBeGreaterThan(256 * MIB);
  expect(evictions.every(({ outcome }) => outcome === 'done')).toBe(true);
  // Each of the two pods grows in a few steps, by at least 100 MiB each.
  expect(evictions.length).toBeLessThanOrEqual(16);

  expect(done.filter(({ vpa }) => vpa === 'drizzle' || vpa === 'shower')).toEqual([]);
  const plan = running.updater?.plan().vpas.find(({ name }) => name === 'drizzle');
  expect(plan?.pods.map(({ reasons }) => reasons[0]?.code)).toEqual(Array(3).fill('mode-off'));
});
