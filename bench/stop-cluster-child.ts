/**
 * The embedded cluster with thousands of VPAs and nothing else, for the bench of the stop. Prints one line of
 * JSON with the path of its kubeconfig, and ends when its standard input does.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { wallClock } from '@/server/clock';
import type { VerticalPodAutoscaler } from '@/server/kube/vpa-types';
import { silentLogger } from '@/server/log';
import { startSandbox } from '@/server/sandbox/cluster';

const VPAS = Number(process.env.BENCH_VPAS);
const NAMESPACES = 20;
const MODES = ['Recreate', 'Initial', 'InPlaceOrRecreate', undefined] as const;

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'));
const sandbox = await startSandbox({
  port: 0,
  clock: wallClock,
  log: silentLogger,
  scenario: 'empty',
  seed: 1,
  dataDir,
});
for (let index = 0; index < NAMESPACES; index++)
  await sandbox.registry.create('namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: `team-${index}` },
  });
for (let index = 0; index < VPAS; index++) {
  const updateMode = MODES[index % MODES.length];
  await sandbox.registry.create<VerticalPodAutoscaler>('verticalpodautoscalers.autoscaling.k8s.io', {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: `web-${index}`, namespace: `team-${index % NAMESPACES}` },
    spec: {
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: `web-${index}` },
      ...(updateMode && { updatePolicy: { updateMode } }),
    },
  });
}
process.stdout.write(`${JSON.stringify({ kubeconfig: sandbox.kubeconfigPath })}\n`);
for await (const _chunk of process.stdin) {
  // Until the parent closes it.
}
await sandbox.close();
rmSync(dataDir, { recursive: true, force: true });
process.exit();
