import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REQUIRES_VPA_ANNOTATION } from '@/server/decide/new/requires-vpa';
import type { KubeObject, LimitRange, Pod, Workload } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import {
  AdmissionCluster,
  type Admitting,
  RECOMMENDED_AMOUNTS,
  REQUESTED_AMOUNTS,
  requestsOf,
  template,
} from '../support/admitting';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { until } from '../support/until';

let cluster: AdmissionCluster;
let admitting: Admitting;

beforeAll(async () => {
  cluster = await AdmissionCluster.start();
  admitting = await cluster.admitting();
});

afterAll(() => cluster?.close());

/** A VPA that admission has seen. */
async function autoscaler(...args: Parameters<AdmissionCluster['autoscaler']>): Promise<void> {
  await cluster.autoscaler(...args);
  await admitting.sees(args[0]);
}

function job(name: string, owner?: KubeObject): KubeObject {
  const pod = template(name);
  const ownerReferences = owner && [
    {
      apiVersion: owner.apiVersion,
      kind: owner.kind,
      name: owner.metadata.name,
      uid: owner.metadata.uid ?? '',
      controller: true,
    },
  ];
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace: NAMESPACE, ...(ownerReferences && { ownerReferences }) },
    spec: { template: { ...pod, spec: { ...pod.spec, restartPolicy: 'Never' } } },
  } as KubeObject;
}

describe('pods being created', () => {
  it('get the recommendation when a Deployment creates them', async () => {
    await autoscaler('web');
    await cluster.deployment('web', 3);
    expect(await cluster.requests('web', 3)).toEqual(Array(3).fill(RECOMMENDED_AMOUNTS));
    expect(cluster.pods('web')[0]?.metadata.annotations).toMatchObject({
      vpaUpdates: 'Pod resources updated by web: container 0: cpu request, memory request',
      vpaObservedContainers: 'app',
    });
  });

  it('get the newest recommendation in a rolling update', async () => {
    await autoscaler('rolling');
    await cluster.deployment('rolling', 2);
    await cluster.requests('rolling', 2);
    cluster.recommend('rolling', { cpu: '250m', memory: '300Mi' });
    await until('the new recommendation seen', () => {
      const seen = admitting.context.caches.vpas.get(NAMESPACE, 'rolling')?.status?.recommendation;
      return seen?.containerRecommendations?.[0]?.target.cpu === '250m';
    });
    cluster.sandbox.registry.mutate<Workload>('deployments.apps', NAMESPACE, 'rolling', (draft) => {
      const container = draft.spec.template?.spec.containers[0];
      if (container) container.image = 'app:2';
    });
    const isNew = (pod: Pod) => pod.spec.containers[0]?.image === 'app:2';
    await until(
      'two pods of the new template',
      () => cluster.pods('rolling').length === 2 && cluster.pods('rolling').every(isNew),
    );
    const amounts = { cpu: 250, memory: 300 * 2 ** 20 };
    expect(cluster.pods('rolling').map(requestsOf)).toEqual([amounts, amounts]);
  });

  it('get the recommendation for their Job', async () => {
    await autoscaler('import', 'Job');
    await cluster.create('jobs.batch', job('import'));
    const pod = await until('a pod of the job', () => jobPod('import'));
    expect(requestsOf(pod)).toEqual(RECOMMENDED_AMOUNTS);
  });

  it('get the recommendation for the CronJob that owns their Job', async () => {
    await autoscaler('nightly', 'CronJob');
    const cronJob = await cluster.create('cronjobs.batch', {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'nightly', namespace: NAMESPACE },
      spec: { schedule: '0 3 * * *', suspend: true, jobTemplate: { spec: { ...specOf(job('x')) } } },
    } as KubeObject);
    await cluster.create('jobs.batch', job('nightly-29000000', cronJob));
    const pod = await until('a pod of the job', () => jobPod('nightly-29000000'));
    expect(requestsOf(pod)).toEqual(RECOMMENDED_AMOUNTS);
  });

  it('get the recommendation for a ReplicaSet without an owner', async () => {
    await autoscaler('bare', 'ReplicaSet');
    await cluster.create('replicasets.apps', {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { name: 'bare', namespace: NAMESPACE },
      spec: { replicas: 1, selector: { matchLabels: { app: 'bare' } }, template: template('bare') },
    } as KubeObject);
    expect(await cluster.requests('bare', 1)).toEqual([RECOMMENDED_AMOUNTS]);
  });

  it('stay as they are after their VPA is deleted', async () => {
    await autoscaler('leaving');
    cluster.sandbox.registry.delete(VPAS, NAMESPACE, 'leaving');
    await until('a VPA gone', () => !admitting.context.caches.vpas.get(NAMESPACE, 'leaving'));
    await cluster.deployment('leaving', 1);
    expect(await cluster.requests('leaving', 1)).toEqual([REQUESTED_AMOUNTS]);
  });

  it('stay as they are in mode Off', async () => {
    await autoscaler('watched', 'Deployment', { updatePolicy: { updateMode: 'Off' } });
    await cluster.deployment('watched', 1);
    expect(await cluster.requests('watched', 1)).toEqual([REQUESTED_AMOUNTS]);
  });

  it('are never made invalid: a patch against the LimitRange is withheld and reported', async () => {
    await cluster.create('namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'tight' },
    });
    await cluster.create<LimitRange>('limitranges', {
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: 'small', namespace: 'tight' },
      spec: { limits: [{ type: 'Container', max: { cpu: '200m', memory: '1Gi' } }] },
    });
    const amounts = { cpu: '150m', memory: '64Mi' };
    await cluster.create<VerticalPodAutoscaler>(VPAS, {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name: 'greedy', namespace: 'tight' },
      spec: {
        targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'greedy' },
        resourcePolicy: { containerPolicies: [{ containerName: '*', minAllowed: { cpu: '500m' } }] },
      },
    });
    cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(
      VPAS,
      'tight',
      'greedy',
      (draft) => {
        draft.status = {
          recommendation: { containerRecommendations: [{ containerName: 'app', target: amounts }] },
        };
      },
      { subresource: 'status' },
    );
    await until(
      'the VPA and the limits seen',
      () =>
        admitting.context.caches.vpas.get('tight', 'greedy')?.status?.recommendation &&
        admitting.context.caches.limitRanges.get('tight', 'small'),
    );
    await cluster.create('deployments.apps', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'greedy', namespace: 'tight' },
      spec: { replicas: 1, selector: { matchLabels: { app: 'greedy' } }, template: template('greedy') },
    } as Workload);
    const [pod] = await until('a pod in tight', () => {
      const pods = [...cluster.sandbox.registry.list<Pod>('pods', 'tight')];
      return pods.length > 0 && pods;
    });
    expect(pod && requestsOf(pod)).toEqual(REQUESTED_AMOUNTS);
    expect(admitting.problems()).toContain('patch-withheld');
  });

  it('are refused only if they require a VPA and there is none', async () => {
    const annotations = { [REQUIRES_VPA_ANNOTATION]: 'true' };
    await expect(cluster.pod('alone', { annotations })).rejects.toThrow(/requires-vpa requires a VPA/);
    const pod = await cluster.pod('free');
    expect(requestsOf(pod)).toEqual(REQUESTED_AMOUNTS);
  });

  it('leave a record of what was changed, before and after', () => {
    const record = admitting.mutations().find(({ vpa }) => vpa === 'web');
    expect(record).toMatchObject({ namespace: NAMESPACE, origin: 'status' });
    expect(record?.pod).toMatch(/^web-/);
    expect(record?.changes).toEqual([
      {
        container: 'app',
        resource: 'cpu',
        field: 'request',
        from: 100,
        to: 163,
        cappedBy: [],
        boosted: false,
      },
      {
        container: 'app',
        resource: 'memory',
        field: 'request',
        from: 64 * 2 ** 20,
        to: 262_144_000,
        cappedBy: [],
        boosted: false,
      },
    ]);
  });

  it('are counted by outcome', async () => {
    const text = await admitting.context.metrics.metrics();
    expect(text).toMatch(/vpa_admission_controller_admission_pods_total\{applied="true"\} [1-9]/);
    expect(text).toMatch(/plumbline_admission_reviews_total\{resource="Pod",outcome="refused"\} 1\n/);
    expect(text).toMatch(
      /vpa_admission_controller_admission_latency_seconds_count\{status="applied",resource="Pod"\}/,
    );
  });
});

