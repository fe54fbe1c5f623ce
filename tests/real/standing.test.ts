/** What the product keeps in a real cluster, and what it does beside others there. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '@/bin/root.mjs';
import type { HorizontalPodAutoscaler, KubeObject } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { TestWebhook } from '../support/test-webhook';
import { until } from '../support/until';
import { namespace, RealCluster, workload } from './real-cluster';
import { ToldUsage } from './told-usage';

let cluster: RealCluster;
let usage: ToldUsage;
let folder: string;

const STATED = { requests: { cpu: '20m', memory: '32Mi' } };

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-standing-'));
  cluster = await RealCluster.start();
  await cluster.create(namespace('metered'), namespace('scaled'));
  usage = await ToldUsage.start(cluster, ['metered', 'scaled'], { cpu: '40m', memory: '64Mi' });
  await cluster.startProduct();
});
afterAll(async () => {
  await usage?.stop();
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Lease = KubeObject & { spec: { holderIdentity?: string; renewTime?: string } };

async function leases(): Promise<Lease[]> {
  const { items } = await cluster.get<{ items: Lease[] }>('leases', '-A');
  return items.filter(
    ({ metadata }) => metadata.name.startsWith('plumbline') || metadata.name.startsWith('vpa'),
  );
}

/** A VPA whose recommendation is the product's own. */
function sized(name: string, updateMode: string): object[] {
  const [first, vpa] = workload(name, 'web', { resources: STATED, updateMode }) as [
    object,
    { spec: { recommenders?: object } },
  ];
  const { recommenders: _none, ...spec } = vpa.spec;
  return [first, { ...vpa, spec }];
}

describe('leases', () => {
  it('have a holder, who renews them', async () => {
    const before = await until('leases with holders', async () => {
      // The manifests make a lease for each role; one that is not elected has no holder.
      const held = (await leases()).filter(({ spec }) => spec.holderIdentity);
      const isAdmitting = held.some(({ metadata }) => metadata.name === 'vpa-admission-controller');
      return isAdmitting && held;
    });
    await until('a renewal of each', async () => {
      const now = new Map((await leases()).map((lease) => [lease.metadata.name, lease.spec]));
      return before.every(({ metadata, spec }) => {
        const renewed = now.get(metadata.name);
        return renewed?.holderIdentity === spec.holderIdentity && renewed?.renewTime !== spec.renewTime;
      });
    });
  });
});

describe('a recommendation', () => {
  it('is written to the status of a VPA, and what was learned to a checkpoint', async () => {
    await cluster.create(...sized('metered', 'Off'));
    const { status } = await until('a recommendation', async () => {
      const vpa = await cluster.get<VerticalPodAutoscaler>('vpa', 'web', '-n', 'metered');
      return vpa.status?.recommendation?.containerRecommendations?.length ? vpa : undefined;
    });
    expect(status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'RecommendationProvided', status: 'True' }),
    );
    const [app] = status?.recommendation?.containerRecommendations ?? [];
    expect(app).toMatchObject({ containerName: 'app', target: { cpu: expect.any(String) } });
    await until('a checkpoint', async () => {
      const { items } = await cluster.get<{ items: { spec: { vpaObjectName?: string } }[] }>(
        ...['vpacheckpoint', '-n', 'metered'],
      );
      return items.some(({ spec }) => spec.vpaObjectName === 'web');
    });
  });

  it('leaves the status as it is while nothing changes', async () => {
    const read = async () =>
      (await cluster.get<VerticalPodAutoscaler>('vpa', 'web', '-n', 'metered')).metadata.generation;
    const before = await read();
    await cluster.passes();
    expect(await read()).toBe(before);
  });

  it('is exported as a patch that kubectl applies, and applied again changes nothing', async () => {
    const to = path.join(folder, 'export');
    await plumbline('export', '-n', 'metered', '--to', to);
    const [file] = readdirSync(to, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.yaml') && !name.endsWith('kustomization.yaml'),
    );
    const patch = path.join(to, String(file));
    const apply = ['apply', '--server-side', '--field-manager=git', '--force-conflicts', '-f', patch];
    await cluster.kubectl(...apply);
    const stated = await cluster.get<{
      spec: { template: { spec: { containers: { resources: object }[] } } };
    }>('deployment', 'web', '-n', 'metered');
    expect(stated.spec.template.spec.containers[0]?.resources).not.toEqual(STATED);
    const again = await cluster.said('diff', '--server-side', '--field-manager=git', '-f', patch);
    expect(again).toMatchObject({ code: 0, out: '' });
  });
});

