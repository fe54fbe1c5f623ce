/**
 * What the upstream VPA's own end-to-end tests ask of it (test/e2e/v1 of kubernetes/autoscaler), asked of Plumbline, by
 * their names there. Amounts of CPU are a fifth, since a hollow node has one CPU. Those that Plumbline answers otherwise
 * on purpose, or that need more than a hollow kubelet, are in the README beside this.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryFrom } from '@/server/objects/quantity';
import type { Pod, ResourceRequirements } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { until } from '../support/until';
import { namespace, RealCluster } from './real-cluster';
import { ToldUsage } from './told-usage';
import { minorUnderTest } from './versions';

/** A hollow kubelet of 1.35 takes its node for one without any room and grants no resize. */
const RESIZES = minorUnderTest() !== '1.35';
const IMAGE = 'registry.example/app:1';

let cluster: RealCluster;
let usage: ToldUsage;

const amounts = (cpu: string, memory: string) => ({ cpu, memory });
type Amounts = ReturnType<typeof amounts>;
const STATED: ResourceRequirements = { requests: amounts('20m', '20Mi') };
const TARGET = amounts('50m', '40Mi');
const evenly = (given: Amounts): ResourceRequirements => ({ requests: given, limits: given });
const policy = (given: object) => ({ containerPolicies: [{ containerName: 'app', ...given }] });

interface Hamsters {
  readonly kind?: keyof typeof CONTROLLERS;
  readonly replicas?: number;
  /** By container, in this order. */
  readonly containers?: Readonly<Record<string, ResourceRequirements>>;
  readonly spec?: object;
}

const CONTROLLERS = {
  Deployment: 'apps/v1',
  ReplicaSet: 'apps/v1',
  StatefulSet: 'apps/v1',
  DaemonSet: 'apps/v1',
  ReplicationController: 'v1',
  Job: 'batch/v1',
  CronJob: 'batch/v1',
} as const;

/** A workload `web` with a VPA over it whose recommendation a test writes, unless `spec` names another recommender. */
function hamsters(name: string, options: Hamsters = {}): object[] {
  const { kind = 'Deployment', replicas = 1, containers = { app: STATED }, spec } = options;
  const labels = { app: 'web' };
  const isOfJob = kind === 'Job' || kind === 'CronJob';
  const template = {
    metadata: { labels },
    spec: {
      ...(isOfJob && { restartPolicy: 'Never' }),
      terminationGracePeriodSeconds: 0,
      containers: Object.entries(containers).map(([container, resources]) => ({
        name: container,
        image: IMAGE,
        resources,
      })),
    },
  };
  const job = { parallelism: replicas, completions: replicas, template };
  const workloads: Record<keyof typeof CONTROLLERS, object> = {
    Deployment: { replicas, selector: { matchLabels: labels }, template },
    ReplicaSet: { replicas, selector: { matchLabels: labels }, template },
    StatefulSet: { replicas, serviceName: 'web', selector: { matchLabels: labels }, template },
    DaemonSet: { selector: { matchLabels: labels }, template },
    ReplicationController: { replicas, selector: labels, template },
    Job: job,
    CronJob: { schedule: '* * * * *', concurrencyPolicy: 'Forbid', jobTemplate: { spec: job } },
  };
  const apiVersion = CONTROLLERS[kind];
  return [
    { apiVersion, kind, metadata: { name: 'web', namespace: name }, spec: workloads[kind] },
    {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name: 'web', namespace: name },
      spec: {
        recommenders: [{ name: 'by-hand' }],
        targetRef: { apiVersion, kind, name: 'web' },
        ...spec,
      },
    },
  ];
}

/** What a VPA recommends, as a recommender of another name would write it. */
async function recommend(name: string, targets: Readonly<Record<string, Amounts>>): Promise<void> {
  const recommended = Object.entries(targets).map(([containerName, target]) => ({
    ...{ containerName, target, lowerBound: target, upperBound: target },
  }));
  await cluster.recommendEach(name, 'web', recommended);
}

const limitRange = (name: string, limit: object) => ({
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'range', namespace: name },
  spec: { limits: [limit] },
});

