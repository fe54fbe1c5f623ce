import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GROUPS_ANNOTATION, groupsIn } from '@/server/decide/features/node-scope/group-recommendations';
import { NO_LABEL, OTHER_VALUES, SCOPE_ANNOTATION } from '@/server/decide/features/node-scope/scope';
import { cpuFrom, memoryFrom } from '@/server/objects/quantity';
import type { KubeObject, Pod } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { ApiCluster, VPAS } from '../support/api-cluster';
import { Recommending } from '../support/recommending';

const SIZE = 'node.kubernetes.io/instance-type';
const LABELS = { app: 'agent' };
const AGENT = { namespace: 'shop', name: 'agent' };
const GIB = 2 ** 30;

let cluster: ApiCluster;
let process: Recommending;
let uid = '';

const start = () =>
  Recommending.start(cluster, {
    roles: ['recommender', 'updater', 'admission'],
    leaderElect: false,
    leastHistoryMs: 0,
    leastHistoryToLowerMs: 0,
    canaryMs: 0,
    warmUpMs: 0,
  });

async function node(name: string, size: string | undefined, memory = '16Gi') {
  await cluster.create('nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, ...(size !== undefined && { labels: { [SIZE]: size } }) },
    status: { allocatable: { cpu: '8', memory, pods: '110' } },
  } as KubeObject);
}

function podOn(nodeName: string): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      namespace: 'shop',
      name: `agent-${nodeName}`,
      labels: LABELS,
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent', uid, controller: true }],
    },
    spec: {
      nodeName,
      containers: [{ name: 'app', image: 'app:1', resources: { requests: { cpu: '100m' } } }],
    },
  };
}

async function runOn(nodeName: string, memory: string, cpu = '100m') {
  await cluster.create<Pod>('pods', podOn(nodeName));
  cluster.registry.mutate<Pod>('pods', 'shop', `agent-${nodeName}`, (pod) => {
    pod.status = { ...pod.status, phase: 'Running' };
  });
  cluster.usage.set(`shop/agent-${nodeName}`, { app: { cpu, memory } });
}

/** A pod as its DaemonSet creates it: without a node, but with the only one it may run on. */
function newPodFor(nodeName: string | undefined): Pod {
  const pod = podOn(nodeName ?? 'nowhere');
  const affinity = nodeName && {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [nodeName] }] }],
      },
    },
  };
  return { ...pod, spec: { ...pod.spec, nodeName: undefined, ...(affinity && { affinity }) } } as Pod;
}

/** The memory that admission gives a new pod. */
async function admitted(nodeName: string | undefined): Promise<number> {
  const verdict = await process.running.handles.admission?.review({
    uid: '1',
    operation: 'CREATE',
    namespace: 'shop',
    resource: { group: '', version: 'v1', resource: 'pods' },
    object: newPodFor(nodeName),
  });
  const patch = JSON.stringify(verdict?.operations ?? []);
  const found = /"memory":"?(\w+)"?/.exec(patch)?.[1] ?? /requests\/memory","value":"?(\w+)/.exec(patch)?.[1];
  if (found === undefined) throw new Error(`no memory in ${patch}`);
  return memoryFrom(found);
}

const vpa = (): VerticalPodAutoscaler => cluster.vpa('agent');
const target = () =>
  memoryFrom(vpa().status?.recommendation?.containerRecommendations?.[0]?.target.memory ?? 0);
function groupTargets(): Record<string, number> {
  return Object.fromEntries(
    groupsIn(vpa()).map(({ scopeValue, containerRecommendations }) => [
      scopeValue,
      memoryFrom(containerRecommendations[0]?.target.memory ?? 0) / GIB,
    ]),
  );
}
function cpuTargets(): Record<string, number> {
  return Object.fromEntries(
    groupsIn(vpa()).map(({ scopeValue, containerRecommendations }) => [
      scopeValue,
      cpuFrom(containerRecommendations[0]?.target.cpu ?? 0),
    ]),
  );
}

