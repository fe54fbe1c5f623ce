import { describe, expect, it } from 'vitest';
import { cluster, clusterForEach, start } from '../support/admission-upkeep';
import { RECOMMENDED_AMOUNTS } from '../support/admitting';
import { NAMESPACE } from '../support/embedded-cluster';

clusterForEach();

describe('a recommender in another process', () => {
  it('that does not answer costs no pod its recommendation', async () => {
    const admitting = await start({ admissionRecommenderUrl: 'http://127.0.0.1:1' });
    await admitting.healthy();
    await cluster.autoscaler('web');
    await admitting.sees('web');
    await cluster.deployment('web', 2);
    expect(await cluster.requests('web', 2)).toEqual([RECOMMENDED_AMOUNTS, RECOMMENDED_AMOUNTS]);
    expect(admitting.mutations()[0]?.origin).toBe('status');
  });
});

describe('a recommender in this process', () => {
  it('is asked before the status', async () => {
    const target = { cpu: '777m', memory: '500Mi' };
    const recommendation = { containerRecommendations: [{ containerName: 'app', target }] };
    const admitting = await start(
      {},
      { recommendations: () => ({ recommendationFor: () => recommendation }) },
    );
    await admitting.healthy();
    await cluster.autoscaler('web');
    await admitting.sees('web');
    await cluster.deployment('web', 1);
    expect(await cluster.requests('web', 1)).toEqual([{ cpu: 777, memory: 500 * 2 ** 20 }]);
  });

  it('answers queries for a pod that is not created yet', async () => {
    const admitting = await start();
    await cluster.autoscaler('web', 'Deployment', {
      resourcePolicy: { containerPolicies: [{ containerName: '*', maxAllowed: { cpu: '150m' } }] },
    });
    await admitting.sees('web');
    await cluster.deployment('web', 1);
    await cluster.requests('web', 1);
    const [pod] = cluster.pods('web');
    if (!pod) throw new Error('there is no pod');
    const answer = await admitting.handle.recommend({ kind: 'pod', namespace: NAMESPACE, pod });
    expect(answer).toMatchObject({
      vpa: 'web',
      origin: 'status',
      containers: [
        { name: 'app', requests: { cpu: '150m', memory: '250Mi' }, notes: ['cpu capped to maxAllowed'] },
      ],
    });
    await expect(
      admitting.handle.recommend({ kind: 'pod-name', namespace: NAMESPACE, name: 'none' }),
    ).rejects.toMatchObject({ code: 'not-found' });
  });
});