/** Their ends differ. */
const nameOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(-55)
    .replaceAll(/^-|-$/g, '');
const resourcesOf = ({ spec }: Pod) =>
  Object.fromEntries(spec.containers.map(({ name, resources }) => [name, resources ?? {}]));
const cpuOf = ({ spec }: Pod) => spec.containers[0]?.resources?.requests?.cpu;
const uidsOf = (pods: readonly Pod[]) => pods.map(({ metadata }) => metadata.uid).sort();
const restart = (name: string) => cluster.removePods(name, 'web');

/** Of every namespace of this file whose pods are measured. */
const MEASURED: string[] = [];
const measured = (name: string) => {
  MEASURED.push(name);
  return name;
};

interface Admission {
  readonly does: string;
  readonly containers?: Readonly<Record<string, ResourceRequirements>>;
  readonly targets?: Readonly<Record<string, Amounts>>;
  readonly spec?: object;
  readonly limitRange?: object;
  readonly given: Readonly<Record<string, ResourceRequirements>>;
}

const LIMITED: ResourceRequirements = { requests: amounts('20m', '20Mi'), limits: amounts('30m', '40Mi') };
const SMALL = evenly(amounts('1m', '20Mi'));
const THREE = { app: SMALL, second: SMALL, third: SMALL };
const UNEVEN = { app: amounts('4m', '20Mi'), second: amounts('21m', '20Mi'), third: amounts('90m', '20Mi') };
const boost = (given: object) => ({
  startupBoost: { cpu: { durationSeconds: 15, ...given } },
});
const DOUBLED = boost({ type: 'Factor', factor: 2 });

