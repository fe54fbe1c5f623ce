import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pod } from '@/server/objects/types';
import { DEFAULTS, renderedChart, type Values } from '../support/rendered-chart';
import { until } from '../support/until';
import { namespace, RealCluster, workload } from './real-cluster';

let cluster: RealCluster;

beforeAll(async () => {
  cluster = await RealCluster.start();
});
afterAll(() => cluster?.stop());

const VARIANTS = ['deploy/one-pod', 'deploy/try', 'deploy/highly-available', 'deploy/hub'];

describe('the manifests, before the product runs', () => {
  it.each(VARIANTS)('%s is applied twice without a difference', async (variant) => {
    await cluster.apply(variant);
    // A controller may write a first status between the two looks of one comparison.
    let again = await cluster.said('diff', '--server-side', '-k', variant);
    if (again.out.includes('observedGeneration'))
      again = await cluster.said('diff', '--server-side', '-k', variant);
    expect(again.out).toBe('');
    expect(again.code).toBe(0);
  });

  it.each(VARIANTS)(
    '%s is applied by the client, then by the server, without a conflict',
    async (variant) => {
      await cluster.kubectl('apply', '-k', variant);
      const then = await cluster.said('apply', '--server-side', '-k', variant);
      expect(then.err).not.toContain('conflict');
      expect(then.code).toBe(0);
    },
  );
});

const ACCOUNT = '--as=system:serviceaccount:plumbline:plumbline';
const FORMER = 'kube-system';
const STOPS = 'plumbline-stops';
const HALTED = JSON.stringify({ who: 'ada', atMs: 1 });

/** Whether our account may do this: `create secrets -n shop`. */
const may = async (right: string) =>
  (await cluster.said('auth', 'can-i', ...right.split(' '), ACCOUNT)).out.trim() === 'yes';

