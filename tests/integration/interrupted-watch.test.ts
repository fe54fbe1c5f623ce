import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { defaultConfig } from '@/server/config';
import type { Runtime } from '@/server/host/runtime';
import { startRuntime } from '@/server/host/start';
import { loadAccess } from '@/server/kube/access';
import { APPLY_PATCH, KubeClient } from '@/server/kube/client';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import { FaultyApi } from '../support/faulty-api';
import { until } from '../support/until';
import { stored } from '../support/updating';

const NAMESPACE = 'default';
const GATE = 'plumbline.dev/approvals';
const UNSEEN = ' (seen in a list after the watch was interrupted: there may have been others between)';

let folder: string;
let sandbox: Sandbox;
let api: FaultyApi;
let running: Runtime;
let client: KubeClient;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'plumbline-interrupted-'));
  sandbox = await startSandbox({
    port: 0,
    clock: wallClock,
    log: silentLogger,
    scenario: 'empty',
    seed: 1,
    dataDir: folder,
    scalesHorizontally: false,
  });
  api = await FaultyApi.before(sandbox);
  client = KubeClient.connect(loadAccess({ kubeconfig: sandbox.kubeconfigPath }));
  running = await startRuntime(
    defaultConfig({ kubeconfig: api.kubeconfig, dataDir: folder, roles: ['updater'] }),
    { log: silentLogger },
  );
  await until('an updater at work', () => running.handles.updater?.state.kind === 'running');
});
afterAll(async () => {
  await running?.stop();
  await client?.close();
  await api?.close();
  await sandbox?.close();
  rmSync(folder, { recursive: true, force: true });
});

const apply = (name: string, fieldManager: string, { annotations = {}, spec = {} }: Record<string, object>) =>
  client.request('PATCH', pathOf(API_RESOURCES.vpas, NAMESPACE, name), {
    query: { fieldManager, force: true },
    contentType: APPLY_PATCH,
    body: {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name, namespace: NAMESPACE, annotations },
      spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name }, ...spec },
    },
  });

async function changes(): Promise<string[]> {
  await stored(running.store);
  const records = await running.store.audit({ kinds: ['change'], limit: 100 });
  return records.flatMap((one) =>
    one.kind === 'change' ? [`${one.name}: ${one.detail} by ${one.who}`] : [],
  );
}

it('says of a change that only a list shows after a watch was interrupted that others may have come between', async () => {
  for (const name of ['web', 'gone']) await apply(name, 'flux', {});
  await until('both', async () => (await changes()).length === 2);

  let isAsked = () => {};
  let letGo = () => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isExpired = true;
  api.fault = async (method, url) => {
    if (method !== 'GET' || !/\/verticalpodautoscalers(\?|$)/.test(url)) return undefined;
    isAsked();
    await held;
    const isResumed = url.includes('watch=true') && !url.includes('sendInitialEvents');
    if (isResumed && isExpired) return { status: 410, reason: 'Expired' };
    isExpired &&= url.includes('limit=1&') || url.endsWith('limit=1');
    return undefined;
  };
  api.cutWatches();
  await asked;
  await apply('web', 'eve', { annotations: { [GATE]: 'never' } });
  await apply('web', 'eve', { annotations: { [GATE]: 'always' } });
  await apply('web', 'ada', { spec: { updatePolicy: { updateMode: 'Off', minReplicas: 3 } } });
  await apply('fresh', 'ada', {});
  await client.request('DELETE', pathOf(API_RESOURCES.vpas, NAMESPACE, 'gone'));
  letGo();

  const told = await until('what the list shows', async () => {
    const all = await changes();
    return all.length >= 5 && all;
  });
  expect(new Set(told.slice(0, 3))).toEqual(
    new Set([
      `web: updateMode unset → Off, updatePolicy, ${GATE}${UNSEEN} by unknown (eve, ada)`,
      `fresh: made${UNSEEN} by unknown (ada)`,
      `gone: deleted${UNSEEN} by unknown`,
    ]),
  );

  await apply('web', 'eve', { annotations: { [GATE]: 'never' } });
  await until('what the watch tells', async () =>
    (await changes()).includes(`web: ${GATE} by unknown (eve)`),
  );
});