beforeAll(async () => {
  cluster = await ApiCluster.start();
  const owner = await cluster.create('daemonsets.apps', {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: AGENT,
    spec: {
      selector: { matchLabels: LABELS },
      template: { metadata: { labels: LABELS }, spec: podOn('').spec },
    },
  } as KubeObject);
  uid = owner.metadata.uid ?? '';
  await node('small-1', 'small');
  await node('small-2', 'small');
  await node('large-1', 'large', '64Gi');
  await node('bare-1', undefined);
  await runOn('small-1', '512Mi');
  await runOn('small-2', '512Mi');
  await runOn('large-1', '4Gi', '3');
  await cluster.create(VPAS, {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { ...AGENT, annotations: { [SCOPE_ANNOTATION]: SIZE } },
    spec: {
      targetRef: { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent' },
      updatePolicy: { updateMode: 'Recreate' },
    },
  } as KubeObject);
  process = await start();
});
afterAll(async () => {
  await process?.stop();
  await cluster?.close();
});

describe('a DaemonSet on nodes of two sizes', () => {
  it('gets two targets, and the largest in the status', async () => {
    const targets = await process.until(() => {
      const found = groupTargets();
      expect(Object.keys(found)).toEqual(['large', 'small']);
      expect(found.large).toBeGreaterThan(4);
      return found;
    });
    expect(targets.small).toBeLessThan(1);
    expect(target() / GIB).toBeCloseTo(targets.large ?? 0, 5);
    const [status] = vpa().status?.recommendation?.containerRecommendations ?? [];
    expect(memoryFrom(status?.lowerBound?.memory ?? 0) / GIB).toBeLessThan(targets.small ?? 0);
  });

  it('is admitted by the node that its pod is for, and gets the largest where that is not known', async () => {
    // Admission hears of what was written by its watch.
    await process.until(async () => {
      const targets = groupTargets();
      expect((await admitted('small-1')) / GIB).toBeCloseTo(targets.small ?? 0, 5);
      expect((await admitted('large-1')) / GIB).toBeCloseTo(targets.large ?? 0, 5);
      expect((await admitted('bare-1')) / GIB).toBeCloseTo(targets.large ?? 0, 5);
      expect((await admitted(undefined)) / GIB).toBeCloseTo(targets.large ?? 0, 5);
    });
  });

  it('is planned by group', async () => {
    const small = groupTargets().small ?? 0;
    const planned = await process.until(() => {
      const plan = process.running.handles.updater?.shown.latest?.plan;
      const pods = plan?.vpas.find(({ name }) => name === 'agent')?.pods ?? [];
      const found = Object.fromEntries(
        pods.map(({ name, changes }) => [name, (changes[0]?.to.memory ?? 0) / GIB]),
      );
      expect(found['agent-large-1']).toBeGreaterThan(4);
      return found;
    });
    expect(planned['agent-small-1']).toBeCloseTo(small, 1);
    expect(planned['agent-small-2']).toBeCloseTo(small, 1);
  });

  it('gives a group that begins late at least what all nodes together would get', async () => {
    await runOn('bare-1', '1Gi');
    const found = await process.until(() => {
      const targets = groupTargets();
      expect(targets[NO_LABEL]).toBeGreaterThan(1);
      return targets;
    });
    expect(found[NO_LABEL]).toBeCloseTo(found.large ?? 0, 1);
    expect(found.small).toBeLessThan(1);
  });

  it('is learned by group by the recommender that the VPA names', async () => {
    const name = (recommenders: { name: string }[]) =>
      cluster.registry.mutate<VerticalPodAutoscaler>(VPAS, 'shop', 'agent', (kept) => {
        kept.spec = { ...kept.spec, recommenders };
      });
    name([{ name: 'adaptive' }]);
    const evidenceOf = (group?: string) =>
      process.running.handles.recommender?.evidence('shop', 'agent', 'app', group)?.evidence;
    await process.passes(12);
    await process.until(() => {
      const [small, large] = [evidenceOf('small'), evidenceOf('large')];
      expect([small?.kind, large?.kind]).toEqual(['experts', 'experts']);
      expect(small).not.toEqual(large);
    });
    const { large: most = 0, small: least = 0 } = cpuTargets();
    expect(most).toBeGreaterThan(2 * least);
    name([]);
    await process.until(() => expect(evidenceOf('small')).toBeUndefined());
  });

  it('keeps what each group learned over a restart', async () => {
    await process.passes(2);
    const before = cpuTargets();
    expect(before.large).toBeGreaterThan(3 * (before.small ?? 0));
    await process.stop();
    // Nothing more comes from the pods, so what the groups know is what was kept.
    cluster.usage.clear();
    cluster.registry.mutate<VerticalPodAutoscaler>(VPAS, 'shop', 'agent', (kept) => {
      delete kept.metadata.annotations?.[GROUPS_ANNOTATION];
    });
    process = await start();
    const after = await process.until(() => {
      const found = cpuTargets();
      expect(Object.keys(found)).toEqual(Object.keys(before));
      return found;
    });
    expect(after.large).toBe(before.large);
    expect(after.small).toBe(before.small);
  });
});

describe('what may be wrong with it', () => {
  beforeAll(() => {
    for (const [name, memory] of Object.entries({ 'small-1': '512Mi', 'large-1': '4Gi', 'bare-1': '1Gi' }))
      cluster.usage.set(`shop/agent-${name}`, { app: { cpu: '100m', memory } });
  });
  const withScope = (scope: string | undefined) => ({
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { ...AGENT, ...(scope !== undefined && { annotations: { [SCOPE_ANNOTATION]: scope } }) },
    spec: { targetRef: { kind: 'DaemonSet', name: 'agent' } },
  });
  const scopeTo = (scope: string | undefined) =>
    cluster.registry.mutate<VerticalPodAutoscaler>(VPAS, 'shop', 'agent', (kept) => {
      const { [SCOPE_ANNOTATION]: _former, ...others } = kept.metadata.annotations ?? {};
      kept.metadata.annotations = { ...others, ...(scope !== undefined && { [SCOPE_ANNOTATION]: scope }) };
    });

  it('is said when it is applied, and as a problem, and leaves one recommendation for all', async () => {
    const verdict = await process.running.handles.admission?.review({
      uid: '1',
      operation: 'UPDATE',
      namespace: 'shop',
      resource: { group: 'autoscaling.k8s.io', version: 'v1', resource: 'verticalpodautoscalers' },
      object: withScope('instance type'),
      oldObject: withScope(undefined),
    });
    expect(verdict?.allowed).toBe(true);
    expect(verdict?.warnings?.join()).toContain('"instance type" is not the key of a label');
    scopeTo('instance type');
    await process.until(() => {
      expect(vpa().metadata.annotations?.[GROUPS_ANNOTATION]).toBeUndefined();
    });
    await process.expectProblem('scope-invalid', 'shop/agent');
    scopeTo(SIZE);
    await process.until(() => expect(Object.keys(groupTargets()).length).toBe(3));
    expect(process.problem('scope-invalid')).toBeUndefined();
  });

  it('is a node whose value is odd, or like a name of the language', async () => {
    cluster.registry.mutate<KubeObject>('nodes', undefined, 'bare-1', (one) => {
      one.metadata.labels = { [SIZE]: 'constructor' };
    });
    await process.until(() => expect(Object.keys(groupTargets())).toContain('constructor'));
    expect((await admitted('bare-1')) / GIB).toBeCloseTo(Number(groupTargets().constructor), 5);
  });

  it('is a node that goes: its group no longer counts for the largest', async () => {
    const { large = 0 } = groupTargets();
    cluster.registry.delete('pods', 'shop', 'agent-large-1');
    cluster.registry.delete('nodes', undefined, 'large-1');
    await process.until(() => expect(target() / GIB).toBeLessThan(large / 2));
    // What was learned there is kept for the next node of that size.
    expect(groupTargets().large).toBeGreaterThan(0);
  });
});

it('shares one group among the values beyond the first fifty', async () => {
  for (let index = 0; index < 200; index++) {
    await node(`many-${index}`, `size-${index}`);
    await runOn(`many-${index}`, '300Mi');
  }
  await process.until(() => expect(Object.keys(groupTargets())).toHaveLength(51));
  expect(Object.keys(groupTargets())).toContain(OTHER_VALUES);
  await process.expectProblem('scope-crowded', 'shop/agent');
  expect(vpa().metadata.annotations?.[GROUPS_ANNOTATION]?.length).toBeLessThan(50_000);
  expect((await admitted('many-199')) / GIB).toBeCloseTo(groupTargets()[OTHER_VALUES] ?? 0, 5);
  expect(process.running.workload('shop', 'agent').nodeGroups?.groups).toHaveLength(51);
});
