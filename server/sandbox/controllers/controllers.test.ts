import { describe, expect, it } from 'vitest';
import { type SimulatedCluster, START_MS, simulate } from '../../../tests/support/simulated-cluster';
import type { KubeEvent, Node, Pod, PodDisruptionBudget } from '../../kube/types';
import { budget, cronJob, daemonSet, deployment, statefulSet, template } from '../scenarios/build';
import type { CharacterText } from '../workloads/character';
import { isReady } from './pods';
import type { CronJob, DaemonSet, Deployment, Job, ReplicaSet, StatefulSet } from './workload-types';

const steady: CharacterText = { kind: 'steady', cpu: '20m', memory: '30Mi', startSeconds: 3 };
const plan = (name: string, replicas = 3) => ({
  name,
  namespace: 'shop',
  replicas,
  containers: [{ requests: '50m/50Mi', does: steady }],
});

function newImage(draft: { spec: { template: { spec: Pod['spec'] } } }): void {
  for (const container of draft.spec.template.spec.containers) container.image = 'img:2';
}

function images(cluster: SimulatedCluster): (string | undefined)[] {
  return cluster.list<Pod>('pods').map((pod) => pod.spec.containers[0]?.image);
}

describe('a StatefulSet', () => {
  it('starts its pods one after the other, each once the one before is ready', async () => {
    const cluster = await simulate();
    const order: string[] = [];
    let together = true;
    cluster.registry.watch<Pod>('pods', ({ type, object }) => {
      if (type !== 'ADDED') return;
      together &&= cluster.list<Pod>('pods').every((pod) => pod === object || isReady(pod));
      order.push(object.metadata.name);
    });
    await cluster.create(statefulSet(plan('db')));
    await cluster.pass(30);
    expect(order).toEqual(['db-0', 'db-1', 'db-2']);
    expect(together).toBe(true);
    const { status } = cluster.get<StatefulSet>('statefulsets.apps', 'db');
    expect(status).toEqual({
      observedGeneration: 1,
      replicas: 3,
      readyReplicas: 3,
      currentReplicas: 3,
      updatedReplicas: 3,
      currentRevision: status?.updateRevision,
      updateRevision: expect.stringMatching(/^db-[a-z0-9]+$/),
      collisionCount: 0,
      availableReplicas: 3,
    });
    const pod = cluster.get<Pod>('pods', 'db-0');
    expect(pod.metadata.labels).toEqual({
      app: 'db',
      'controller-revision-hash': status?.updateRevision,
      'statefulset.kubernetes.io/pod-name': 'db-0',
    });
    expect(pod.spec).toMatchObject({ hostname: 'db-0', subdomain: 'db' });
  });

  it('updates and removes from the highest number down', async () => {
    const cluster = await simulate();
    await cluster.create(statefulSet(plan('db')));
    await cluster.pass(30);
    const gone: string[] = [];
    cluster.registry.watch<Pod>('pods', ({ type, object }) => {
      if (type === 'DELETED') gone.push(object.metadata.name);
    });
    cluster.registry.mutate<StatefulSet>('statefulsets.apps', 'shop', 'db', newImage);
    await cluster.pass(60);
    expect(gone).toEqual(['db-2', 'db-1', 'db-0']);
    expect(images(cluster)).toEqual(['img:2', 'img:2', 'img:2']);
    cluster.registry.mutate<StatefulSet>('statefulsets.apps', 'shop', 'db', (draft) => {
      draft.spec.replicas = 1;
    });
    await cluster.pass(20);
    expect(gone.slice(3)).toEqual(['db-2', 'db-1']);
  });
});

