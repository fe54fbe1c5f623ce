/** What Kubernetes really does where a good guess is wrong; docs/kubernetes.md tells each row, with the name of its test. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cpuFrom } from '@/server/objects/quantity';
import type { Node, Pod } from '@/server/objects/types';
import { until } from '../support/until';
import { namespace, RealCluster, type Said } from './real-cluster';
import { minorUnderTest } from './versions';

/** A hollow kubelet of 1.35 takes its node for one without any room and grants no resize. */
const itResized = it.skipIf(minorUnderTest() === '1.35');

let cluster: RealCluster;

beforeAll(async () => {
  cluster = await RealCluster.start();
});
afterAll(() => cluster?.stop());

/** A pod of one container that the hollow kubelet runs, in a namespace of its own. */
async function runningPod(name: string, resources: object, spec: object = {}): Promise<Pod> {
  await cluster.create(namespace(name));
  await until('the service account of a new namespace', async () => {
    return (await cluster.said('get', 'serviceaccount', 'default', '-n', name)).code === 0;
  });
  await cluster.create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: name, labels: { app: 'web' } },
    spec: { containers: [{ name: 'app', image: 'registry.example/app:1', resources }], ...spec },
  });
  return until('a running pod', async () => {
    const pod = await cluster.podOf(name);
    return pod.status?.phase === 'Running' ? pod : undefined;
  });
}

/** Asks for a resize of its one container, and tells what the server said. */
function resize(name: string, resources: object): Promise<Said> {
  const patch = { spec: { containers: [{ name: 'app', resources }] } };
  return cluster.said(
    ...['patch', 'pod', 'web', '-n', name, '--subresource=resize', '--type=strategic', '-o', 'json', '-p'],
    JSON.stringify(patch),
  );
}

const resourcesIn = ({ out }: Said) => (JSON.parse(out) as Pod).spec?.containers[0]?.resources;

function evict(name: string, options: object = {}) {
  return cluster.plane.ask('POST', `/api/v1/namespaces/${name}/pods/web/eviction`, {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name: 'web', namespace: name },
    ...options,
  });
}

const budget = (ns: string, name: string, spec: object) => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name, namespace: ns },
  spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
});

describe('a resize', () => {
  it('that gives a first memory limit makes it the request too, where there was none', async () => {
    await runningPod('first-limit', { requests: { cpu: '100m' } });
    const said = await resize('first-limit', { limits: { memory: '64Mi' } });
    expect(resourcesIn(said)).toMatchObject({ requests: { memory: '64Mi' }, limits: { memory: '64Mi' } });
  });

  it('cannot take a limit away', async () => {
    await runningPod('kept-limit', { requests: { cpu: '100m' }, limits: { memory: '64Mi' } });
    const said = await resize('kept-limit', { limits: { memory: null } });
    expect(said.err).toContain('resource limits cannot be removed');
  });

  it('fills in the defaults of a LimitRange that was made later', async () => {
    await runningPod('later-range', { requests: { cpu: '100m', memory: '64Mi' } });
    await cluster.create({
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: 'defaults', namespace: 'later-range' },
      spec: { limits: [{ type: 'Container', default: { cpu: '1', memory: '1Gi' } }] },
    });
    const said = await resize('later-range', { requests: { cpu: '150m' } });
    expect(resourcesIn(said)?.limits).toEqual({ cpu: '1', memory: '1Gi' });
  });

  it('that lowers is refused as well by a quota that demands what the pod does not state', async () => {
    await runningPod('later-quota', { requests: { cpu: '100m', memory: '64Mi' } });
    await cluster.create({
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'limits', namespace: 'later-quota' },
      spec: { hard: { 'limits.cpu': '8' } },
    });
    const said = await until('a quota that is observed', async () => {
      const asked = await resize('later-quota', { requests: { cpu: '50m' } });
      return asked.code === 0 ? undefined : asked;
    });
    expect(said.err).toContain('must specify limits.cpu for: app');
    expect(said.err).toContain('Forbidden');
  });

  it('of a pod that has ended is taken, and nobody observes it', async () => {
    const pod = await runningPod('ended', { requests: { cpu: '100m' } }, { restartPolicy: 'Never' });
    await cluster.kubectl(
      ...['patch', 'pod', 'web', '-n', 'ended', '--subresource=status', '--type=merge', '-p'],
      JSON.stringify({ status: { phase: 'Succeeded' } }),
    );
    const said = await resize('ended', { requests: { cpu: '150m' } });
    expect(said.code).toBe(0);
    expect((JSON.parse(said.out) as Pod).metadata.generation).toBe((pod.metadata.generation ?? 0) + 1);
  });

  itResized('that lowers is deferred as well where its node lost a label that the pod selects', async () => {
    await cluster.kubectl('label', 'node', 'node-1', 'disk=fast');
    await runningPod('label', { requests: { cpu: '100m' } }, { nodeSelector: { disk: 'fast' } });
    await cluster.kubectl('label', 'node', 'node-1', 'disk-');
    await until('a deferred resize', async () => {
      await resize('label', { requests: { cpu: '50m' } });
      const { status } = await cluster.podOf('label');
      return status?.conditions?.some(
        ({ type, reason }) => type === 'PodResizePending' && reason === 'Deferred',
      );
    });
  });
});