const ADMISSIONS: readonly Admission[] = [
  {
    does: 'starts pods with new recommended request with InPlaceOrRecreate mode',
    spec: { updatePolicy: { updateMode: 'InPlaceOrRecreate' } },
    given: { app: { requests: TARGET } },
  },
  { does: 'starts pods with new recommended request', given: { app: { requests: TARGET } } },
  {
    does: 'starts pods with new recommended request when recommendation includes an extra container',
    targets: { removed: amounts('100m', '100Mi'), app: TARGET },
    given: { app: { requests: TARGET } },
  },
  {
    does: "starts pods with old recommended request when recommendation has only a container that doesn't match",
    targets: { removed: TARGET },
    given: { app: STATED },
  },
  {
    does: "starts pod with recommendation when one container has a recommendation and one other one doesn't",
    containers: { app: STATED, other: STATED },
    given: { app: { requests: TARGET }, other: STATED },
  },
  {
    does: 'starts pods with default request when recommendation includes an extra container when a limit range applies',
    targets: { app: amounts('100m', '100Mi'), removed: TARGET },
    limitRange: { type: 'Container', max: amounts('60m', '200Mi') },
    given: { app: { requests: STATED.requests, limits: amounts('60m', '200Mi') } },
  },
  {
    does: "starts pods with old recommended request when recommendation has only a container that doesn't match when a limit range applies",
    targets: { removed: TARGET },
    limitRange: { type: 'Container', max: amounts('60m', '200Mi') },
    given: { app: { requests: STATED.requests, limits: amounts('60m', '200Mi') } },
  },
  {
    does: "starts pod with default request when one container has a recommendation and one other one doesn't when a limit range applies",
    containers: { app: evenly(amounts('20m', '20Mi')), other: evenly(amounts('80m', '120Mi')) },
    targets: { app: amounts('80m', '120Mi') },
    limitRange: { type: 'Pod', max: amounts('80m', '200Mi') },
    given: { app: evenly(amounts('40m', '100Mi')), other: evenly(amounts('40m', '100Mi')) },
  },
  {
    does: 'keeps limits equal to request',
    containers: { app: evenly(amounts('20m', '20Mi')) },
    given: { app: evenly(TARGET) },
  },
  {
    does: 'keeps limits to request ratio constant',
    containers: { app: LIMITED },
    given: { app: { requests: TARGET, limits: amounts('75m', '80Mi') } },
  },
  {
    does: 'keeps limits unchanged when container controlled values is requests only',
    containers: { app: { requests: amounts('20m', '20Mi'), limits: amounts('100m', '100Mi') } },
    spec: { resourcePolicy: policy({ controlledValues: 'RequestsOnly' }) },
    given: { app: { requests: TARGET, limits: amounts('100m', '100Mi') } },
  },
  {
    does: 'caps request according to container max limit set in LimitRange',
    containers: { app: LIMITED },
    limitRange: { type: 'Container', max: amounts('60m', '200Mi') },
    given: { app: { requests: amounts('40m', '40Mi'), limits: amounts('60m', '80Mi') } },
  },
  {
    does: 'raises request according to container min limit set in LimitRange',
    containers: { app: { requests: amounts('20m', '40Mi'), limits: amounts('30m', '80Mi') } },
    targets: { app: amounts('50m', '20Mi') },
    limitRange: { type: 'Container', min: amounts('10m', '50Mi') },
    given: { app: { requests: amounts('50m', '50Mi'), limits: amounts('75m', '100Mi') } },
  },
  {
    does: 'caps request according to pod max limit set in LimitRange',
    containers: { app: LIMITED, second: LIMITED },
    targets: { app: TARGET, second: TARGET },
    limitRange: { type: 'Pod', max: amounts('120m', '200Mi') },
    given: {
      app: { requests: amounts('40m', '40Mi'), limits: amounts('60m', '80Mi') },
      second: { requests: amounts('40m', '40Mi'), limits: amounts('60m', '80Mi') },
    },
  },
  {
    does: 'raises cpu requests and limits according to pod min limit set in LimitRange',
    containers: THREE,
    targets: UNEVEN,
    limitRange: { type: 'Pod', min: { cpu: '150m' } },
    given: {
      app: evenly(amounts('6m', '20Mi')),
      second: evenly(amounts('28m', '20Mi')),
      third: evenly(amounts('118m', '20Mi')),
    },
  },
  {
    does: 'caps cpu requests and limits according to pod max limit set in LimitRange',
    containers: THREE,
    targets: UNEVEN,
    limitRange: { type: 'Pod', max: { cpu: '80m' } },
    given: {
      app: evenly(amounts('2m', '20Mi')),
      second: evenly(amounts('14m', '20Mi')),
      third: evenly(amounts('62m', '20Mi')),
    },
  },
  {
    does: 'raises request according to pod min limit set in LimitRange',
    containers: {
      app: { requests: amounts('20m', '40Mi'), limits: amounts('30m', '80Mi') },
      second: { requests: amounts('20m', '40Mi'), limits: amounts('30m', '80Mi') },
    },
    targets: { app: amounts('24m', '20Mi'), second: amounts('24m', '20Mi') },
    limitRange: { type: 'Pod', min: amounts('20m', '100Mi') },
    given: {
      app: { requests: amounts('24m', '50Mi'), limits: amounts('36m', '100Mi') },
      second: { requests: amounts('24m', '50Mi'), limits: amounts('36m', '100Mi') },
    },
  },
  {
    does: 'caps request to max set in VPA',
    spec: { resourcePolicy: policy({ maxAllowed: amounts('47m', '30Mi') }) },
    given: { app: { requests: amounts('47m', '30Mi') } },
  },
  {
    does: 'raises request to min set in VPA',
    targets: { app: amounts('10m', '12Mi') },
    spec: { resourcePolicy: policy({ minAllowed: amounts('18m', '16Mi') }) },
    given: { app: { requests: amounts('18m', '16Mi') } },
  },
  { does: 'leaves users request when no recommendation', targets: {}, given: { app: STATED } },
  {
    does: 'passes empty request when no recommendation and no user-specified request',
    containers: { app: {} },
    targets: {},
    given: { app: {} },
  },
  {
    does: 'boosts CPU by factor on pod creation',
    targets: { app: amounts('20m', '20Mi') },
    spec: DOUBLED,
    given: { app: { requests: amounts('40m', '20Mi') } },
  },
  {
    does: 'boosts CPU by quantity on pod creation',
    targets: { app: amounts('20m', '20Mi') },
    spec: boost({ type: 'Quantity', quantity: '100m' }),
    given: { app: { requests: amounts('120m', '20Mi') } },
  },
  {
    does: 'boosts CPU on pod creation when VPA update mode is Off',
    targets: {},
    spec: { ...DOUBLED, updatePolicy: { updateMode: 'Off' } },
    given: { app: { requests: amounts('40m', '20Mi') } },
  },
  {
    does: "doesn't boost CPU on pod creation when scaling mode is Off",
    targets: {},
    spec: { ...DOUBLED, resourcePolicy: policy({ mode: 'Off' }) },
    given: { app: STATED },
  },
];

