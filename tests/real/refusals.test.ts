/** What the API server refuses of a resize: the product takes no pod away for it, and goes on once it may. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pod } from '@/server/objects/types';
import { TestWebhook } from '../support/test-webhook';
import { until } from '../support/until';
import { namespace, RealCluster, workload } from './real-cluster';
import { ToldUsage } from './told-usage';
import { minorUnderTest } from './versions';

let cluster: RealCluster;
let webhook: TestWebhook;

beforeAll(async () => {
  webhook = await TestWebhook.start();
  webhook.mood = { deny: 'not today', code: 403 };
  cluster = await RealCluster.start();
  await cluster.startProduct({ PLUMBLINE_LEAST_HISTORY_TO_LOWER: '0s', PLUMBLINE_LOWERING_WINDOW: '0s' });
});
afterAll(async () => {
  await cluster?.stop();
  await webhook?.close();
});

const amounts = (cpu: string, memory: string) => ({ cpu, memory });
const STATED = { requests: amounts('100m', '64Mi') };
const TARGET = amounts('200m', '64Mi');

const inNamespace = (name: string, kind: string, apiVersion: string, spec: object) => ({
  apiVersion,
  kind,
  metadata: { name: 'obstacle', namespace: name },
  spec,
});
const range = (name: string, limit: object) => inNamespace(name, 'LimitRange', 'v1', { limits: [limit] });
const quota = (name: string, hard: object) => inNamespace(name, 'ResourceQuota', 'v1', { hard });

/** Denies every resize in a namespace. */
const denying = (name: string) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: `deny-${name}` },
  webhooks: [
    {
      ...{ name: 'deny.example.com', admissionReviewVersions: ['v1'], sideEffects: 'None' },
      clientConfig: { url: webhook.url, caBundle: webhook.caBundle },
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['UPDATE'], resources: ['pods/resize'] }],
    },
  ],
});

interface Refusal {
  readonly name: string;
  readonly what: string;
  readonly obstacle?: (name: string) => object;
  readonly mode?: string;
  readonly resources?: object;
  readonly resourcePolicy?: object;
  readonly target?: object;
  /** Makes it possible; takes the obstacle away by default. */
  readonly lift?: (name: string) => Promise<unknown>;
  /** What the pod requests of CPU then. */
  readonly after?: string;
}

const takeAway = (kind: string) => (name: string) => cluster.kubectl('delete', kind, 'obstacle', '-n', name);
/** What was refused is asked for again only where it is less. */
const askLess = (cpu: string) => (name: string) => cluster.recommend(name, 'web', amounts(cpu, '64Mi'));

const REFUSALS: readonly Refusal[] = [
  {
    name: 'class',
    what: 'the class of a pod that it would change',
    mode: 'InPlace',
    // Guaranteed with 200m. A raise: no usage is told here, and nothing unmeasured is lowered.
    resources: { requests: amounts('100m', '64Mi'), limits: amounts('200m', '64Mi') },
    resourcePolicy: { containerPolicies: [{ containerName: 'app', controlledValues: 'RequestsOnly' }] },
    lift: askLess('180m'),
    after: '180m',
  },
  {
    name: 'ratio',
    what: 'the ratio of a LimitRange without a limit',
    obstacle: (name) => range(name, { type: 'Container', maxLimitRequestRatio: { cpu: '2' } }),
    lift: takeAway('limitrange'),
  },
  {
    name: 'pod-max',
    what: 'the maximum of a LimitRange for pods without a limit',
    obstacle: (name) => range(name, { type: 'Pod', max: { cpu: '1' } }),
    lift: takeAway('limitrange'),
  },
  {
    name: 'demand',
    what: 'a quota that demands limits',
    obstacle: (name) => quota(name, { 'limits.cpu': '8' }),
    lift: takeAway('resourcequota'),
  },
  {
    name: 'used-up',
    what: 'a quota that is used up',
    obstacle: (name) => quota(name, { 'requests.cpu': '150m' }),
    lift: takeAway('resourcequota'),
  },
  {
    name: 'node',
    what: 'more than any node has',
    target: amounts('500', '64Mi'),
    lift: askLess('200m'),
  },
  {
    name: 'webhook',
    what: 'a webhook that denies it',
    obstacle: denying,
    lift: async (name) => {
      await cluster.kubectl('delete', 'validatingwebhookconfiguration', `deny-${name}`);
      await askLess('180m')(name);
    },
    after: '180m',
  },
];

const evictionsIn = (name: string) =>
  cluster
    .audited()
    .filter(
      ({ requestURI }) => requestURI.includes(`/namespaces/${name}/`) && requestURI.includes('/eviction'),
    );
const cpuOf = (pod: Pod | undefined) => pod?.spec.containers[0]?.resources?.requests?.cpu;