describe('the product with the rights of the manifests', () => {
  beforeAll(async () => {
    await cluster.kubectl('scale', '-n', 'plumbline', 'deployment', '--all', '--replicas=0');
    // As a former version left it.
    await cluster.kubectl(
      'create',
      'configmap',
      STOPS,
      '-n',
      FORMER,
      `--from-literal=namespace.halted=${HALTED}`,
    );
    await cluster.startProduct();
  });

  it('heeds and keeps the stops that a former version left in kube-system', async () => {
    const kept = await until('the stop in its new place', async () => {
      const { data } = await cluster.get<{ data?: Record<string, string> }>(
        ...['configmap', STOPS, '-n', 'plumbline'],
      );
      return data?.['namespace.halted'];
    });
    expect(JSON.parse(kept)).toMatchObject({ who: 'ada' });
  });

  it('keeps what the manifests made empty when they are applied again', async () => {
    const kept = () =>
      Promise.all(
        [
          ['configmap', STOPS, '-n', 'plumbline', '-o', 'jsonpath={.data}'],
          ['secret', 'plumbline-webhook-certificates', '-n', 'plumbline', '-o', 'jsonpath={.data}'],
          ['mutatingwebhookconfiguration', 'plumbline', '-o', 'jsonpath={.webhooks[*].name}'],
        ].map((args) => cluster.kubectl('get', ...args)),
      );
    await until('certificates', async () => (await kept()).every((text) => text.length > 2));
    const before = await kept();
    await cluster.kubectl('apply', '--server-side', '--force-conflicts', '-k', 'deploy/rbac');
    await cluster.kubectl('apply', '-k', 'deploy/rbac');
    expect(await kept()).toEqual(before);
  });

  it('may create nothing of any name, and change no pod but by its subresources', async () => {
    const excessive = [
      'create secrets -n plumbline',
      'create secrets -n kube-system',
      'create configmaps -n plumbline',
      'create configmaps -n kube-system',
      'create leases -n plumbline',
      'create leases -n kube-system',
      'create mutatingwebhookconfigurations',
      'update mutatingwebhookconfigurations/another',
      'get secrets -n plumbline',
      'update secrets/plumbline-webhook-certificates -n kube-system',
      'patch pods -n shop',
      'update pods -n shop',
      'delete pods -n shop',
      'create pods -n shop',
      'create pods --subresource=exec -n shop',
    ];
    const granted = [];
    for (const right of excessive) if (await may(right)) granted.push(right);
    expect(granted).toEqual([]);
    expect(await may('patch pods --subresource=resize -n shop')).toBe(true);
    expect(await may('update secrets/plumbline-webhook-certificates -n plumbline')).toBe(true);
  });

  it('gives a new pod what its VPA recommends', async () => {
    const stated = { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '128Mi' } };
    await cluster.create(
      namespace('new'),
      ...workload('new', 'web', { resources: stated, updateMode: 'Initial' }),
    );
    await cluster.recommend('new', 'web', { cpu: '250m', memory: '100Mi' });
    await until('a new pod with its recommendation', async () => {
      await cluster.kubectl('delete', 'pods', '-n', 'new', '-l', 'app=web', '--wait=true');
      const [pod] = await cluster.pods('new', 'web');
      return pod?.spec?.containers[0]?.resources?.requests?.cpu === '250m';
    });
    const [pod] = await cluster.pods('new', 'web');
    expect(pod?.spec?.containers[0]?.resources).toMatchObject({
      requests: { cpu: '250m', memory: '100Mi' },
      limits: { memory: '200Mi' },
    });
  });

  it('resizes a running pod in place, and takes no pod away for it', async () => {
    const stated = { requests: { cpu: '100m', memory: '64Mi' } };
    await cluster.create(
      namespace('grow'),
      ...workload('grow', 'web', { resources: stated, updateMode: 'InPlaceOrRecreate' }),
    );
    const before = await until('a running pod', () => runningPod('grow'));
    await cluster.recommend('grow', 'web', { cpu: '200m', memory: '64Mi' });
    const after = await until('a resized pod', async () => {
      const pod = await runningPod('grow');
      return pod?.spec?.containers[0]?.resources?.requests?.cpu === '200m' ? pod : undefined;
    });
    expect(after.metadata.uid).toBe(before.metadata.uid);
    // Without the right to patch pods, the managed fields alone tell who resized it.
    expect(after.metadata.annotations ?? {}).not.toHaveProperty('vpaInPlaceUpdated');
    const { metadata } = await cluster.get<Pod>(
      ...['pod', after.metadata.name, '-n', 'grow', '--show-managed-fields'],
    );
    const resizers = metadata.managedFields?.filter(({ subresource }) => subresource === 'resize');
    expect(resizers).toMatchObject([{ manager: 'plumbline', operation: 'Update' }]);
  });

  it('gives its priority to no pod elsewhere, where the cluster is told so', async () => {
    await cluster.create(namespace('greedy'));
    const pod = (name: string, where: string) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: where },
      spec: {
        priorityClassName: 'plumbline-non-preempting',
        containers: [{ name: 'app', image: 'registry.example/app:1' }],
      },
    });
    await cluster.kubectl('apply', '-f', 'deploy/optional/own-priority.yaml');
    const asked = async (name: string) =>
      cluster.create(pod(name, 'greedy')).then(
        () => 'taken',
        (error: { stderr?: string }) => error.stderr ?? String(error),
      );
    let round = 0;
    // An API server takes a policy into account some seconds after it is made.
    await until('a refusal', async () =>
      (await asked(`greedy-${round++}`)).includes('is for the pods of Plumbline alone'),
    );
    await cluster.create(pod('own', 'plumbline'));
    const own = await cluster.get<Pod & { spec: { preemptionPolicy?: string } }>(
      'pod',
      'own',
      '-n',
      'plumbline',
    );
    expect(own.spec.preemptionPolicy).toBe('Never');
    await cluster.kubectl('delete', 'pod', 'own', '-n', 'plumbline', '--wait=false');
  });

  it('evicts for an update in mode Recreate, through the budget', async () => {
    const stated = { requests: { cpu: '100m', memory: '64Mi' } };
    await cluster.create(
      namespace('evict'),
      {
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        metadata: { name: 'web', namespace: 'evict' },
        spec: { minAvailable: 2, selector: { matchLabels: { app: 'web' } } },
      },
      ...workload('evict', 'web', { replicas: 2, resources: stated, updateMode: 'Recreate' }),
    );
    await until('two running pods', async () => (await cluster.running('evict')).length === 2);
    const before = (await cluster.running('evict')).map(({ metadata }) => metadata.uid).sort();
    await cluster.recommend('evict', 'web', { cpu: '200m', memory: '64Mi' });
    await cluster.passes();
    expect((await cluster.running('evict')).map(({ metadata }) => metadata.uid).sort()).toEqual(before);
    await cluster.kubectl('delete', 'pdb', '-n', 'evict', 'web');
    await until('pods with their recommendation', async () => {
      const pods = await cluster.running('evict');
      return pods.length === 2 && pods.every((pod) => cpuOf(pod) === '200m');
    });
  });

  it('evicts nobody for a resize that a LimitRange refuses', async () => {
    const stated = { requests: { cpu: '100m', memory: '64Mi' } };
    await cluster.create(
      namespace('ranged'),
      ...workload('ranged', 'web', { resources: stated, updateMode: 'InPlaceOrRecreate' }),
    );
    const before = await until('a running pod', () => runningPod('ranged'));
    await cluster.create({
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: 'ratio', namespace: 'ranged' },
      spec: { limits: [{ type: 'Container', maxLimitRequestRatio: { cpu: '2' } }] },
    });
    await cluster.recommend('ranged', 'web', { cpu: '200m', memory: '64Mi' });
    await cluster.passes();
    expect((await runningPod('ranged'))?.metadata.uid).toBe(before.metadata.uid);
  });

  it('evicts nobody for a resize that a quota refuses since it demands limits', async () => {
    const stated = { requests: { cpu: '100m', memory: '64Mi' } };
    await cluster.create(
      namespace('demanding'),
      ...workload('demanding', 'web', { resources: stated, updateMode: 'InPlaceOrRecreate' }),
    );
    const before = await until('a running pod', () => runningPod('demanding'));
    await cluster.create({
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'limits', namespace: 'demanding' },
      spec: { hard: { 'limits.cpu': '8' } },
    });
    await cluster.recommend('demanding', 'web', { cpu: '200m', memory: '64Mi' });
    await cluster.passes();
    expect((await runningPod('demanding'))?.metadata.uid).toBe(before.metadata.uid);
  });

  it('asks for nothing that it may not', async () => {
    await cluster.passes();
    const refused = cluster
      .audited()
      .filter(({ responseStatus }) => responseStatus?.code === 403)
      .map(({ verb, requestURI }) => `${verb} ${new URL(requestURI, cluster.plane.url).pathname}`);
    expect([...new Set(refused)]).toEqual([]);
  });
});