interface Change extends Hamsters {
  readonly does: string;
  /** What comes of its pods. */
  readonly are: 'evicted' | 'resized' | 'kept';
  readonly mode?: string;
  readonly minReplicas?: number;
  readonly target?: Amounts;
  readonly limitRange?: object;
  readonly evictionRequirements?: readonly object[];
  /** Of pods that start afterwards; as stated if absent. */
  readonly restarted?: string;
}

const LARGE = { app: { requests: amounts('60m', '60Mi') } };
const WIDE = { app: { requests: amounts('20m', '40Mi'), limits: amounts('60m', '80Mi') } };
const BOTH = { app: WIDE.app, second: WIDE.app };
const KINDS = ['Deployment', 'ReplicationController', 'Job', 'CronJob', 'ReplicaSet', 'StatefulSet'] as const;

const CHANGES: readonly Change[] = [
  ...KINDS.flatMap((kind): Change[] => [
    { does: `evicts pods in a multiple-replica ${kind}`, are: 'evicted', kind, replicas: 3 },
    { does: `by default does not evict pods in a 1-Pod ${kind}`, are: 'kept', kind },
    { does: `when configured, evicts pods in a 1-Pod ${kind}`, are: 'evicted', kind, minReplicas: 1 },
  ]),
  { does: 'evicts pods in a DaemonSet', are: 'evicted', kind: 'DaemonSet' },
  { does: 'never applies recommendations when update mode is Off', are: 'kept', mode: 'Off', replicas: 2 },
  {
    does: 'applies recommendations only on restart when update mode is Initial',
    ...{ are: 'kept', mode: 'Initial', replicas: 2, restarted: '50m' },
  },
  {
    does: 'evicts pods when Admission Controller status available',
    ...{ are: 'evicted', mode: 'Recreate', replicas: 2 },
  },
  { does: 'evicts pods for downscaling', are: 'evicted', replicas: 2, containers: LARGE },
  {
    does: 'does not evict pods for downscaling when EvictionRequirement prevents it',
    ...{ are: 'kept', replicas: 2, containers: LARGE, restarted: '50m' },
    evictionRequirements: [{ resources: ['cpu'], changeRequirement: 'TargetHigherThanRequests' }],
  },
  {
    does: 'observes container max in LimitRange',
    ...{ are: 'kept', replicas: 2, containers: WIDE, target: amounts('40m', '40Mi') },
    limitRange: { type: 'Container', max: { cpu: '60m' } },
  },
  {
    does: 'observes container min in LimitRange',
    ...{ are: 'kept', replicas: 2, containers: WIDE, target: amounts('10m', '40Mi') },
    limitRange: { type: 'Container', min: { cpu: '20m' } },
  },
  {
    does: 'observes pod max in LimitRange',
    ...{ are: 'kept', replicas: 2, containers: BOTH, target: amounts('40m', '40Mi') },
    limitRange: { type: 'Pod', max: { cpu: '120m' } },
  },
  {
    does: 'observes pod min in LimitRange',
    ...{ are: 'kept', replicas: 2, containers: BOTH, target: amounts('10m', '40Mi') },
    limitRange: { type: 'Pod', min: { cpu: '40m' } },
  },
  ...(['InPlaceOrRecreate', 'InPlace'] as const).flatMap((mode): Change[] => [
    { does: `updates pods in place in mode ${mode}`, are: 'resized', mode, replicas: 2 },
    {
      does: `does not evict pods for downscaling in mode ${mode}`,
      ...{ are: 'resized', mode, replicas: 2, containers: LARGE },
    },
  ]),
  {
    does: 'applies in-place updates to all containers when update mode is InPlaceOrRecreate',
    ...{
      are: 'resized',
      mode: 'InPlaceOrRecreate',
      replicas: 3,
      containers: { app: STATED, second: STATED },
    },
  },
  {
    does: 'still applies recommendations on restart when update mode is InPlaceOrRecreate',
    ...{ are: 'resized', mode: 'InPlaceOrRecreate', replicas: 2, restarted: '50m' },
  },
].filter(({ are }) => RESIZES || are !== 'resized') as Change[];

