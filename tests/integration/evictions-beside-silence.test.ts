import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import {
  type MutatingWebhookConfiguration,
  registeredPath,
} from '@/server/admission/serving/webhook-configuration';
import { readConfig } from '@/server/config';
import { compose } from '@/server/host/compose';
import type { Runtime } from '@/server/host/runtime';
import { silentLogger } from '@/server/lib/report/log';
import { acceleratedClock, wallClock } from '@/server/lib/time/clock';
import { API_RESOURCES, apiVersionOf } from '@/server/objects/resources';
import type { KubeEvent, KubeObject, Lease, Workload } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { LEASES, WEBHOOKS } from '../support/admitting';
import { VPAS } from '../support/embedded-cluster';
import { until } from '../support/until';

const SPEED = 60;
const SILENT = 60;

let folder: string;
let sandbox: Sandbox;
let running: Runtime;
const held = new Set<TLSSocket>();
let isOver = false;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'plumbline-silence-'));
  const clock = acceleratedClock(wallClock.now(), SPEED);
  sandbox = await startSandbox({
    port: 0,
    clock,
    log: silentLogger,
    scenario: 'empty',
    seed: 1,
    dataDir: folder,
  });
  const config = readConfig({
    PLUMBLINE_ROLES: 'recommender,updater,admission',
    PLUMBLINE_KUBECONFIG: sandbox.kubeconfigPath,
    PLUMBLINE_DATA_DIR: path.join(folder, 'main'),
    PLUMBLINE_LEAST_HISTORY: '0s',
    PLUMBLINE_LEAST_HISTORY_TO_LOWER: '0s',
    PLUMBLINE_CANARY: '0s',
    PLUMBLINE_WARM_UP: '0s',
  });
  running = await compose(config, { clock, log: silentLogger });
  await until('healthy admission', () => running.handles.admission?.health().kind === 'healthy');
});

afterAll(async () => {
  isOver = true;
  for (const socket of held) socket.destroy();
  await running?.stop();
  await sandbox?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Holds a connection that sent one byte of a body, and another once it is ended; resolves with the first end. */
function stayedSilent(to: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({
      host: '127.0.0.1',
      port: running.handles.admission?.port ?? 0,
      rejectUnauthorized: false,
    });
    held.add(socket);
    socket.once('secureConnect', () =>
      socket.write(`POST ${to} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{`),
    );
    socket.on('error', () => undefined);
    socket.once('close', () => {
      held.delete(socket);
      resolve();
      if (!isOver) void stayedSilent(to);
    });
  });
}

async function farFromItsTarget(name: string): Promise<void> {
  const { deployments } = API_RESOURCES;
  const labels = { app: name };
  const usage = '{"kind":"steady","cpu":"300m","memory":"400Mi"}';
  const template = {
    metadata: { labels, annotations: { 'sandbox.plumbline.dev/workload': usage } },
    spec: { containers: [{ name: 'app', image: 'app:1', resources: { requests: { cpu: '10m' } } }] },
  };
  const metadata = { name, namespace: 'default' };
  await sandbox.registry.create('deployments.apps', {
    apiVersion: apiVersionOf(deployments),
    kind: deployments.kind,
    metadata,
    spec: { replicas: 3, selector: { matchLabels: labels }, template },
  } as Workload);
  await sandbox.registry.create<VerticalPodAutoscaler>(VPAS, {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata,
    spec: {
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      updatePolicy: { updateMode: 'Recreate' },
    },
  });
}

const renewedMs = () =>
  Date.parse(
    sandbox.registry.get<Lease>(LEASES, 'kube-system', 'vpa-admission-controller')?.spec.renewTime ?? '',
  );
const isEvicted = () =>
  [...sandbox.registry.list<KubeEvent & KubeObject>('events', 'default')].some(
    ({ reason }) => reason === 'EvictedByVPA',
  );

it('goes on evicting while silent connections come and are given up', async () => {
  const [webhook] =
    sandbox.registry.get<MutatingWebhookConfiguration>(WEBHOOKS, undefined, 'plumbline')?.webhooks ?? [];
  const paths = ['/mutate', webhook ? registeredPath(webhook) : ''];
  const ended = Array.from({ length: SILENT }, (_, index) => stayedSilent(paths[index % 2] ?? ''));
  await Promise.all(ended);
  const givenUpMs = Date.now();
  await until('a lease renewed since', () => renewedMs() > givenUpMs);
  expect(running.handles.admission?.health().kind).toBe('healthy');
  await farFromItsTarget('web');
  await until('an eviction', isEvicted);
  expect(held.size).toBeGreaterThan(0);
});
