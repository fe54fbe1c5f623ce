import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inParts, newTraceParent } from '@/components/bulk/in-parts';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { vpa } from '@/sandbox/scenarios/build';
import { defaultConfig } from '@/server/config';
import type { BulkOutcome, BulkStep } from '@/server/contract/requests/bulk';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import { NOBODY } from '@/server/lib/time/repeat';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { openStore } from '@/server/store';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { until } from '../support/until';
import { stored } from '../support/updating';

const COUNT = 1_000;
/** In the middle of a part. */
const KILLED_AT = 310;
const names = Array.from({ length: COUNT }, (_, index) => `web-${index}`);
const steps = names.map(
  (name): BulkStep => ({ kind: 'mode', namespace: NAMESPACE, name, mode: 'Off', from: 'Recreate' }),
);

let folder: string;
let sandbox: Sandbox;
let dashboard: Dashboard | undefined;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'plumbline-bulk-kill-'));
  const options = { scenario: 'empty', seed: 1, dataDir: folder } as const;
  sandbox = await startSandbox({ port: 0, clock: wallClock, log: silentLogger, ...options });
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } };
  await sandbox.registry.create('namespaces', namespace);
  for (const name of names)
    await sandbox.registry.create(VPAS, vpa({ name, namespace: NAMESPACE, mode: 'Recreate' }).object);
});
afterEach(async () => {
  await dashboard?.stop();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<string> {
  dashboard = await startDashboard({
    PLUMBLINE_KUBECONFIG: sandbox.kubeconfigPath,
    PLUMBLINE_DATA_DIR: path.join(folder, 'data'),
    PLUMBLINE_ROLES: 'recommender',
    PLUMBLINE_KUBE_API_QPS: '1000',
    PLUMBLINE_KUBE_API_BURST: '1000',
  });
  const { url } = dashboard;
  await until('readiness', async () => (await fetch(`${url}/api/ready`)).ok);
  return url;
}

/** Sends the steps as a page does. */
const change = (url: string) =>
  inParts<BulkOutcome>(`${url}/api/bulk`, steps, newTraceParent(), {
    progressed: () => undefined,
    goesOn: () => true,
  });

/** The VPAs in mode Off, each with how often its spec has changed. */
function changed(): Map<string, number> {
  const all = [...sandbox.registry.list<VerticalPodAutoscaler>(VPAS, NAMESPACE)];
  const off = all.filter(({ spec }) => spec.updatePolicy?.updateMode === 'Off');
  return new Map(off.map(({ metadata }) => [metadata.name, (metadata.generation ?? 1) - 1]));
}

/** Everything recorded of changes by people, and the gaps. */
async function recorded() {
  const config = defaultConfig({ dataDir: path.join(folder, 'data') });
  const store = openStore(config, {
    clock: wallClock,
    wallClock,
    log: silentLogger,
    loops: NOBODY,
  });
  await stored(store.journal);
  const records = await store.journal.audit({ kinds: ['change', 'gap'], limit: 2 * COUNT });
  await store.close();
  return {
    changes: records.flatMap((one) =>
      one.kind === 'change' ? [`${one.change} ${one.name} ${one.outcome}`] : [],
    ),
    gaps: records.filter(({ kind }) => kind === 'gap').length,
  };
}

it('a change of a thousand VPAs killed half-way is known for what it did, and done again does the rest alone', async () => {
  const url = await start();
  let killing: Promise<void> | undefined;
  const end = sandbox.registry.watch(VPAS, () => {
    if (changed().size >= KILLED_AT) killing ??= dashboard?.kill();
  });
  const first = await change(url);
  end();
  await killing;
  const half = changed();
  const told = first.results.length;
  expect(first).toMatchObject({ error: 'The Plumbline server does not answer' });
  expect(first.results.every(({ kind }) => kind === 'done')).toBe(true);
  // Nothing beyond the part that got no answer was begun.
  expect([...half.keys()].filter((name) => names.indexOf(name) >= told + first.unsure)).toEqual([]);
  expect(names.slice(0, told).filter((name) => !half.has(name))).toEqual([]);

  const again = await change(await start());
  expect(again.error).toBeUndefined();
  expect(again.results.map((one) => (one.kind === 'skipped' ? one.reason : one.kind))).toEqual(
    names.map((name) => (half.has(name) ? 'same-mode' : 'done')),
  );
  expect([...changed().values()]).toEqual(names.map(() => 1));

  await dashboard?.stop();
  const { changes, gaps } = await recorded();
  const missing = names.filter((name) => !changes.includes(`update-mode ${name} done`));
  expect(new Set(changes).size).toBe(changes.length);
  expect(changes).toHaveLength(COUNT - missing.length);
  // What has no record was done just before the end, and a gap says that some may be missing.
  expect(missing.filter((name) => !half.has(name))).toEqual([]);
  if (missing.length > 0) expect(gaps).toBeGreaterThan(0);
});