const changeName = ({ does }: Change) => nameOf(does);
/** What a change is tried on. */
function changed(change: Change): object[] {
  const { mode = 'Recreate', minReplicas, evictionRequirements } = change;
  const name = changeName(change);
  const updatePolicy = {
    ...{ updateMode: mode, ...(minReplicas && { minReplicas }) },
    ...(evictionRequirements && { evictionRequirements }),
  };
  return [namespace(name), ...hamsters(name, { ...change, spec: { updatePolicy } })];
}
for (const change of CHANGES) measured(changeName(change));

const running = (name: string, count: number) =>
  until(`${count} running pods in ${name}`, async () => {
    const pods = await cluster.running(name);
    return pods.length >= count && pods;
  });

beforeAll(async () => {
  cluster = await RealCluster.start(5);
  // Before all else: the first pod of a CronJob comes with the next minute.
  await cluster.create(...CHANGES.flatMap(changed));
  const served = [
    'served',
    'of-cron-job',
    'least',
    'most',
    'both',
    'opted-out',
    'grown',
    'named',
    'stranger',
    ...['included', 'left-out', 'heeded', 'ignored'],
  ];
  usage = await ToldUsage.start(cluster, [...MEASURED, ...served], amounts('12m', '12Mi'));
  await cluster.startProduct({
    PLUMBLINE_CPU_LIMIT_STEP: '1',
    PLUMBLINE_LEAST_HISTORY_TO_LOWER: '0s',
    PLUMBLINE_LOWERING_WINDOW: '0s',
    PLUMBLINE_CANARY: '0s',
    // As the upstream takes pods of Jobs.
    PLUMBLINE_RESPECT_MARKS: 'false',
    PLUMBLINE_CHECKPOINTS_GC_INTERVAL: '10s',
  });
});
afterAll(async () => {
  await usage?.stop();
  await cluster?.stop();
});

describe('Admission-controller', () => {
  it.concurrent.each(ADMISSIONS)(
    '$does',
    async ({ does, containers, targets = { app: TARGET }, spec, given, ...more }) => {
      const name = nameOf(does);
      await cluster.create(
        namespace(name),
        ...(more.limitRange ? [limitRange(name, more.limitRange)] : []),
        ...hamsters(name, { containers, spec: { updatePolicy: { updateMode: 'Initial' }, ...spec } }),
      );
      await recommend(name, targets);
      const pods: Pod[] = [];
      // The first that the webhook has reviewed may be of the VPA before it recommended.
      await until('two new pods that were reviewed', async () => {
        await restart(name);
        const pod = await until('a new pod', async () => (await cluster.pods(name, 'web'))[0]);
        if (pod.metadata.annotations?.vpaObservedContainers !== undefined) pods.push(pod);
        return pods.length > 1;
      });
      expect(resourcesOf(pods.at(-1) as Pod)).toEqual(given);
      await cluster.kubectl('delete', 'namespace', name, '--wait=false');
    },
  );

  it("doesn't block patches", async () => {
    const name = 'patched';
    await cluster.create(namespace(name), ...hamsters(name));
    const [pod] = await running(name, 1);
    await recommend(name, { app: TARGET });
    await cluster.kubectl(
      'annotate',
      'pod',
      String(pod?.metadata.name),
      '-n',
      name,
      'someAnnotation=someValue',
    );
  });

  it.each([
    ['amounts that are no amounts', { minAllowed: { requests: { cpu: '50m' } } }, 'minAllowed'],
    ['a ratio that is no number', { oomBumpUpRatio: 'not-a-number' }, 'oomBumpUpRatio'],
    ['a least that is above the most', { minAllowed: { cpu: '2' }, maxAllowed: { cpu: '1' } }, 'maxAllowed'],
  ])('rejects an invalid VPA object: %s', async (_what, given, field) => {
    await expect(
      cluster.create(...hamsters('default', { spec: { resourcePolicy: policy(given) } }).slice(1)),
    ).rejects.toThrow(field);
  });

  it('accepts a valid VPA object', async () => {
    const [, vpa] = hamsters('default', { spec: { resourcePolicy: policy({ minAllowed: { cpu: '50m' } }) } });
    await cluster.create(vpa as object);
  });

  it('rejects an update mode that there is not', async () => {
    const [, vpa] = hamsters('default', { spec: { updatePolicy: { updateMode: 'Sometimes' } } });
    await expect(cluster.create(vpa as object)).rejects.toThrow('updateMode');
  });
});

