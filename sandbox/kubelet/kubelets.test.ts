import { describe, expect, it } from 'vitest';
import { usageOf } from '@/sandbox/kubelet/pod-run';
import { deployment } from '@/sandbox/scenarios/build';
import type { CharacterText } from '@/sandbox/workloads/character';
import type { KubeEvent, Node, Pod } from '@/server/objects/types';
import { restartsOf } from '@/server/recommender/feeds/restarts';
import { oomsOfEvictedPod, oomsOfPod } from '@/server/usage/oom';
import { type SimulatedCluster, simulate } from '../../tests/support/simulated-cluster';

function one(does: CharacterText, resources: { requests?: string; limits?: string }, name = 'app') {
  return deployment({ name, namespace: 'shop', containers: [{ ...resources, does }] });
}

function onlyPod(cluster: SimulatedCluster): Pod {
  const [pod, ...others] = cluster.list<Pod>('pods');
  expect(others).toEqual([]);
  if (!pod) throw new Error('there is no pod');
  return pod;
}

function reasons(cluster: SimulatedCluster, kind = 'Pod'): string[] {
  return cluster
    .list<KubeEvent>('events')
    .filter((event) => event.involvedObject.kind === kind)
    .map((event) => event.reason ?? '');
}

const leak = (growthPerHour: string): CharacterText => ({
  kind: 'growing',
  cpu: '50m',
  memory: '40Mi',
  growthPerHour,
});