describe('a DaemonSet', () => {
  it('runs one pod on every node, also on one that appears later or is cordoned', async () => {
    const cluster = await simulate();
    cluster.registry.mutate<Node>('nodes', undefined, 'node-1', (draft) => {
      draft.spec = { unschedulable: true };
    });
    await cluster.create(daemonSet(plan('agent')));
    await cluster.pass(10);
    const nodesOf = () =>
      cluster
        .list<Pod>('pods')
        .map((pod) => pod.spec.nodeName)
        .sort();
    expect(nodesOf()).toEqual(['node-0', 'node-1', 'node-2']);
    expect(cluster.get<DaemonSet>('daemonsets.apps', 'agent').status).toEqual({
      currentNumberScheduled: 3,
      numberMisscheduled: 0,
      desiredNumberScheduled: 3,
      numberReady: 3,
      observedGeneration: 1,
      updatedNumberScheduled: 3,
      numberAvailable: 3,
    });
    const template = cluster.registry.get<Node>('nodes', undefined, 'node-0');
    await cluster.registry.create<Node>('nodes', {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'node-9' },
      status: template?.status,
    });
    await cluster.pass(5);
    expect(nodesOf()).toEqual(['node-0', 'node-1', 'node-2', 'node-9']);
  });

  it('loses the pod of a node that is deleted', async () => {
    const cluster = await simulate();
    await cluster.create(daemonSet(plan('agent')));
    await cluster.pass(10);
    cluster.registry.delete('nodes', undefined, 'node-1');
    await cluster.pass(10);
    expect(
      cluster
        .list<Pod>('pods')
        .map((pod) => pod.spec.nodeName)
        .sort(),
    ).toEqual(['node-0', 'node-2']);
  });

  it('updates one node at a time', async () => {
    const cluster = await simulate();
    await cluster.create(daemonSet(plan('agent')));
    await cluster.pass(10);
    let fewest = 3;
    cluster.registry.watch<Pod>('pods', () => {
      const live = cluster.list<Pod>('pods').filter((pod) => !pod.metadata.deletionTimestamp && isReady(pod));
      fewest = Math.min(fewest, live.length);
    });
    cluster.registry.mutate<DaemonSet>('daemonsets.apps', 'shop', 'agent', newImage);
    await cluster.pass(60);
    expect(images(cluster)).toEqual(['img:2', 'img:2', 'img:2']);
    expect(fewest).toBe(2);
  });
});