describe('a resize that is refused', () => {
  it.each(REFUSALS)(
    'by $what takes no pod away, and passes once it may',
    async ({
      name,
      obstacle,
      mode = 'InPlaceOrRecreate',
      resources = STATED,
      after: expected = '200m',
      ...rest
    }) => {
      const { resourcePolicy, target = TARGET, lift } = rest;
      const options = { resources, updateMode: mode, ...(resourcePolicy && { resourcePolicy }) };
      await cluster.create(namespace(name), ...workload(name, 'web', options));
      const before = await until('a running pod', async () => (await cluster.running(name))[0]);
      if (obstacle) await cluster.create(obstacle(name));
      // A quota counts once its controller has seen it, and the product once it was told.
      if (obstacle) await cluster.passes();
      await cluster.recommend(name, 'web', target);
      await cluster.passes();
      const [held] = await cluster.running(name);
      expect(held?.metadata.uid).toBe(before.metadata.uid);
      expect(cpuOf(held)).toBe('100m');
      await lift?.(name);
      const after = await until(`a pod with ${expected}`, async () => {
        const [pod] = await cluster.running(name);
        return cpuOf(pod) === expected && pod;
      });
      expect(after.metadata.uid).toBe(before.metadata.uid);
      expect(evictionsIn(name)).toEqual([]);
    },
  );
});

/** Until 1.35 the API server leaves the node to its kubelet. */
describe.skipIf(minorUnderTest() === '1.35')('a resize that the node of a pod does not allow', () => {
  const statusOf = (node: string, status: object) =>
    cluster.plane.ask('PATCH', `/api/v1/nodes/${node}/status`, { status }, 'application/merge-patch+json');
  /** Twice, since what the kubelet had sent before it stood still may come after the first. */
  async function told(node: string, status: object): Promise<void> {
    await statusOf(node, status);
    await cluster.passes();
    await statusOf(node, status);
  }
  const refusedIn = (name: string) =>
    cluster
      .audited()
      .filter(
        ({ requestURI, responseStatus }) =>
          requestURI.includes(`/namespaces/${name}/`) && responseStatus?.code === 403,
      );

  async function started(name: string, updateMode: string): Promise<{ before: Pod; node: string }> {
    await cluster.create(namespace(name), ...workload(name, 'web', { resources: STATED, updateMode }));
    const before = await until('a running pod', async () => (await cluster.running(name))[0]);
    return { before, node: before.spec.nodeName ?? '' };
  }

  async function passesThen(name: string, { metadata: { uid } }: Pod, expected: string): Promise<void> {
    const after = await until(`a pod with ${expected}`, async () => {
      const [pod] = await cluster.running(name);
      return cpuOf(pod) === expected && pod;
    });
    expect(after.metadata.uid).toBe(uid);
    expect(evictionsIn(name)).toEqual([]);
  }

  it('since it shrank below what the pod asks for takes no pod away that would be lowered', async () => {
    const name = 'shrunk';
    const { before, node } = await started(name, 'InPlaceOrRecreate');
    const usage = await ToldUsage.start(cluster, [name], { cpu: '20m', memory: '16Mi' });
    try {
      await cluster.plane.whileStopped(node, async () => {
        await told(node, { allocatable: { memory: '32Mi' } });
        await cluster.recommend(name, 'web', amounts('50m', '64Mi'));
        await until('a refusal', async () => refusedIn(name).length > 0);
        await cluster.passes();
        const [held] = await cluster.running(name);
        expect(held?.metadata.uid).toBe(before.metadata.uid);
        expect(cpuOf(held)).toBe('100m');
      });
      await passesThen(name, before, '50m');
    } finally {
      await usage.stop();
    }
  });

  it('since it is of another system is not asked for, and passes once its label says Linux', async () => {
    const name = 'labelled';
    const { before, node } = await started(name, 'InPlace');
    const label = (system: string) =>
      cluster.kubectl('label', 'node', node, '--overwrite', `kubernetes.io/os=${system}`);
    // Else it sets the label right with its next status.
    await cluster.plane.whileStopped(node, async () => {
      await label('windows');
      await cluster.passes();
      await label('windows');
      await cluster.recommend(name, 'web', TARGET);
      await cluster.passes();
      expect(cpuOf((await cluster.running(name))[0])).toBe('100m');
      expect(refusedIn(name)).toEqual([]);
      await label('linux');
    });
    await passesThen(name, before, '200m');
  });

  it('since it declares no feature for it is refused, and passes once it does', async () => {
    const name = 'undeclared';
    const resources = { requests: amounts('100m', '64Mi') };
    const options = { resources: STATED, updateMode: 'Off' };
    const [deployment] = workload(name, 'web', options) as [{ spec: { template: { spec: object } } }];
    Object.assign(deployment.spec.template.spec, { resources });
    await cluster.create(namespace(name), deployment);
    const pod = await until('a running pod', async () => (await cluster.running(name))[0]);
    const { nodeName: node = '' } = pod.spec;
    const larger = () =>
      cluster.said(
        ...['patch', 'pod', pod.metadata.name, '-n', name, '--subresource=resize', '--type=merge', '-p'],
        JSON.stringify({ spec: { resources: { requests: { cpu: '150m' } } } }),
      );
    await cluster.plane.whileStopped(node, async () => {
      await told(node, { declaredFeatures: null });
      const said = await until('a refusal', async () => {
        const answer = await larger();
        return answer.code !== 0 && answer;
      });
      expect(said.err).toContain(
        'requires features InPlacePodLevelResourcesVerticalScaling which are not available on node',
      );
    });
    await until('a resize that is taken', async () => (await larger()).code === 0);
  });
});