describe('Updater and actuation', () => {
  const before = new Map<string, readonly Pod[]>();

  // All at once: what must not happen is waited for once.
  beforeAll(async () => {
    for (const change of CHANGES) {
      const name = changeName(change);
      before.set(name, await running(name, change.replicas ?? 1));
      if (change.limitRange) await cluster.create(limitRange(name, change.limitRange));
      const targets = Object.keys(change.containers ?? { app: STATED }).map((container) => [
        container,
        change.target ?? TARGET,
      ]);
      await recommend(name, Object.fromEntries(targets));
    }
    await cluster.passes();
    await cluster.passes();
  });

  const asRecommended = (name: string, cpu: string) =>
    until(`pods in ${name} that request ${cpu}`, async () => {
      const pods = await cluster.running(name);
      const all = pods.flatMap(({ spec }) => spec.containers);
      return all.length > 0 && all.every(({ resources }) => resources?.requests?.cpu === cpu) && pods;
    });

  it.each(CHANGES)('$does', async (change) => {
    const name = changeName(change);
    const { cpu } = change.target ?? TARGET;
    const was = uidsOf(before.get(name) ?? []);
    const isOld = ({ metadata }: Pod) => was.includes(metadata.uid);
    if (change.are === 'kept') expect(uidsOf(await cluster.running(name))).toEqual(was);
    if (change.are === 'evicted')
      await until('evicted pods, with successors as recommended', async () => {
        const pods = await cluster.running(name);
        const [stayed, made] = [pods.filter(isOld), pods.filter((pod) => !isOld(pod))];
        // A Job makes another only after a while, and longer each time.
        const isMade = made.length > 0 || change.kind === 'Job' || change.kind === 'CronJob';
        return stayed.length < was.length && isMade && made.every((pod) => cpuOf(pod) === cpu);
      });
    if (change.are === 'resized') expect(uidsOf(await asRecommended(name, cpu))).toEqual(was);
    if (change.are === 'kept' && !change.limitRange && !change.kind) {
      await restart(name);
      const pods = await running(name, change.replicas ?? 1);
      expect(pods.map(cpuOf)).toEqual(pods.map(() => change.restarted ?? '20m'));
    }
    if (change.are === 'resized' && change.restarted) {
      await restart(name);
      await asRecommended(name, change.restarted);
    }
    await cluster.kubectl('delete', 'namespace', name, '--wait=false');
  });

  it('observes pod disruption budget', async () => {
    const name = 'budgeted';
    const budget = (maxUnavailable: number) => ({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'web', namespace: name },
      spec: { selector: { matchLabels: { app: 'web' } }, maxUnavailable },
    });
    const spec = { updatePolicy: { updateMode: 'Recreate' } };
    await cluster.create(namespace(name), budget(0), ...hamsters(name, { replicas: 4, spec }));
    const was = uidsOf(await running(name, 4));
    await recommend(name, { app: TARGET });
    await cluster.passes();
    expect(uidsOf(await cluster.running(name))).toEqual(was);
    await cluster.kubectl(
      'patch',
      'pdb',
      'web',
      '-n',
      name,
      '--type=merge',
      '-p',
      '{"spec":{"maxUnavailable":3}}',
    );
    await asRecommended(name, TARGET.cpu);
    await cluster.kubectl('delete', 'namespace', name, '--wait=false');
  });
});