describe('a scan', () => {
  it('reports what workloads would need, and installs nothing', async () => {
    const before = await cluster.kubectl('get', 'crd,clusterroles,deployments', '-A', '-o', 'name');
    const said = await plumbline('scan', '-n', 'metered', '--watch', '10s', '--no-cache', '-o', 'json');
    expect(JSON.parse(said)).toMatchObject({ workloads: [expect.objectContaining({ name: 'web' })] });
    expect(await cluster.kubectl('get', 'crd,clusterroles,deployments', '-A', '-o', 'name')).toBe(before);
  });
});

describe('beside an HPA on CPU', () => {
  it('memory is changed and CPU left alone', async () => {
    const [deployment, vpa] = workload('scaled', 'web', {
      resources: STATED,
      updateMode: 'InPlaceOrRecreate',
    });
    const hpa = {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'web', namespace: 'scaled' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 1,
        maxReplicas: 2,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 200 } },
          },
        ],
      },
    };
    await cluster.create(deployment as object, hpa, vpa as object);
    await until('an HPA that measures', async () => {
      const { status } = await cluster.get<HorizontalPodAutoscaler>('hpa', 'web', '-n', 'scaled');
      return status?.currentMetrics?.[0]?.resource?.current.averageUtilization === 200;
    });
    await cluster.recommend('scaled', 'web', { cpu: '80m', memory: '96Mi' });
    const resources = await until('memory as recommended', async () => {
      const [pod] = await cluster.running('scaled');
      const given = pod?.spec?.containers[0]?.resources;
      return given?.requests?.memory === '96Mi' && given;
    });
    expect(resources.requests?.cpu).toBe('20m');
  });
});

describe('beside another webhook', () => {
  it('a container injected after our patch leaves the pod as recommended', async () => {
    const webhook = await TestWebhook.start();
    webhook.mood = {
      patch: [{ op: 'add', path: '/spec/containers/-', value: { name: 'proxy', image: 'proxy:1' } }],
    };
    try {
      await cluster.create(namespace('injected'), {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'MutatingWebhookConfiguration',
        metadata: { name: 'zz-injector' },
        webhooks: [
          {
            ...{ name: 'injector.example.com', admissionReviewVersions: ['v1'], sideEffects: 'None' },
            clientConfig: { url: webhook.url, caBundle: webhook.caBundle },
            namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'injected' } },
            rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
          },
        ],
      });
      await cluster.create(...workload('injected', 'web', { resources: STATED, updateMode: 'Initial' }));
      await cluster.recommend('injected', 'web', { cpu: '35m', memory: '48Mi' });
      const pod = await until('a pod as recommended, with the other container', async () => {
        await cluster.kubectl('delete', 'pods', '-n', 'injected', '-l', 'app=web', '--wait=true');
        const [made] = await cluster.pods('injected', 'web');
        const both = made?.spec?.containers.length === 2;
        return both && made?.spec?.containers[0]?.resources?.requests?.cpu === '35m' && made;
      });
      expect(pod.spec?.containers.map(({ name }) => name)).toEqual(['app', 'proxy']);
      expect(pod.spec?.containers[1]?.resources).toEqual({});
    } finally {
      await cluster.kubectl('delete', 'mutatingwebhookconfiguration', 'zz-injector');
      await webhook.close();
    }
  });
});

