/** What a kubelet does with a resize; docs/kubernetes.md tells each row, with the name of its test. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deferralOf } from '@/server/decide/running/deferral';
import { cpuFrom } from '@/server/objects/quantity';
import type { HorizontalPodAutoscaler, Node, Pod } from '@/server/objects/types';
import { until } from '../support/until';
import { namespace, RealCluster, type Said, workload } from './real-cluster';
import { ToldUsage } from './told-usage';
import { minorUnderTest } from './versions';

let cluster: RealCluster;
/** What a node has, in whole cores as millicores. */
let whole: number;

beforeAll(async () => {
  cluster = await RealCluster.start();
  const { status } = await cluster.get<Node>('node', 'node-1');
  whole = Math.floor(cpuFrom(status?.allocatable?.cpu ?? '0') / 1000) * 1000;
});
afterAll(() => cluster?.stop());

/** Creates a namespace with pods of one container each that the hollow kubelet of a node runs. */
async function running(
  name: string,
  node: string,
  pods: Readonly<Record<string, object>>,
  spec: object = {},
) {
  await cluster.create(namespace(name));
  await until('the service account of a new namespace', async () => {
    return (await cluster.said('get', 'serviceaccount', 'default', '-n', name)).code === 0;
  });
  for (const [pod, resources] of Object.entries(pods)) await add(name, node, pod, resources, spec);
}

async function add(
  name: string,
  node: string,
  pod: string,
  resources: object,
  spec: object = {},
): Promise<void> {
  await cluster.create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: pod, namespace: name },
    spec: {
      nodeSelector: { 'kubernetes.io/hostname': node },
      terminationGracePeriodSeconds: 0,
      containers: [{ name: 'app', image: 'registry.example/app:1', resources }],
      ...spec,
    },
  });
  await until(`a pod ${pod} that runs`, async () => (await read(name, pod)).status?.phase === 'Running');
}

const read = (name: string, pod: string) => cluster.podOf(name, pod);

function resize(name: string, pod: string, resources: object): Promise<Said> {
  const patch = { spec: { containers: [{ name: 'app', resources }] } };
  return cluster.said(
    ...['patch', 'pod', pod, '-n', name, '--subresource=resize', '--type=strategic', '-o', 'json', '-p'],
    JSON.stringify(patch),
  );
}

const pendingIn = ({ status }: Pod) =>
  status?.conditions?.find(({ type, status: holds }) => type === 'PodResizePending' && holds === 'True');
const allocatedIn = ({ status }: Pod) => status?.containerStatuses?.[0]?.allocatedResources;

function deferred(name: string, pod: string): Promise<Pod> {
  return until(`a deferred resize of ${pod}`, async () => {
    const one = await read(name, pod);
    return pendingIn(one)?.reason === 'Deferred' ? one : undefined;
  });
}

function grantedCpu(name: string, pod: string, cpu: number) {
  return until(`${cpu}m granted to ${pod}`, async () => {
    return cpuFrom(allocatedIn(await read(name, pod))?.cpu ?? '0') === cpu;
  });
}

/** What the product makes of what the kubelet says. */
const causeOf = (pod: Pod) => deferralOf(pod, pendingIn(pod)?.message ?? '', undefined).cause;

/** A hollow kubelet of 1.35 takes its node for one without any room and grants no resize. */
const describeResized = describe.skipIf(minorUnderTest() === '1.35');

/** What the pods of a node request, in millicores. */
async function requestedOn(node: string): Promise<number> {
  const { items } = await cluster.get<{ items: Pod[] }>(
    'pods',
    '-A',
    `--field-selector=spec.nodeName=${node}`,
  );
  return items
    .flatMap(({ spec }) => spec.containers)
    .reduce((sum, { resources }) => sum + cpuFrom(resources?.requests?.cpu ?? '0'), 0);
}