describe.skipIf(!RESIZES)('Pods under VPA with CPUStartupBoost', { concurrent: true }, () => {
  const factor = (durationSeconds: number) => ({ cpu: { type: 'Factor', factor: 2, durationSeconds } });
  const both = (app: string, second: string) => ({ app, second });

  it.each([
    ['Unboost pods when they become Ready', { startupBoost: factor(1) }, both('40m', '40m')],
    ['to all containers of a pod', { startupBoost: factor(5) }, both('40m', '40m')],
    [
      'to a subset of containers in a pod',
      { resourcePolicy: policy({ startupBoost: factor(5) }) },
      both('40m', '20m'),
    ],
    [
      'with different durations for different containers in a pod',
      {
        resourcePolicy: {
          containerPolicies: [
            { containerName: 'app', startupBoost: factor(2) },
            { containerName: 'second', startupBoost: factor(8) },
          ],
        },
      },
      both('40m', '40m'),
    ],
  ])('%s', async (does, given, boosted) => {
    const name = nameOf(does);
    const spec = { updatePolicy: { updateMode: 'InPlaceOrRecreate' }, ...given };
    const containers = { app: STATED, second: STATED };
    await cluster.create(namespace(name), ...hamsters(name, { containers, spec }));
    const target = amounts('20m', '20Mi');
    await recommend(name, { app: target, second: target });
    const cpu = (pod: Pod | undefined) =>
      JSON.stringify(
        Object.fromEntries(
          (pod?.spec.containers ?? []).map((one) => [one.name, one.resources?.requests?.cpu]),
        ),
      );
    const first = await until('a pod with its boost', async () => {
      await restart(name);
      const pod = await until('a new pod', async () => (await cluster.pods(name, 'web'))[0]);
      return cpu(pod) === JSON.stringify(boosted) && pod;
    });
    const after = await until('the pod without it', async () => {
      const [pod] = await cluster.running(name);
      return cpu(pod) === JSON.stringify(both('20m', '20m')) && pod;
    });
    expect(after.metadata.uid).toBe(first.metadata.uid);
    await cluster.kubectl('delete', 'namespace', name, '--wait=false');
  });
});

