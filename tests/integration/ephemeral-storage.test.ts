import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { type Config, defaultConfig } from '@/server/config';
import type { Runtime } from '@/server/host/runtime';
import { startRuntime } from '@/server/host/start';
import { silentLogger } from '@/server/lib/report/log';
import { acceleratedClock, wallClock } from '@/server/lib/time/clock';
import type { KubeObject, Pod, ResourceList } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { until } from '../support/until';

const SPEED = 60;
const DAY_MS = 86_400_000;
const STORAGE = 'ephemeral-storage';

/** A whole process on the embedded cluster and its Prometheus. */
describe('ephemeral storage that a VPA asks to control', () => {
  const clock = acceleratedClock(wallClock.now(), SPEED);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-'));
  let sandbox: Sandbox;
  let running: Runtime;

  function start(config: Partial<Config> = {}): Promise<Runtime> {
    const { address = '', bearerToken = '', caFile = '' } = sandbox.prometheus ?? {};
    return startRuntime(
      defaultConfig({
        kubeconfig: sandbox.kubeconfigPath,
        dataDir: folder,
        roles: ['recommender', 'admission', 'updater'],
        prometheusAddress: address,
        prometheusBearerToken: bearerToken,
        prometheusCaFile: caFile,
        signalsIntervalMs: 60_000,
        warmUpMs: 0,
        leastHistoryMs: 0,
        leastHistoryToLowerMs: 0,
        canaryMs: 0,
        kubeApiQps: 1000,
        kubeApiBurst: 1000,
        ...config,
      }),
      { clock, log: silentLogger },
    );
  }

  beforeAll(async () => {
    sandbox = await startSandbox({
      port: 0,
      clock,
      log: silentLogger,
      scenario: 'empty',
      seed: 1,
      dataDir: folder,
      pastMs: DAY_MS,
    });
    await create('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    running = await start();
  });
  afterAll(async () => {
    await running.stop();
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const create = (resource: string, object: KubeObject) => sandbox.registry.create(resource, object);

  async function workload(
    name: string,
    annotation: string | undefined,
    spec: object = {},
    resources: object = { requests: { cpu: '100m', memory: '64Mi' } },
  ) {
    await create('deployments.apps', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace: NAMESPACE },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: name } },
        template: {
          metadata: { labels: { app: name } },
          spec: { containers: [{ name: 'app', image: 'app:1', resources }] },
        },
      },
    } as KubeObject);
    await create(VPAS, {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: {
        name,
        namespace: NAMESPACE,
        ...(annotation !== undefined && {
          annotations: { 'plumbline.dev/controlled-signals': annotation },
        }),
      },
      spec: {
        targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
        updatePolicy: { updateMode: 'Recreate' },
        ...spec,
      },
    } as KubeObject);
  }

  const vpa = (name: string) => sandbox.registry.get<VerticalPodAutoscaler>(VPAS, NAMESPACE, name);
  const recommended = (name: string) =>
    vpa(name)?.status?.recommendation?.containerRecommendations?.find(
      ({ containerName }) => containerName === 'app',
    );
  const resourcesOf = (name: string, field: 'requests' | 'limits' = 'requests') =>
    [...sandbox.registry.list<Pod>('pods', NAMESPACE)]
      .filter(({ metadata }) => metadata.labels?.app === name && !metadata.deletionTimestamp)
      .map(({ spec }): ResourceList | undefined => spec.containers[0]?.resources?.[field]);

  it('is recommended within its bounds, planned, and requested by the pods that come', async () => {
    const containerPolicies = [
      { containerName: '*', minAllowed: { [STORAGE]: '300Mi' }, maxAllowed: { [STORAGE]: '400Mi' } },
    ];
    await workload('web', STORAGE, { resourcePolicy: { containerPolicies } });
    await workload('plain', undefined);
    await until('a recommendation of storage', () => recommended('web')?.target?.[STORAGE]);
    expect(recommended('web')?.target?.[STORAGE]).toBe('300Mi');
    expect(recommended('web')?.lowerBound?.[STORAGE]).toBe('300Mi');
    expect(recommended('web')?.upperBound?.[STORAGE]).toBe('400Mi');
    expect(recommended('web')?.target?.cpu).toBeDefined();
    await until('pods that request storage', () => {
      const requests = resourcesOf('web');
      return requests.length === 2 && requests.every((list) => list?.[STORAGE] !== undefined);
    });
    for (const list of resourcesOf('web')) expect(list?.[STORAGE]).toBe('300Mi');
    expect(running.workload(NAMESPACE, 'web').policy.controlledSignals).toBe(STORAGE);
    expect(running.workload(NAMESPACE, 'plain').policy).not.toHaveProperty('controlledSignals');
    expect(recommended('plain')?.target).not.toHaveProperty(STORAGE);
    for (const list of resourcesOf('plain')) expect(list).not.toHaveProperty(STORAGE);
    expect(running.problems.list().map(({ code }) => code)).not.toContain('controlled-signals-invalid');
  });

  it('stays in the status while Prometheus is gone, and the problem says what is missing', async () => {
    await running.stop();
    running = await start({ prometheusAddress: '' });
    await until('a pass', () => running.handles.recommender?.lastPass);
    const after = running.handles.recommender?.lastPass?.atMs;
    await until('another pass', () => running.handles.recommender?.lastPass?.atMs !== after);
    expect(recommended('web')?.target?.[STORAGE]).toBe('300Mi');
    const problem = running.problems.list().find(({ code }) => code === 'controlled-signals-invalid');
    expect(problem?.message).toContain('PLUMBLINE_PROMETHEUS_ADDRESS is not set');
    await running.stop();
    running = await start();
  });

  it('is a problem that names what it takes, if it is another signal', async () => {
    await workload('odd', `${STORAGE}, disk-bytes`);
    const problem = await until('a problem', () =>
      running.problems.list().find(({ code }) => code === 'controlled-signals-invalid'),
    );
    expect(problem.message).toContain(
      'VerticalPodAutoscaler shop/odd: "disk-bytes" cannot be controlled; it takes ephemeral-storage',
    );
  });
});