// First, while the nodes are empty.
describeResized('beside an HPA, a deferred raise', () => {
  it('counts at once, though it is not granted: two pods at 80 % tell 40 %', async () => {
    const name = 'divided';
    await cluster.create(namespace(name));
    const [deployment] = workload(name, 'web', {
      ...{ replicas: 2, resources: { requests: { cpu: '100m' } }, updateMode: 'Off' },
    });
    const hpa = {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'web', namespace: name },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        ...{ minReplicas: 2, maxReplicas: 3 },
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
          },
        ],
      },
    };
    const usage = await ToldUsage.start(cluster, [name], { cpu: '80m', memory: '16Mi' });
    try {
      await cluster.create(deployment as object, hpa);
      const tells = (percent: number) =>
        until(`an HPA that tells ${percent} %`, async () => {
          const { status } = await cluster.get<HorizontalPodAutoscaler>('hpa', 'web', '-n', name);
          return status?.currentMetrics?.[0]?.resource?.current.averageUtilization === percent;
        });
      const pods = await until('two running pods', async () => {
        const both = await cluster.running(name);
        return both.length === 2 && both;
      });
      await tells(80);
      // A node that is full defers what raises.
      for (const pod of pods) {
        const { nodeName = '' } = pod.spec;
        const free = whole - 50 - (await requestedOn(nodeName));
        if (free > 0)
          await add(name, nodeName, `full-${pod.metadata.name}`, { requests: { cpu: `${free}m` } });
      }
      for (const pod of pods) {
        await resize(name, pod.metadata.name, { requests: { cpu: '200m' } });
        await deferred(name, pod.metadata.name);
      }
      await tells(40);
    } finally {
      await usage.stop();
      await cluster.kubectl('delete', 'namespace', name, '--wait=true');
    }
  });
});

describeResized('a deferred resize', () => {
  it('names its cause: room', async () => {
    await running('room', 'node-1', {
      web: { requests: { cpu: '100m' } },
      other: { requests: { cpu: `${whole - 200}m` } },
    });
    await resize('room', 'web', { requests: { cpu: '900m' } });
    expect(causeOf(await deferred('room', 'web'))).toBe('room');
  });

  it('holds the room it asks for, so that a pod that would fit stays Pending', async () => {
    await cluster.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'guest', namespace: 'room' },
      spec: {
        nodeSelector: { 'kubernetes.io/hostname': 'node-1' },
        containers: [
          { name: 'app', image: 'registry.example/app:1', resources: { requests: { cpu: '50m' } } },
        ],
      },
    });
    const waiting = await until('a pod without a node', async () => {
      const pod = await read('room', 'guest');
      return pod.status?.conditions?.find(({ reason }) => reason === 'Unschedulable');
    });
    expect(waiting.message).toContain('Insufficient cpu');
    await resize('room', 'web', { requests: { cpu: '100m' } });
    await until('a node once it is taken back', async () => (await read('room', 'guest')).spec.nodeName);
  });

  it('goes on at once when a neighbour ends', async () => {
    await resize('room', 'web', { requests: { cpu: '900m' } });
    await deferred('room', 'web');
    const begunMs = performance.now();
    await cluster.kubectl('delete', 'pod', 'other', '-n', 'room', '--wait=false');
    await grantedCpu('room', 'web', 900);
    // Else it is tried every three minutes.
    expect(performance.now() - begunMs).toBeLessThan(120_000);
  });

  it('keeps what lowers waiting in the same resize, and in later ones', async () => {
    const of = (cpu: string, memory: string) => ({ requests: { cpu, memory } });
    await running('mixed', 'node-2', { web: of('100m', '128Mi'), other: of(`${whole - 200}m`, '16Mi') });
    await resize('mixed', 'web', of('900m', '64Mi'));
    await deferred('mixed', 'web');
    await resize('mixed', 'web', of('900m', '32Mi'));
    expect(allocatedIn(await deferred('mixed', 'web'))?.memory).toBe('128Mi');
    // Lowered alone, it passes.
    await resize('mixed', 'web', of('100m', '32Mi'));
    await until('less memory', async () => allocatedIn(await read('mixed', 'web'))?.memory === '32Mi');
  });

  it('names its cause: a label that the node lost, also where it lowers', async () => {
    await cluster.kubectl('label', 'node', 'node-3', 'disk=fast');
    const selecting = { nodeSelector: { disk: 'fast' } };
    await running('label', 'node-3', { web: { requests: { cpu: '100m' } } }, selecting);
    await cluster.kubectl('label', 'node', 'node-3', 'disk-');
    const pod = await until('a deferred resize', async () => {
      await resize('label', 'web', { requests: { cpu: '50m' } });
      const one = await read('label', 'web');
      return pendingIn(one)?.reason === 'Deferred' ? one : undefined;
    });
    expect(causeOf(pod)).toBe('labels');
  });
});

