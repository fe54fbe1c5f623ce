import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { silentLogger } from '@/server/lib/report/log';
import { acceleratedClock } from '@/server/lib/time/clock';
import type { KubeList, Pod, PodMetrics } from '@/server/objects/types';
import { describeWithProgram, output } from '../support/installed-program';
import { KUBECTL_PATIENCE, PATIENCE } from '../support/patience';

const SPEED = 20;

const WEB = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 4
  selector: {matchLabels: {app: web}}
  template:
    metadata:
      labels: {app: web}
      annotations:
        sandbox.plumbline.dev/workload: '{"kind":"steady","cpu":"80m","memory":"100Mi"}'
    spec:
      containers:
      - name: app
        image: img:1
        resources: {requests: {cpu: 100m, memory: 128Mi}}
`;
const BUDGET = `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec:
  maxUnavailable: 1
  selector: {matchLabels: {app: web}}
`;
const STORE = `
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: store}
spec:
  serviceName: store
  replicas: 2
  selector: {matchLabels: {app: store}}
  template:
    metadata: {labels: {app: store}}
    spec:
      containers:
      - {name: db, image: "img:1", resources: {requests: {cpu: 50m, memory: 64Mi}}}
`;

describeWithProgram('kubectl', 'kubernetes-client', 'the control plane, driven by kubectl', (file) => {
  let sandbox: Sandbox;
  let folder: string;
  const kubectl = (...args: string[]) =>
    output(file, args, { KUBECONFIG: sandbox.kubeconfigPath, KUBECACHEDIR: path.join(folder, 'cache') });
  const json = async <T>(...args: string[]): Promise<T> =>
    JSON.parse(await kubectl(...args, '-o', 'json')) as T;
  const podsOf = async (app: string) => (await json<KubeList<Pod>>('get', 'pods', '-l', `app=${app}`)).items;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'sandbox-'));
    sandbox = await startSandbox({
      port: 0,
      clock: acceleratedClock(Date.parse('2026-03-02T08:00:00Z'), SPEED),
      log: silentLogger,
      scenario: 'empty',
      seed: 1,
      dataDir: folder,
    });
    const manifests = path.join(folder, 'manifests');
    mkdirSync(manifests);
    writeFileSync(path.join(manifests, 'web.yaml'), WEB);
    writeFileSync(path.join(manifests, 'budget.yaml'), BUDGET);
    writeFileSync(path.join(manifests, 'store.yaml'), STORE);
    await kubectl('apply', '-f', manifests);
  });

  afterAll(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('rolls out what a folder of manifests declares', async () => {
    expect(await kubectl('rollout', 'status', 'deployment/web', KUBECTL_PATIENCE)).toContain(
      'deployment "web" successfully rolled out',
    );
    expect(await kubectl('rollout', 'status', 'statefulset/store', KUBECTL_PATIENCE)).toContain(
      'partitioned roll out complete',
    );
    expect(await kubectl('wait', '--for=condition=Ready', 'pod/store-1', KUBECTL_PATIENCE)).toContain(
      'condition met',
    );
    expect(await podsOf('web')).toHaveLength(4);
  });

  it('rolls a new image out and back', async () => {
    await kubectl('set', 'image', 'deployment/web', 'app=img:2');
    await kubectl('rollout', 'status', 'deployment/web', KUBECTL_PATIENCE);
    expect((await podsOf('web')).filter((pod) => !pod.metadata.deletionTimestamp)).toHaveLength(4);
    expect(await kubectl('rollout', 'history', 'deployment/web')).toMatch(/1 .*\n2 /);
    await kubectl('rollout', 'undo', 'deployment/web');
    await kubectl('rollout', 'status', 'deployment/web', KUBECTL_PATIENCE);
    await vi.waitFor(async () => {
      const images = (await podsOf('web')).map((pod) => pod.spec.containers[0]?.image);
      expect(images).toEqual(Array(4).fill('img:1'));
    }, PATIENCE);
  });

  it('shows what pods and nodes use', async () => {
    await vi.waitFor(async () => {
      const { items } = await json<KubeList<PodMetrics>>('get', 'pods.metrics.k8s.io');
      expect(items.filter((item) => item.metadata.name.startsWith('web-'))).toHaveLength(4);
    }, PATIENCE);
    expect(await kubectl('top', 'pods', '-l', 'app=web')).toMatch(/^web-\S+ +\d+m +\d+Mi/m);
    expect(await kubectl('top', 'nodes')).toMatch(/^node-0 +\d+m +\d+% +\d+Mi +\d+%/m);
  });

  it('resizes a pod in place', async () => {
    const [pod] = await podsOf('web');
    const name = pod?.metadata.name ?? '';
    const resources = { requests: { cpu: '150m', memory: '192Mi' } };
    const patch = JSON.stringify({ spec: { containers: [{ name: 'app', resources }] } });
    await kubectl('patch', 'pod', name, '--subresource', 'resize', '--patch', patch);
    await vi.waitFor(async () => {
      const { status } = await json<Pod>('get', 'pod', name);
      expect(status?.containerStatuses?.[0]).toMatchObject({ restartCount: 0, resources });
      expect(status?.conditions?.filter((each) => each.type.startsWith('PodResize'))).toEqual([]);
    }, PATIENCE);
    expect(await kubectl('describe', 'pod', name)).toMatch(/ResizeCompleted/);
  });

  it('drains a node under a disruption budget', async () => {
    const [pod] = await podsOf('web');
    const node = pod?.spec.nodeName ?? '';
    await kubectl(
      'drain',
      node,
      '--ignore-daemonsets',
      '--force',
      '--delete-emptydir-data',
      KUBECTL_PATIENCE,
    );
    expect((await podsOf('web')).filter((each) => each.spec.nodeName === node)).toEqual([]);
    await vi.waitFor(async () => {
      const ready = (await podsOf('web')).filter((each) => each.status?.phase === 'Running');
      expect(ready).toHaveLength(4);
    }, PATIENCE);
    await kubectl('uncordon', node);
  });

  it('scales, and cleans up after deletions', async () => {
    await kubectl('scale', 'deployment/web', '--replicas=1');
    await vi.waitFor(async () => expect(await podsOf('web')).toHaveLength(1), PATIENCE);
    await kubectl('delete', 'deployment/web', 'statefulset/store');
    await vi.waitFor(async () => {
      const { items } = await json<KubeList<Pod>>('get', 'pods,replicasets,controllerrevisions');
      expect(items).toEqual([]);
    }, PATIENCE);
  });
});
