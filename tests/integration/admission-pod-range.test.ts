import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LimitRange, ResourceList, Workload } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { AdmissionCluster, type Admitting } from '../support/admitting';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { until } from '../support/until';

let cluster: AdmissionCluster;
let admitting: Admitting;

beforeAll(async () => {
  cluster = await AdmissionCluster.start();
  admitting = await cluster.admitting();
});

afterAll(() => cluster?.close());

interface Case {
  name: string;
  range: { min?: ResourceList; max?: ResourceList };
  /** What the containers a, b, c … request and are limited to. */
  stated: ResourceList[];
  /** The recommendations; undefined for none. */
  recommended: (ResourceList | undefined)[];
}

const nameOf = (index: number) => 'abc'.charAt(index);

/** The requests of the containers of the one pod that the API server creates under the LimitRange. */
async function created({ name, range, stated, recommended }: Case): Promise<(ResourceList | undefined)[]> {
  const limitRange = await cluster.create<LimitRange>('limitranges', {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name, namespace: NAMESPACE },
    spec: { limits: [{ type: 'Pod', ...range }] },
  });
  await until('the LimitRange seen', () => admitting.context.caches.limitRanges.get(NAMESPACE, name));
  await cluster.create<VerticalPodAutoscaler>(VPAS, {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name, namespace: NAMESPACE },
    spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name } },
  });
  cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(
    VPAS,
    NAMESPACE,
    name,
    (draft) => {
      const containerRecommendations = recommended.flatMap((target, index) =>
        target ? [{ containerName: nameOf(index), target, lowerBound: target, upperBound: target }] : [],
      );
      draft.status = { recommendation: { containerRecommendations } };
    },
    { subresource: 'status' },
  );
  await admitting.sees(name);
  await cluster.create<Workload>('deployments.apps', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: NAMESPACE },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: {
          containers: stated.map((amounts, index) => ({
            name: nameOf(index),
            image: 'app:1',
            resources: { requests: amounts, limits: amounts },
          })),
        },
      },
    },
  });
  const pod = await until(`a pod of ${name}`, () => cluster.pods(name)[0]);
  cluster.sandbox.registry.delete('limitranges', NAMESPACE, limitRange.metadata.name);
  await until(
    'the LimitRange gone',
    () => !admitting.context.caches.limitRanges.get(NAMESPACE, limitRange.metadata.name),
  );
  return pod.spec.containers.map(({ resources }) => resources?.requests);
}

describe('a pod under the LimitRange of its namespace', () => {
  it('reaches the minimum, each container rounded up', async () => {
    const requests = await created({
      name: 'least',
      range: { min: { cpu: '150m' } },
      stated: [{ cpu: '4m' }, { cpu: '4m' }, { cpu: '4m' }],
      recommended: [{ cpu: '4m' }, { cpu: '21m' }, { cpu: '90m' }],
    });
    expect(requests).toEqual([{ cpu: '6m' }, { cpu: '28m' }, { cpu: '118m' }]);
  });

  it('stays below the maximum together with a container without a recommendation', async () => {
    const requests = await created({
      name: 'most',
      range: { max: { cpu: '400m', memory: '1Gi' } },
      stated: [
        { cpu: '100m', memory: '100Mi' },
        { cpu: '400m', memory: '600Mi' },
      ],
      recommended: [{ cpu: '400m', memory: '600Mi' }, undefined],
    });
    expect(requests).toEqual([
      { cpu: '200m', memory: '512Mi' },
      { cpu: '200m', memory: '512Mi' },
    ]);
  });
});