// Last, since what its options grant stays.
describe('the chart', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-chart-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['as it comes', {}],
    ['with high availability', { highAvailability: { enabled: true } }],
    ['per role', { perRole: { enabled: true } }],
    ['with a hub beside it', { hub: { enabled: true } }],
    [
      'with every option',
      { optional: Object.fromEntries(Object.keys(DEFAULTS.optional as Values).map((name) => [name, true])) },
    ],
  ])('%s is taken as Helm 4 applies it, twice without a difference', async (_how, values) => {
    // A release of its own: what other manifests own is not in dispute.
    const manifests = await renderedChart((args) => cluster.kubectl(...args), folder, values);
    const file = path.join(folder, 'rendered.json');
    // Its definition comes with Prometheus.
    const items = manifests.filter(({ kind }) => kind !== 'ServiceMonitor');
    writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    // A new release: what a Deployment was before is not in it.
    await cluster.kubectl('delete', 'deployment', '--all', '-n', 'plumbline', '--wait=true');
    const flags = ['--server-side', '--field-manager=helm', '--force-conflicts', '-f', file];
    await cluster.kubectl('apply', ...flags);
    const again = await cluster.said('diff', ...flags);
    expect(again).toMatchObject({ code: 0, out: '' });
  });
});

async function runningPod(name: string): Promise<Pod | undefined> {
  return (await cluster.running(name))[0];
}

function cpuOf(pod: Pod): string | undefined {
  return String(pod.spec?.containers[0]?.resources?.requests?.cpu);
}