describe('Recommender', () => {
  type Recommended = NonNullable<NonNullable<VerticalPodAutoscaler['status']>['recommendation']>;
  const vpaIn = (name: string) => `/apis/autoscaling.k8s.io/v1/namespaces/${name}/verticalpodautoscalers/web`;
  const checkpointsIn = (name: string) =>
    `/apis/autoscaling.k8s.io/v1/namespaces/${name}/verticalpodautoscalercheckpoints`;
  const OWN = { recommenders: undefined, updatePolicy: { updateMode: 'Off' } };

  async function served(name: string, options: Hamsters = {}, count = 1) {
    const { spec, ...more } = options;
    await cluster.create(namespace(name), ...hamsters(name, { ...more, spec: { ...OWN, ...spec } }));
    return recommendationOf(name, count);
  }

  function recommendationOf(name: string, count = 1) {
    return until(`a recommendation in ${name}`, async () => {
      const { status } = await cluster.read<VerticalPodAutoscaler>(vpaIn(name));
      const all = (status?.recommendation as Recommended | undefined)?.containerRecommendations ?? [];
      return all.length >= count && all;
    });
  }

  it.concurrent('serves recommendation', async () => {
    expect(await served('served')).toMatchObject([{ containerName: 'app', target: { cpu: '25m' } }]);
  });

  it.concurrent('serves recommendation for CronJob', async () => {
    expect(await served('of-cron-job', { kind: 'CronJob' })).toHaveLength(1);
  });

  it.concurrent('respects min allowed recommendation', async () => {
    const spec = { resourcePolicy: policy({ minAllowed: { cpu: '500m' } }) };
    const [app] = await served('least', { spec });
    expect(app).toMatchObject({ target: { cpu: '500m' }, uncappedTarget: { cpu: '25m' } });
  });

  it.concurrent('respects max allowed recommendation', async () => {
    const spec = { resourcePolicy: policy({ maxAllowed: { cpu: '1m' } }) };
    const [app] = await served('most', { spec });
    expect(app).toMatchObject({ target: { cpu: '1m' }, uncappedTarget: { cpu: '25m' } });
  });

  it.concurrent('with no containers opted out all containers get recommendations', async () => {
    const both = await served('both', { containers: { app: STATED, second: STATED } }, 2);
    expect(both.map(({ containerName }) => containerName).sort()).toEqual(['app', 'second']);
  });

  it.concurrent('only containers not-opted-out get recommendations', async () => {
    const spec = { resourcePolicy: policy({ mode: 'Off' }) };
    const one = await served('opted-out', { containers: { app: STATED, second: STATED }, spec });
    expect(one.map(({ containerName }) => containerName)).toEqual(['second']);
  });

  it.concurrent.each([
    ['with Recreate updateMode', 'grown', 'Recreate', {}],
    [
      'with default recommender explicitly configured',
      'named',
      'Recreate',
      { recommenders: [{ name: 'default' }] },
    ],
  ] as const)(
    'pods under VPA %s have cpu and memory requests growing with usage',
    async (_what, name, mode, own) => {
      await served(name, { spec: { updatePolicy: { updateMode: mode, minReplicas: 1 }, ...own } });
      await until('a pod with more', async () => {
        const [pod] = await cluster.running(name);
        const { cpu, memory } = pod?.spec.containers[0]?.resources?.requests ?? {};
        return cpu === '25m' && memoryFrom(memory ?? '0') === 250 * 2 ** 20;
      });
    },
  );

  it.concurrent('deployment not updated by non-recognized recommender', async () => {
    const name = 'stranger';
    const spec = { updatePolicy: { updateMode: 'Recreate', minReplicas: 1 } };
    await cluster.create(namespace(name), ...hamsters(name, { spec }));
    const was = uidsOf(await running(name, 1));
    await cluster.passes();
    expect(uidsOf(await cluster.running(name))).toEqual(was);
    const { status } = await cluster.read<VerticalPodAutoscaler>(vpaIn(name));
    expect(status?.recommendation).toBeUndefined();
  });

  it.concurrent('with missing VPA objects checkpoints are garbage collected', async () => {
    await cluster.create(namespace('orphaned'), {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscalerCheckpoint',
      metadata: { name: 'some-vpa-app', namespace: 'orphaned' },
      spec: { vpaObjectName: 'some-vpa', containerName: 'app' },
    });
    await until('no checkpoint', async () => {
      const { items } = await cluster.read<{ items: object[] }>(checkpointsIn('orphaned'));
      return items.length === 0;
    });
  });

  it("is loaded correctly on recommender restart, and doesn't drop lower/upper", async () => {
    interface Checkpoint {
      readonly status: { firstSampleStart?: string; lastUpdateTime?: string; totalSamplesCount?: number };
    }
    const checkpoint = () =>
      until('a checkpoint with samples', async () => {
        const { items } = await cluster.read<{ items: Checkpoint[] }>(checkpointsIn('served'));
        return items.find(({ status }) => status.firstSampleStart)?.status;
      });
    const before = await checkpoint();
    const [was] = await recommendationOf('served');
    await cluster.restartProduct();
    const after = await until('a checkpoint that was written since', async () => {
      const now = await checkpoint();
      return (now.totalSamplesCount ?? 0) > (before.totalSamplesCount ?? 0) && now;
    });
    expect(after.firstSampleStart).toBe(before.firstSampleStart);
    expect(await recommendationOf('served')).toMatchObject([{ target: was?.target }]);
  });

  it.each([
    ['--vpa-object-namespace', { PLUMBLINE_VPA_OBJECT_NAMESPACE: 'included' }, 'included', 'left-out'],
    [
      '--ignored-vpa-object-namespaces',
      { PLUMBLINE_IGNORED_VPA_OBJECT_NAMESPACES: 'ignored' },
      'heeded',
      'ignored',
    ],
  ])('starts recommender with %s parameter', async (_flag, settings, included, ignored) => {
    await cluster.restartProduct(settings);
    const spec = { recommenders: undefined, updatePolicy: { updateMode: 'Off' } };
    await cluster.create(namespace(ignored), ...hamsters(ignored, { spec }));
    await served(included);
    const { status } = await cluster.read<VerticalPodAutoscaler>(vpaIn(ignored));
    expect(status?.recommendation).toBeUndefined();
  });
});