describe('VPAs being created or changed', () => {
  const vpa = (name: string, spec: VerticalPodAutoscaler['spec']): VerticalPodAutoscaler => ({
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name, namespace: NAMESPACE },
    spec,
  });
  const targetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'other' };

  it('get the default update policy', async () => {
    const created = await cluster.create(VPAS, vpa('plain', { targetRef }));
    expect(created.spec.updatePolicy).toEqual({ updateMode: 'Recreate' });
  });

  it('are refused with the field at fault', async () => {
    const containerPolicies = [{ containerName: 'app', minAllowed: { cpu: '2' }, maxAllowed: { cpu: '1' } }];
    await expect(
      cluster.create(VPAS, vpa('crossed', { targetRef, resourcePolicy: { containerPolicies } })),
    ).rejects.toThrow(/containerPolicies\[0\]\.maxAllowed\[cpu\]: max resource for cpu is lower than min/);
  });

  it('are warned about another VPA on the same workload', async () => {
    await until('the VPA seen', () => admitting.context.caches.vpas.get(NAMESPACE, 'plain'));
    const warnings: string[] = [];
    await cluster.sandbox.registry.create(
      VPAS,
      vpa('second', { targetRef, updatePolicy: { updateMode: 'Auto' } }),
      { onWarning: (text) => warnings.push(text) },
    );
    expect(warnings).toEqual([
      expect.stringMatching(/"Auto" mode is deprecated/),
      expect.stringMatching(/VPA "plain" acts on Deployment "other" too/),
    ]);
  });
});

function jobPod(name: string): Pod | undefined {
  return [...cluster.sandbox.registry.list<Pod>('pods', NAMESPACE)].find(
    (pod) => pod.metadata.labels?.['job-name'] === name || pod.metadata.labels?.app === name,
  );
}

function specOf(object: KubeObject): object {
  return (object as unknown as { spec: object }).spec;
}