describe('between two webhooks that inject containers', () => {
  const NAMES = ['app', 'early', 'late'];
  const SMALL = { cpu: '35m', memory: '48Mi' };

  /** Injects a container that requests little, once. */
  async function injector(configuration: string, name: string): Promise<TestWebhook> {
    const webhook = await TestWebhook.start();
    const resources = { requests: { cpu: '5m', memory: '8Mi' } };
    webhook.mood = {
      patch: [{ op: 'add', path: '/spec/containers/-', value: { name, image: `${name}:1`, resources } }],
    };
    await cluster.create({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: configuration },
      webhooks: [
        {
          ...{ name: `${name}.example.com`, admissionReviewVersions: ['v1'], sideEffects: 'None' },
          clientConfig: { url: webhook.url, caBundle: webhook.caBundle },
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ordered' } },
          rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
        },
      ],
    });
    return webhook;
  }

  it('sizes what came before it, and by a second review what came after', async () => {
    await cluster.create(namespace('ordered'));
    const webhooks = [await injector('aa-injector', 'early'), await injector('zz-injector', 'late')];
    try {
      await cluster.create(...workload('ordered', 'web', { resources: STATED, updateMode: 'Initial' }));
      const amounts = { target: SMALL, lowerBound: SMALL, upperBound: SMALL };
      const recommended = NAMES.map((containerName) => ({ containerName, ...amounts }));
      await cluster.kubectl(
        ...['patch', 'vpa', 'web', '-n', 'ordered', '--subresource=status', '--type=merge', '-p'],
        JSON.stringify({ status: { recommendation: { containerRecommendations: recommended } } }),
      );
      const pod = await until('a pod whose three containers are as recommended', async () => {
        await cluster.kubectl('delete', 'pods', '-n', 'ordered', '-l', 'app=web', '--wait=true');
        const [made] = await cluster.pods('ordered', 'web');
        const isSized = made?.spec?.containers.every(({ resources }) => resources?.requests?.cpu === '35m');
        return made?.spec?.containers.length === 3 && isSized && made;
      });
      expect(pod.spec?.containers.map(({ name, resources }) => [name, resources?.requests])).toEqual(
        NAMES.map((name) => [name, SMALL]),
      );
    } finally {
      for (const name of ['aa-injector', 'zz-injector'])
        await cluster.kubectl('delete', 'mutatingwebhookconfiguration', name);
      for (const webhook of webhooks) await webhook.close();
    }
  });
});

describe('take-over and hand-back', () => {
  const PARTS = ['recommender', 'updater', 'admission-controller'];
  const upstream = (part: string) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: `vpa-${part}`, namespace: 'kube-system' },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: `vpa-${part}` } },
      template: {
        metadata: { labels: { app: `vpa-${part}` } },
        spec: {
          containers: [{ name: part, image: `registry.k8s.io/autoscaling/vpa-${part}:1.8.1` }],
        },
      },
    },
  });
  const replicas = async () =>
    Promise.all(
      PARTS.map(async (part) => {
        const name = `vpa-${part}`;
        const { spec } = await cluster.get<{ spec: { replicas: number } }>(
          ...['deployment', name, '-n', 'kube-system'],
        );
        return spec.replicas;
      }),
    );

  it('stop the upstream VPA without --yes never, with it once, and start it again', async () => {
    await cluster.create(...PARTS.map(upstream));
    expect((await npm('take-over')).out).toContain('Would do: Scale the Deployment kube-system/vpa-updater');
    expect(await replicas()).toEqual([1, 1, 1]);
    await npm('take-over', '--yes');
    expect((await replicas()).slice(0, 2)).toEqual([0, 0]);
    await npm('hand-back', '--yes');
    expect(await replicas()).toEqual([1, 1, 1]);
  });
});

const run = promisify(execFile);

/** Without the settings of these tests, which the product does not know. */
function environment(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('PLUMBLINE_'));
  return { ...Object.fromEntries(others), NODE_ENV: 'production', KUBECONFIG: cluster.plane.kubeconfig };
}

/** What the command line answers about this cluster. */
async function plumbline(...args: string[]): Promise<string> {
  const file = path.join(root, 'bin/plumbline.mjs');
  const flags = [file, ...args, '--kubeconfig', cluster.plane.kubeconfig];
  return (await run(process.execPath, flags, { cwd: root, env: environment(), maxBuffer: 1e8 })).stdout;
}

/** A command of the handover; it may end with 2, since something waits for a person. */
async function npm(command: 'take-over' | 'hand-back', ...args: string[]): Promise<{ out: string }> {
  const file = path.join(root, 'bin/entry.mjs');
  const entry = `server/handover/${command}.ts`;
  return run(process.execPath, [file, entry, ...args], { cwd: root, env: environment() }).then(
    ({ stdout }) => ({ out: stdout }),
    (error: { code?: number; stdout?: string; stderr?: string }) => {
      if (error.code !== 2) throw error;
      return { out: String(error.stdout) };
    },
  );
}