describe('a kubelet', () => {
  it('runs a pod and reports it as a real one does', async () => {
    const cluster = await simulate();
    await cluster.create(
      one({ kind: 'steady', cpu: '50m', memory: '60Mi', startSeconds: 0 }, { requests: '100m/100Mi' }),
    );
    await cluster.pass(5);
    const pod = onlyPod(cluster);
    expect(pod.status).toMatchObject({
      phase: 'Running',
      qosClass: 'Burstable',
      conditions: [
        { type: 'Ready', status: 'True', lastProbeTime: null },
        { type: 'ContainersReady', status: 'True', lastProbeTime: null },
        { type: 'Initialized', status: 'True', lastProbeTime: null },
        { type: 'PodScheduled', status: 'True', lastProbeTime: null },
      ],
      containerStatuses: [
        {
          name: 'app',
          lastState: {},
          ready: true,
          started: true,
          restartCount: 0,
          allocatedResources: { cpu: '100m', memory: '100Mi' },
          resources: { requests: { cpu: '100m', memory: '100Mi' } },
        },
      ],
    });
    expect(pod.status?.containerStatuses?.[0]?.state?.running?.startedAt).toMatch(/Z$/);
    expect(reasons(cluster)).toEqual(expect.arrayContaining(['Scheduled', 'Pulled', 'Created', 'Started']));
  });

  it('delays readiness until the container has started, longer when the start is throttled', async () => {
    const readyAfter = async (limits: string | undefined): Promise<number> => {
      const cluster = await simulate();
      const jvm: CharacterText = {
        kind: 'jvm',
        cpu: '100m',
        startCpu: '2000m',
        memory: '100Mi',
        startSeconds: 20,
      };
      await cluster.create(one(jvm, { requests: '100m/100Mi', ...(limits && { limits }) }));
      for (let second = 1; second < 200; second++) {
        await cluster.pass(1);
        if (onlyPod(cluster).status?.containerStatuses?.[0]?.ready) return second;
      }
      throw new Error('never became ready');
    };
    const free = await readyAfter(undefined);
    const throttled = await readyAfter('500m/200Mi');
    expect(free).toBeGreaterThanOrEqual(20);
    expect(free).toBeLessThan(24);
    expect(throttled).toBeGreaterThanOrEqual(80);
    expect(throttled).toBeLessThan(85);
  });

  it('kills a container that exceeds its memory limit, restarts it at once, then backs off', async () => {
    const cluster = await simulate();
    await cluster.create(one(leak('6Gi'), { requests: '50m/64Mi', limits: '500m/128Mi' }));
    await cluster.pass(90);
    const first = onlyPod(cluster).status?.containerStatuses?.[0];
    expect(first).toMatchObject({
      restartCount: 1,
      lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } },
    });
    await cluster.pass(34);
    const second = onlyPod(cluster).status?.containerStatuses?.[0];
    expect(second).toMatchObject({
      ready: false,
      restartCount: 1,
      state: { waiting: { reason: 'CrashLoopBackOff' } },
      lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } },
    });
    expect(second?.state?.waiting?.message).toMatch(
      /^back-off 10s restarting failed container=app pod=app-.+_shop\(.+\)$/,
    );
    expect(reasons(cluster)).toContain('BackOff');
    await cluster.pass(20);
    expect(onlyPod(cluster).status?.containerStatuses?.[0]).toMatchObject({
      restartCount: 2,
      state: { running: {} },
    });
  });

  it('with singleProcessOOMKill kills a process alone, and tells it once the container ends by itself', async () => {
    const cluster = await simulate({ nodeCount: 1 });
    cluster.registry.mutate<Node>('nodes', undefined, 'node-0', ({ metadata }) => {
      metadata.annotations = { 'sandbox.plumbline.dev/kubelet': '{"singleProcessOOMKill":true}' };
    });
    const ends: CharacterText = { ...leak('6Gi'), runSeconds: 300 };
    await cluster.create(one(ends, { requests: '50m/64Mi', limits: '500m/128Mi' }));
    await cluster.pass(200);
    const status = () => onlyPod(cluster).status?.containerStatuses?.[0];
    expect(status()).toMatchObject({ restartCount: 0, state: { running: {} } });
    expect(oomsOfPod(onlyPod(cluster))).toEqual([]);
    await cluster.pass(110);
    expect(status()).toMatchObject({
      restartCount: 1,
      lastState: { terminated: { exitCode: 0, reason: 'OOMKilled' } },
    });
    expect(oomsOfPod(onlyPod(cluster))).toMatchObject([{ memoryBytes: 128 * 2 ** 20 }]);
    expect(restartsOf(onlyPod(cluster))).toEqual([]);
  });

  it("evicts the pod furthest above its requests when a node runs low, with the kubelet's messages", async () => {
    const cluster = await simulate({ nodeCount: 1, memoryGib: 2 });
    await cluster.create(
      one({ kind: 'steady', cpu: '10m', memory: '600Mi' }, { requests: '10m/700Mi' }, 'calm'),
      one({ ...leak('3Gi'), memory: '100Mi' }, { requests: '10m/64Mi' }, 'hog'),
    );
    await cluster.pass(1700);
    const evicted = cluster.list<Pod>('pods').filter((pod) => pod.status?.reason === 'Evicted');
    expect(evicted).toHaveLength(1);
    expect(evicted[0]?.metadata.labels?.app).toBe('hog');
    expect(evicted[0]?.status?.phase).toBe('Failed');
    expect(evicted[0]?.status?.message).toMatch(
      /^The node was low on resource: memory\. Threshold quantity: 100Mi, available: \d+Ki\. Container app was using \d+Ki, request is 64Mi, has larger consumption of memory\. $/,
    );
    // As a real one says it, without a time: neither a kill nor a restart.
    const gone = {
      exitCode: 137,
      reason: 'ContainerStatusUnknown',
      message: 'The container could not be located when the pod was terminated',
    };
    const [status] = evicted[0]?.status?.containerStatuses ?? [];
    expect(status).toMatchObject({ restartCount: 1 });
    expect(status?.state).toEqual({ terminated: gone });
    expect(evicted.flatMap((pod) => [...oomsOfPod(pod), ...restartsOf(pod)])).toEqual([]);
    expect(evicted.flatMap(oomsOfEvictedPod)).toMatchObject([{ container: 'app', source: 'pod-evicted' }]);
    const event = cluster.list<KubeEvent>('events').find((each) => each.reason === 'Evicted');
    expect(event?.metadata.annotations).toMatchObject({
      offending_containers: 'app',
      starved_resource: 'memory',
    });
    expect(event?.metadata.annotations?.offending_containers_usage).toMatch(/^\d+Ki$/);
    const pressure = () =>
      cluster.registry
        .get<Node>('nodes', undefined, 'node-0')
        ?.status?.conditions?.find((condition) => condition.type === 'MemoryPressure')?.status;
    expect(pressure()).toBe('True');
    await cluster.pass(320);
    expect(pressure()).toBe('False');
    const fresh = cluster.list<Pod>('pods').filter((pod) => pod.status?.phase === 'Running');
    expect(fresh.map((pod) => pod.metadata.labels?.app).sort()).toEqual(['calm', 'hog']);
  });

  it('lets the kernel kill a container when memory runs out faster than the kubelet can evict', async () => {
    const cluster = await simulate({ nodeCount: 1, memoryGib: 1 });
    const burst: CharacterText = {
      kind: 'spiky',
      cpu: '10m',
      spikeCpu: '10m',
      memory: '50Mi',
      spikeMemory: '4Gi',
      spikesPerHour: 60,
      spikeSeconds: 30,
    };
    await cluster.create(one(burst, {}));
    await cluster.pass(120);
    expect(onlyPod(cluster).status?.containerStatuses?.[0]?.lastState?.terminated).toMatchObject({
      reason: 'OOMKilled',
      exitCode: 137,
    });
    const events = [...cluster.registry.list<KubeEvent>('events')].map((event) => event.reason);
    expect(events).toContain('SystemOOM');
  });

  it('shares the CPU of a node on which more is wanted than it has', async () => {
    const cluster = await simulate({ nodeCount: 1, cpu: 2 });
    const greedy: CharacterText = { kind: 'throttled', cpu: '4', memory: '20Mi' };
    await cluster.create(
      one(greedy, { requests: '500m/20Mi' }, 'greedy'),
      one(greedy, {}, 'hungry'),
      one({ kind: 'throttled', cpu: '600m', memory: '20Mi' }, { requests: '800m/20Mi' }, 'modest'),
    );
    await cluster.pass(60);
    const used = new Map<string | undefined, number>();
    for (const run of cluster.plane.kubelets.allRuns()) {
      const [container] = run.containers;
      const usage = container && usageOf(container, cluster.clock.now());
      used.set(run.pod.metadata.labels?.app, usage?.cpuMillicores ?? 0);
    }
    expect([...used.values()].reduce((sum, each) => sum + each, 0)).toBeCloseTo(2000, 0);
    expect(used.get('modest')).toBeGreaterThan(450);
    expect(used.get('greedy')).toBeGreaterThan(used.get('hungry') ?? 0);
  });

  it('ends a deleted pod gracefully before it is gone', async () => {
    const cluster = await simulate();
    const slow: CharacterText = { kind: 'steady', cpu: '10m', memory: '20Mi', stopSeconds: 10 };
    await cluster.create(one(slow, { requests: '10m/20Mi' }));
    await cluster.pass(5);
    const { name } = onlyPod(cluster).metadata;
    cluster.registry.delete('deployments.apps', 'shop', 'app', { propagationPolicy: 'Background' });
    await cluster.pass(3);
    const going = cluster.get<Pod>('pods', name);
    expect(going.metadata.deletionGracePeriodSeconds).toBe(30);
    expect(going.status?.phase).toBe('Running');
    expect(reasons(cluster)).toContain('Killing');
    await cluster.pass(10);
    expect(cluster.list<Pod>('pods')).toEqual([]);
  });

  it('runs init containers first and sidecars beside the main container', async () => {
    const cluster = await simulate();
    await cluster.registry.create<Pod>('pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'layered', namespace: 'shop' },
      spec: {
        initContainers: [
          { name: 'migrate', image: 'img' },
          { name: 'proxy', image: 'img', restartPolicy: 'Always' },
        ],
        containers: [{ name: 'app', image: 'img' }],
      },
    });
    await cluster.pass(1);
    expect(cluster.get<Pod>('pods', 'layered').status?.phase).toBe('Pending');
    await cluster.pass(10);
    const { status } = cluster.get<Pod>('pods', 'layered');
    expect(status?.phase).toBe('Running');
    expect(status?.initContainerStatuses).toMatchObject([
      { name: 'migrate', ready: true, state: { terminated: { exitCode: 0, reason: 'Completed' } } },
      { name: 'proxy', ready: true, state: { running: {} } },
    ]);
  });
});