describe('a Job', () => {
  const job = (does: CharacterText, spec: object = {}) => ({
    resource: 'jobs.batch',
    object: {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'once', namespace: 'shop' },
      spec: { template: template({ ...plan('once'), containers: [{ does }] }, 'Never'), ...spec },
    },
  });

  it('runs to completion, counts its pods and lets them go', async () => {
    const cluster = await simulate();
    await cluster.create(job({ ...steady, runSeconds: 20 }, { completions: 3, parallelism: 2 }));
    await cluster.pass(5);
    expect(cluster.list<Pod>('pods').map((pod) => pod.metadata.finalizers)).toEqual([
      ['batch.kubernetes.io/job-tracking'],
      ['batch.kubernetes.io/job-tracking'],
    ]);
    await cluster.pass(60);
    const { status } = cluster.get<Job>('jobs.batch', 'once');
    expect(status).toMatchObject({
      succeeded: 3,
      uncountedTerminatedPods: {},
      conditions: [{ type: 'Complete', status: 'True' }],
    });
    expect(status?.completionTime).toBeDefined();
    expect(status?.active).toBeUndefined();
    expect(cluster.list<Pod>('pods').map((pod) => [pod.status?.phase, pod.metadata.finalizers])).toEqual([
      ['Succeeded', undefined],
      ['Succeeded', undefined],
      ['Succeeded', undefined],
    ]);
  });

  it('gives up once its pods failed more often than it tolerates', async () => {
    const cluster = await simulate();
    await cluster.create(job({ ...steady, runSeconds: 2, exitCode: 3 }, { backoffLimit: 1 }));
    await cluster.pass(60);
    expect(cluster.get<Job>('jobs.batch', 'once').status).toMatchObject({
      failed: 2,
      conditions: [{ type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded' }],
    });
  });

  it('leaves nothing behind when it is deleted while running', async () => {
    const cluster = await simulate();
    await cluster.create(job({ ...steady, runSeconds: 500 }));
    await cluster.pass(5);
    cluster.registry.delete('jobs.batch', 'shop', 'once', { propagationPolicy: 'Background' });
    await cluster.pass(10);
    expect(cluster.list<Pod>('pods')).toEqual([]);
  });
});

describe('a CronJob', () => {
  it('creates a Job whenever its schedule says so and keeps three that succeeded', async () => {
    const cluster = await simulate();
    await cluster.create(
      cronJob({ ...plan('tick'), containers: [{ does: { ...steady, runSeconds: 10 } }] }, '*/2 * * * *'),
    );
    await cluster.pass(11 * 60);
    const firstMinute = START_MS / 60_000;
    expect(cluster.list<Job>('jobs.batch').map((job) => job.metadata.name)).toEqual(
      [6, 8, 10].map((minute) => `tick-${firstMinute + minute}`),
    );
    expect(cluster.get<CronJob>('cronjobs.batch', 'tick').status).toMatchObject({
      lastScheduleTime: '2026-03-02T00:10:00Z',
    });
  });
});

describe('a disruption budget', () => {
  it('says how many pods may go', async () => {
    const cluster = await simulate();
    await cluster.create(
      deployment(plan('web', 4)),
      budget({ name: 'web', namespace: 'shop' }, { maxUnavailable: '25%' }),
    );
    await cluster.pass(10);
    const status = () => cluster.get<PodDisruptionBudget>('poddisruptionbudgets.policy', 'web').status;
    expect(status()).toMatchObject({
      disruptionsAllowed: 1,
      currentHealthy: 4,
      desiredHealthy: 3,
      expectedPods: 4,
      conditions: [{ type: 'DisruptionAllowed', status: 'True', reason: 'SufficientPods' }],
    });
    const [pod] = cluster.list<Pod>('pods');
    cluster.registry.delete('pods', 'shop', pod?.metadata.name ?? '');
    await cluster.pass(1);
    expect(status()).toMatchObject({
      disruptionsAllowed: 0,
      currentHealthy: 3,
      conditions: [{ type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods' }],
    });
    await cluster.pass(20);
    expect(status()).toMatchObject({ disruptionsAllowed: 1, currentHealthy: 4 });
  });
});

describe('the scheduler', () => {
  it('leaves a pod pending with the usual condition and event, and places it when room appears', async () => {
    const cluster = await simulate({ nodeCount: 1, cpu: 1.1 });
    await cluster.create(
      deployment({ ...plan('big', 1), containers: [{ requests: '700m/10Mi', does: steady }] }),
      deployment({ ...plan('late', 1), containers: [{ requests: '600m/10Mi', does: steady }] }),
    );
    await cluster.pass(5);
    const late = () => cluster.list<Pod>('pods').find((pod) => pod.metadata.labels?.app === 'late');
    expect(late()?.status).toMatchObject({
      phase: 'Pending',
      conditions: [
        {
          type: 'PodScheduled',
          status: 'False',
          lastProbeTime: null,
          reason: 'Unschedulable',
          message: '0/1 nodes are available: 1 Insufficient cpu.',
        },
      ],
    });
    const event = cluster.list<KubeEvent>('events').find((each) => each.reason === 'FailedScheduling');
    expect(event).toMatchObject({
      type: 'Warning',
      action: 'Scheduling',
      source: {},
      firstTimestamp: null,
      lastTimestamp: null,
      reportingComponent: 'default-scheduler',
      message: '0/1 nodes are available: 1 Insufficient cpu.',
    });
    cluster.registry.delete('deployments.apps', 'shop', 'big', { propagationPolicy: 'Background' });
    await cluster.pass(10);
    expect(late()?.status?.phase).toBe('Running');
  });
});

describe('a ReplicaSet', () => {
  it('replaces a pod that is taken out by its label, and leaves that one running', async () => {
    const cluster = await simulate();
    await cluster.create(deployment(plan('web', 2)));
    await cluster.pass(10);
    const name = cluster.list<Pod>('pods')[0]?.metadata.name ?? '';
    cluster.registry.mutate<Pod>('pods', 'shop', name, (draft) => {
      draft.metadata.labels = { app: 'quarantined' };
    });
    await cluster.pass(10);
    expect(cluster.list<Pod>('pods').filter(isReady)).toHaveLength(3);
    expect(cluster.get<Pod>('pods', name).metadata.ownerReferences).toBeUndefined();
  });

  it('takes over the pods of one that was deleted without them', async () => {
    const cluster = await simulate();
    const declared = deployment(plan('web', 2));
    await cluster.create(declared);
    await cluster.pass(10);
    const before = cluster.list<Pod>('pods').map((pod) => pod.metadata.uid);
    cluster.registry.delete('deployments.apps', 'shop', 'web', { propagationPolicy: 'Orphan' });
    await cluster.pass(5);
    for (const set of cluster.list<ReplicaSet>('replicasets.apps')) {
      cluster.registry.delete('replicasets.apps', 'shop', set.metadata.name, { propagationPolicy: 'Orphan' });
    }
    await cluster.pass(5);
    expect(cluster.list<Pod>('pods').map((pod) => pod.metadata.ownerReferences)).toEqual([
      undefined,
      undefined,
    ]);
    await cluster.create(declared);
    await cluster.pass(10);
    expect(cluster.list<Pod>('pods').map((pod) => pod.metadata.uid)).toEqual(before);
  });
});

describe('a Deployment', () => {
  it('reports what a quota refuses and catches up when the quota grows', async () => {
    const cluster = await simulate();
    await cluster.registry.create('resourcequotas', {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'q', namespace: 'shop' },
      spec: { hard: { pods: '2' } },
    } as never);
    await cluster.create(deployment(plan('web', 4)));
    await cluster.pass(10);
    const [set] = cluster.list<ReplicaSet>('replicasets.apps');
    expect(set?.status).toMatchObject({
      replicas: 2,
      conditions: [{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate' }],
    });
    const conditions = cluster.get<Deployment>('deployments.apps', 'web').status?.conditions ?? [];
    const brief = conditions.map(({ type, status, reason }) => `${type} ${status} ${reason}`);
    expect(brief).toContain('Available False MinimumReplicasUnavailable');
    expect(brief).toContain('ReplicaFailure True FailedCreate');
    cluster.registry.mutate('resourcequotas', 'shop', 'q', (draft) => {
      Object.assign(draft, { spec: { hard: { pods: '9' } } });
    });
    await cluster.pass(400);
    expect(cluster.list<Pod>('pods').filter(isReady)).toHaveLength(4);
    expect(cluster.list<ReplicaSet>('replicasets.apps')[0]?.status?.conditions).toBeUndefined();
  });

  it('goes back to a former template by its former ReplicaSet', async () => {
    const cluster = await simulate();
    await cluster.create(deployment(plan('web', 2)));
    await cluster.pass(10);
    const [first] = cluster.list<ReplicaSet>('replicasets.apps');
    const former = cluster.get<Deployment>('deployments.apps', 'web').spec.template;
    cluster.registry.mutate<Deployment>('deployments.apps', 'shop', 'web', newImage);
    await cluster.pass(30);
    cluster.registry.mutate<Deployment>('deployments.apps', 'shop', 'web', (draft) => {
      draft.spec.template = structuredClone(former);
    });
    await cluster.pass(30);
    const sets = cluster.list<ReplicaSet>('replicasets.apps');
    expect(sets).toHaveLength(2);
    expect(sets.find((set) => set.metadata.uid === first?.metadata.uid)).toMatchObject({
      metadata: { annotations: { 'deployment.kubernetes.io/revision': '3' } },
      status: { replicas: 2 },
    });
  });

  it('replaces all pods at once when told to recreate', async () => {
    const cluster = await simulate();
    const declared = deployment(plan('web', 2));
    Object.assign((declared.object as Deployment).spec, { strategy: { type: 'Recreate' } });
    await cluster.create(declared);
    await cluster.pass(10);
    let mixed = false;
    cluster.registry.watch<Pod>('pods', () => {
      mixed ||= new Set(images(cluster)).size > 1;
    });
    cluster.registry.mutate<Deployment>('deployments.apps', 'shop', 'web', newImage);
    await cluster.pass(30);
    expect(images(cluster)).toEqual(['img:2', 'img:2']);
    expect(mixed).toBe(false);
  });

  it('gives up a rollout that makes no progress', async () => {
    const cluster = await simulate({ nodeCount: 1 });
    const declared = deployment({ ...plan('web', 1), containers: [{ requests: '64/1Gi', does: steady }] });
    Object.assign((declared.object as Deployment).spec, { progressDeadlineSeconds: 60 });
    await cluster.create(declared);
    await cluster.pass(90);
    expect(cluster.get<Deployment>('deployments.apps', 'web').status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }),
    );
  });
});
