/**
 * A process with only the admission role, on the API server of its first argument. Tells its parent
 * `{ port }` once it is healthy; answers `'memory'` with `{ rssBytes }`.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Registry } from 'prom-client';
import { startAdmission } from '@/server/admission';
import { wallClock } from '@/server/clock';
import { defaultConfig } from '@/server/config';
import { loadAccess } from '@/server/kube/access';
import { ClusterCaches } from '@/server/kube/caches';
import { KubeClient } from '@/server/kube/client';
import { EventRecorder } from '@/server/kube/events';
import { TargetResolver } from '@/server/kube/targets';
import { silentLogger as log } from '@/server/log';
import { ProblemBoard } from '@/server/problems';

const kubeconfig = path.join(mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-')), 'kubeconfig');
writeFileSync(
  kubeconfig,
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'bench',
    contexts: [{ name: 'bench', context: { cluster: 'bench', user: 'bench' } }],
    clusters: [{ name: 'bench', cluster: { server: process.argv[2] } }],
    users: [{ name: 'bench', user: {} }],
  }),
);
const client = KubeClient.connect(loadAccess({ kubeconfig }));
const caches = new ClusterCaches(client, { log });
const admission = await startAdmission({
  config: defaultConfig({ roles: ['admission'] }),
  clock: wallClock,
  wallClock,
  log,
  problems: new ProblemBoard(wallClock, log),
  client,
  caches,
  targets: new TargetResolver(caches, client),
  events: new EventRecorder({ client, clock: wallClock, log, component: 'bench' }),
  metrics: new Registry(),
});
while (admission.health().kind !== 'healthy') await wallClock.sleep(20);

process.on('message', () => process.send?.({ rssBytes: process.memoryUsage().rss }));
process.on('disconnect', () => process.exit(0));
process.send?.({ port: admission.port });
