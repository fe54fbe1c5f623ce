/** What the upstream VPA's own end-to-end tests ask of it (e2e/v1 of kubernetes/autoscaler), asked of Plumbline. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResourceRequirements } from '@/server/objects/types';
import { until } from '../support/until';
import { namespace, RealCluster, workload } from './real-cluster';

let cluster: RealCluster;

beforeAll(async () => {
  cluster = await RealCluster.start();
  await cluster.startProduct({ PLUMBLINE_CPU_LIMIT_STEP: '1' });
});
afterAll(() => cluster?.stop());

/** Small: a hollow node has one CPU. */
const amounts = (cpu: string, memory: string) => ({ cpu, memory });
const STATED: ResourceRequirements = { requests: amounts('20m', '20Mi') };
const TARGET = amounts('50m', '40Mi');

interface Case {
  readonly does: string;
  readonly stated?: ResourceRequirements;
  readonly target?: object;
  readonly resourcePolicy?: object;
  readonly limitRange?: object;
  readonly given: ResourceRequirements;
}

const policy = (given: object) => ({ containerPolicies: [{ containerName: 'app', ...given }] });

const CASES: readonly Case[] = [
  { does: 'starts pods with the recommended request', given: { requests: TARGET } },
  {
    does: 'keeps limits equal to requests',
    stated: { requests: amounts('20m', '20Mi'), limits: amounts('20m', '20Mi') },
    given: { requests: TARGET, limits: TARGET },
  },
  {
    does: 'keeps the ratio of limits to requests',
    stated: { requests: amounts('20m', '20Mi'), limits: amounts('30m', '40Mi') },
    given: { requests: TARGET, limits: amounts('75m', '80Mi') },
  },
  {
    does: 'leaves limits where it controls requests only',
    stated: { requests: amounts('20m', '20Mi'), limits: amounts('100m', '100Mi') },
    resourcePolicy: policy({ controlledValues: 'RequestsOnly' }),
    given: { requests: TARGET, limits: amounts('100m', '100Mi') },
  },
  {
    does: 'caps requests at the maximum of the VPA',
    resourcePolicy: policy({ maxAllowed: amounts('47m', '30Mi') }),
    given: { requests: amounts('47m', '30Mi') },
  },
  {
    does: 'raises requests to the minimum of the VPA',
    stated: { requests: amounts('10m', '10Mi') },
    target: amounts('12m', '12Mi'),
    resourcePolicy: policy({ minAllowed: amounts('18m', '10Mi') }),
    given: { requests: amounts('18m', '12Mi') },
  },
  {
    does: 'caps requests so that limits stay within a LimitRange',
    stated: { requests: amounts('20m', '20Mi'), limits: amounts('30m', '40Mi') },
    limitRange: { type: 'Container', max: amounts('60m', '1Ti') },
    given: { requests: amounts('40m', '40Mi'), limits: amounts('60m', '80Mi') },
  },
  {
    does: 'sizes a pod that states nothing',
    stated: {},
    given: { requests: TARGET },
  },
];

describe('the admission webhook', () => {
  it.each(CASES)('$does', async ({ does, stated = STATED, target = TARGET, given, ...rest }) => {
    const name = does
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '-')
      .slice(0, 40)
      .replace(/-$/, '');
    const { limitRange, resourcePolicy } = rest;
    await cluster.create(
      namespace(name),
      ...(limitRange
        ? [
            {
              apiVersion: 'v1',
              kind: 'LimitRange',
              metadata: { name: 'range', namespace: name },
              spec: { limits: [limitRange] },
            },
          ]
        : []),
      ...workload(name, 'web', {
        resources: stated,
        updateMode: 'Initial',
        ...(resourcePolicy && { resourcePolicy }),
      }),
    );
    await cluster.recommend(name, 'web', target);
    const made = await until('a new pod as recommended', async () => {
      await cluster.kubectl('delete', 'pods', '-n', name, '-l', 'app=web', '--grace-period=0', '--force');
      const pod = await until('a new pod', async () => (await cluster.pods(name, 'web'))[0]);
      const { requests } = pod.spec?.containers[0]?.resources ?? {};
      return requests?.cpu === given.requests?.cpu && pod.spec?.containers[0]?.resources;
    });
    expect(made).toEqual(given);
  });

  it('leaves what a pod states where nothing is recommended', async () => {
    await cluster.create(
      namespace('no-target'),
      ...workload('no-target', 'web', { resources: STATED, updateMode: 'Initial' }),
    );
    const pod = await until('a running pod', async () => (await cluster.running('no-target'))[0]);
    expect(pod.spec?.containers[0]?.resources).toEqual(STATED);
  });

  it('lets no VPA in whose mode there is not, or whose target is missing', async () => {
    await cluster.create(namespace('refused'));
    const [, vpa] = workload('refused', 'web', { resources: STATED, updateMode: 'Sometimes' });
    const refused = await cluster.plane.ask(
      'POST',
      '/apis/autoscaling.k8s.io/v1/namespaces/refused/verticalpodautoscalers',
      vpa,
    );
    expect(refused).toMatchObject({ status: 422, text: expect.stringContaining('updateMode') });
  });
});

describe('the updater', () => {
  const started = async (name: string) =>
    until('running pods', async () => {
      const pods = await cluster.running(name);
      return pods.length > 0 && pods;
    });

  it.each(['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet'] as const)(
    'evicts the pods of a %s, whose successors are as recommended',
    async (kind) => {
      const name = `of-${kind.toLowerCase()}`;
      const options = { kind, replicas: 2, resources: STATED, updateMode: 'Recreate' };
      await cluster.create(namespace(name), ...workload(name, 'web', options));
      await started(name);
      await cluster.recommend(name, 'web', TARGET);
      await until('pods as recommended', async () => {
        const pods = await cluster.running(name);
        return (
          pods.length > 0 &&
          pods.every((pod) => pod.spec?.containers[0]?.resources?.requests?.cpu === TARGET.cpu)
        );
      });
    },
  );

  it.each([
    ['in mode Off', { updateMode: 'Off', minReplicas: 1 }],
    ['in mode Initial', { updateMode: 'Initial', minReplicas: 1 }],
    ['of a workload with fewer replicas than the VPA wants', { updateMode: 'Recreate', minReplicas: 2 }],
  ])('evicts no pod %s', async (what, options) => {
    const name = what
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '-')
      .slice(0, 40);
    await cluster.create(namespace(name), ...workload(name, 'web', { resources: STATED, ...options }));
    const uids = (await started(name)).map(({ metadata }) => metadata.uid);
    await cluster.recommend(name, 'web', TARGET);
    await cluster.passes();
    expect((await cluster.running(name)).map(({ metadata }) => metadata.uid)).toEqual(uids);
  });

  it('evicts no pod that is within its bounds', async () => {
    await cluster.create(
      namespace('within'),
      ...workload('within', 'web', { resources: STATED, updateMode: 'Recreate' }),
    );
    const uids = (await started('within')).map(({ metadata }) => metadata.uid);
    const bounds = { lowerBound: amounts('10m', '10Mi'), upperBound: amounts('200m', '200Mi') };
    await cluster.recommend('within', 'web', amounts('21m', '21Mi'), bounds);
    await cluster.passes();
    expect((await cluster.running('within')).map(({ metadata }) => metadata.uid)).toEqual(uids);
  });
});
