/**
 * An embedded cluster in real time with `WORKLOADS` Deployments of two pods and a VPA each, which changes new pods
 * alone, so that both sides find the same objects. Sends its parent the path of its kubeconfig once all pods run, and
 * ends with it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox } from '@/sandbox/cluster';
import { deployment, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Declared } from '@/sandbox/scenarios/scenario';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import type { Pod } from '@/server/objects/types';

const NODES_OF_SCENARIO = 3;
const NAMESPACES = 20;
const REPLICAS = 2;
const WORKLOADS_OF_NODE = 50;
const AT_ONCE = 50;
const LOOK_MS = 250;

const workloads = Number(process.argv[2] ?? 1_000);

function workload(index: number): Declared[] {
  const its = { name: `service-${index}`, namespace: `team-${index % NAMESPACES}` };
  const cpu = `${20 + (index % 37) * 10}m`;
  const memory = `${60 + (index % 53) * 12}Mi`;
  const requests = `${50 + (index % 29) * 10}m/${100 + (index % 31) * 20}Mi`;
  return [
    deployment({
      ...its,
      replicas: REPLICAS,
      containers: [{ requests, does: { kind: 'steady', cpu, memory } }],
    }),
    vpa({ ...its, mode: 'Initial' }),
  ];
}

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'));
const { registry, kubeconfigPath, close } = await startSandbox({
  port: 0,
  clock: wallClock,
  log: silentLogger,
  scenario: 'empty',
  seed: 1,
  dataDir,
});
const objects = [
  ...scenarioNodes(Math.ceil(workloads / WORKLOADS_OF_NODE), 64, 256, NODES_OF_SCENARIO),
  ...Array.from({ length: NAMESPACES }, (_, index) => namespace(`team-${index}`)),
  namespace('versus'),
  ...Array.from({ length: workloads }, (_, index) => workload(index)).flat(),
];
for (const [index, { resource, object }] of objects.entries()) {
  await registry.create(resource, object);
  if (index % AT_ONCE === 0) await pause(0);
}
const running = () =>
  [...registry.list<Pod>('pods')].filter(({ status }) => status?.phase === 'Running').length;
while (running() < workloads * REPLICAS) await pause(LOOK_MS);
process.on('disconnect', async () => {
  await close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});
process.send?.(kubeconfigPath);