describeResized('a resize of what its node no longer offers', () => {
  const GPU = 'example.com/gpu';
  const has = (gpus: string) =>
    cluster.plane.ask(
      'PATCH',
      '/api/v1/nodes/node-3/status',
      { status: { capacity: { [GPU]: gpus }, allocatable: { [GPU]: gpus } } },
      'application/merge-patch+json',
    );

  it('is deferred for an extended resource, also where it lowers, and passes once that is back', async () => {
    await has('2');
    const gpus = { [GPU]: '2' };
    const of = (cpu: string) => ({ requests: { cpu, ...gpus }, limits: gpus });
    await running('gpu', 'node-3', { web: of('100m') });
    await has('1');
    const lower = async (cpu: string) => {
      await resize('gpu', 'web', { requests: { cpu } });
      return read('gpu', 'web');
    };
    let millis = 90;
    const pod = await until('a deferred resize', async () => {
      const one = await lower(`${millis--}m`);
      return pendingIn(one)?.reason === 'Deferred' ? one : undefined;
    });
    expect(deferralOf(pod, pendingIn(pod)?.message ?? '', undefined)).toEqual({
      cause: 'resource',
      what: GPU,
    });
    await has('2');
    await until('a resize that is granted', async () => {
      await lower(`${millis--}m`);
      return !pendingIn(await read('gpu', 'web'));
    });
  });
});

describeResized('several deferred resizes', () => {
  it('go on by priority, whichever waited longer', async () => {
    const least = { requests: { cpu: '100m' } };
    await cluster.kubectl('delete', 'namespace', 'mixed', '--wait=true');
    await running('turns', 'node-2', { long: least, other: { requests: { cpu: '200m' } } });
    const asked = Math.floor(whole / 2);
    await cluster.create({
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'urgent' },
      value: 1000,
    });
    await add('turns', 'node-2', 'urgent', least, { priorityClassName: 'urgent' });
    await add('turns', 'node-2', 'large', { requests: { cpu: `${whole - 500}m` } });
    await resize('turns', 'long', { requests: { cpu: `${asked + 100}m` } });
    await deferred('turns', 'long');
    await resize('turns', 'urgent', { requests: { cpu: `${asked + 100}m` } });
    await deferred('turns', 'urgent');
    await cluster.kubectl('delete', 'pod', 'large', '-n', 'turns', '--wait=false');
    await grantedCpu('turns', 'urgent', asked + 100);
    expect(pendingIn(await read('turns', 'long'))?.reason).toBe('Deferred');
  });
});

describeResized('a pod whose resize waits', () => {
  it('is deleted for a pod of higher priority that would have fitted beside what it has', async () => {
    const name = 'outranked';
    await cluster.kubectl('delete', 'namespace', 'turns', '--wait=true');
    await running(name, 'node-2', {
      web: { requests: { cpu: '100m' } },
      other: { requests: { cpu: `${whole - 200}m` } },
    });
    await resize(name, 'web', { requests: { cpu: '900m' } });
    await deferred(name, 'web');
    await cluster.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'guest', namespace: name },
      spec: {
        priorityClassName: 'urgent',
        nodeSelector: { 'kubernetes.io/hostname': 'node-2' },
        containers: [
          { name: 'app', image: 'registry.example/app:1', resources: { requests: { cpu: '50m' } } },
        ],
      },
    });
    await until('a node of the guest', async () => (await read(name, 'guest')).spec.nodeName);
    const { items } = await cluster.get<{ items: Pod[] }>('pods', '-n', name);
    expect(items.map(({ metadata }) => metadata.name).sort()).toEqual(['guest', 'other']);
  });
});

describeResized('a resize', () => {
  it('beyond what the node has is refused by the API server, without a condition', async () => {
    await running('large', 'node-3', { web: { requests: { cpu: '100m' } } });
    const said = await resize('large', 'web', { requests: { cpu: `${whole + 100_000}m` } });
    expect(said.code).not.toBe(0);
    expect(said.err).toContain("node didn't have enough allocatable resources: cpu");
    expect(pendingIn(await read('large', 'web'))).toBeUndefined();
  });

  it('of a part of a byte is kept as it is', async () => {
    await running('part', 'node-3', { web: { requests: { memory: '64Mi' } } });
    const said = await resize('part', 'web', { requests: { memory: '100000000500m' } });
    expect((JSON.parse(said.out) as Pod).spec.containers[0]?.resources?.requests?.memory).toBe(
      '100000000500m',
    );
  });
});