describe('a resize of a critical pod', () => {
  itResized(
    'that does not fit ends a neighbour, without asking its budget, and a dry run says nothing of it',
    async () => {
      const { status } = await cluster.get<Node>('node', 'node-3');
      const whole = Math.floor(cpuFrom(status?.allocatable?.cpu ?? '0') / 1000) * 1000;
      const ofNode = { nodeSelector: { 'kubernetes.io/hostname': 'node-3' } };
      const neighbour = { requests: { cpu: `${whole - 200}m`, memory: '16Mi' } };
      await runningPod('neighbour', neighbour, { ...ofNode, terminationGracePeriodSeconds: 1 });
      await cluster.create(budget('neighbour', 'all', { minAvailable: '100%' }));
      const critical = { ...ofNode, priorityClassName: 'system-node-critical' };
      await runningPod('critical', { requests: { cpu: '100m' } }, critical);
      const larger = { requests: { cpu: '600m' } };
      const patch = { spec: { containers: [{ name: 'app', resources: larger }] } };
      const dry = await cluster.said(
        ...['patch', 'pod', 'web', '-n', 'critical', '--subresource=resize', '--dry-run=server', '-p'],
        JSON.stringify(patch),
      );
      expect(dry.code).toBe(0);
      await resize('critical', larger);
      const ended = await until('a neighbour that was ended', async () => {
        const pod = await cluster.podOf('neighbour');
        return pod.status?.conditions?.some(({ type }) => type === 'DisruptionTarget') ? pod : undefined;
      });
      expect(ended.status?.conditions).toContainEqual(
        expect.objectContaining({ type: 'DisruptionTarget', status: 'True', reason: 'TerminationByKubelet' }),
      );
    },
  );
});

describe('an eviction', () => {
  it('of a pod that two budgets cover ends in 500', async () => {
    await runningPod('two-budgets', { requests: { cpu: '100m' } });
    await cluster.create(
      budget('two-budgets', 'one', { minAvailable: 0 }),
      budget('two-budgets', 'two', { minAvailable: 0 }),
    );
    const { status, text } = await evict('two-budgets');
    expect(status).toBe(500);
    expect(text).toContain('more than one PodDisruptionBudget');
  });

  it('of a bare pod is refused for ever under a budget by maxUnavailable', async () => {
    await runningPod('bare', { requests: { cpu: '100m' } });
    await cluster.create(budget('bare', 'one', { maxUnavailable: 1 }));
    await until('a budget that is observed', async () => {
      const { status } = await cluster.get<{ status?: { observedGeneration?: number } }>(
        ...['pdb', 'one', '-n', 'bare'],
      );
      return status?.observedGeneration !== undefined;
    });
    expect(await evict('bare')).toMatchObject({
      status: 429,
      text: expect.stringContaining('does not allow evicting pods currently'),
    });
  });

  it('of another uid is refused by 409, and a dry run tells it before', async () => {
    await runningPod('uid', { requests: { cpu: '100m' } });
    const other = { preconditions: { uid: '00000000-0000-0000-0000-000000000000' } };
    for (const options of [{ ...other, dryRun: ['All'] }, other])
      expect(await evict('uid', { deleteOptions: options })).toMatchObject({
        status: 409,
        text: expect.stringContaining('does not match the UID in record'),
      });
  });
});

it('the label of its system that somebody gives a node is set right by its kubelet', async () => {
  await cluster.kubectl('label', 'node', 'node-2', '--overwrite', 'kubernetes.io/os=windows');
  await until('a label that is right', async () => {
    const { metadata } = await cluster.read<Node>('/api/v1/nodes/node-2');
    return metadata.labels?.['kubernetes.io/os'] === 'linux';
  });
});

it('a JSON patch that tests a text with <, > or & fails, since the server compares what Go has escaped', async () => {
  await cluster.create(namespace('escaped'), {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'one', namespace: 'escaped' },
    data: { text: 'a<b' },
  });
  const test = [{ op: 'test', path: '/data/text', value: 'a<b' }];
  const address = '/api/v1/namespaces/escaped/configmaps/one';
  const { status, text } = await cluster.plane.ask('PATCH', address, test, 'application/json-patch+json');
  expect(status).toBe(422);
  expect(text).toContain('the server rejected our request');
});

it('annotations of more than 262,144 bytes in all are refused', async () => {
  await cluster.create(namespace('annotated'), {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'one', namespace: 'annotated' },
  });
  const annotated = (length: number) =>
    cluster.plane.ask('POST', '/api/v1/namespaces/annotated/configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { generateName: 'long-', namespace: 'annotated', annotations: { a: 'x'.repeat(length) } },
    });
  expect((await annotated(262_143)).status).toBe(201);
  expect(await annotated(262_144)).toMatchObject({
    status: 422,
    text: expect.stringContaining('262144'),
  });
});
