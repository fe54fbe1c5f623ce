import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KubeObject } from '@/server/objects/types';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { TestWebhook } from '../support/test-webhook';
import { codes, reasonOf, UpdatingCluster } from '../support/updating';
import { expectSilence, Witness } from '../support/witness';

const TARGET = { cpu: '163m', memory: '250Mi' };
const SMALL = { cpu: '100m', memory: '64Mi' };

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

describe('a broken webhook', () => {
  const CONFIGURATIONS = 'mutatingwebhookconfigurations.admissionregistration.k8s.io';

  /** A webhook that runs after ours and restores the pods' requests, so that no pod ever gets its target. */
  async function overruled(): Promise<TestWebhook> {
    const webhook = await TestWebhook.start();
    webhook.mood = {
      patch: [{ op: 'add', path: '/spec/containers/0/resources', value: { requests: SMALL } }],
    };
    await cluster.create(CONFIGURATIONS, {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: 'zz-overruling' },
      webhooks: [
        {
          name: 'overruling.example.com',
          clientConfig: { url: webhook.url, caBundle: webhook.caBundle },
          rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': NAMESPACE } },
          failurePolicy: 'Fail',
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    } as KubeObject);
    return webhook;
  }

  it('causes two evictions, then none, even after restarts, until something changes', async () => {
    const admission = await cluster.admitting();
    await cluster.workload('web', { replicas: 6 });
    await cluster.autoscaler('web');
    const webhook = await overruled();
    const witness = new Witness(cluster, 'web');
    const first = await cluster.updating();
    for (let round = 0; round < 6; round++) {
      await first.pass(cluster);
      await cluster.ready('web', 6);
    }
    expect(first.actions()).toEqual(['evict done', 'evict done']);
    expect(witness.taken).toHaveLength(2);
    const plan = await first.plan(cluster, 'web');
    expect(codes(plan)).toEqual(Array(6).fill(expect.stringContaining('loop-broken')));
    expect(reasonOf(plan, 'loop-broken')).toMatchObject({ misses: 2, limit: 2 });
    expect(plan[0]?.notBeforeMs).toBeGreaterThan(cluster.clock.now());
    expect(first.records).toContainEqual(
      expect.objectContaining({
        kind: 'decision',
        decision: 'wait',
        reasons: expect.arrayContaining([expect.objectContaining({ code: 'loop-broken' })]),
      }),
    );
    await expectSilence(cluster, first, 'web');
    await first.stop();

    // Neither another updater nor another admission process changes that.
    await admission.stop();
    await cluster.admitting();
    const second = await cluster.updating();
    await expectSilence(cluster, second, 'web');
    expect(witness.taken).toHaveLength(2);

    // Repaired, and proven by any new pod.
    cluster.sandbox.registry.delete(CONFIGURATIONS, undefined, 'zz-overruling');
    await webhook.close();
    await expectSilence(cluster, second, 'web');
    // Times of creation have whole seconds: this one is to be later than the last miss.
    await cluster.clock.sleep(1000);
    const [pod] = cluster.pods('web');
    cluster.sandbox.registry.delete('pods', NAMESPACE, pod?.metadata.name ?? '');
    await cluster.ready('web', 6);
    expect(codes(await second.plan(cluster, 'web'))[0]).toBe('evict: outside-bounds outside-bounds');
    for (let round = 0; round < 6; round++) {
      await second.pass(cluster);
      await cluster.ready('web', 6);
    }
    witness.end();
    expect(cluster.requests('web')).toEqual(Array(6).fill(TARGET));
    expect(witness.fewestReady).toBeGreaterThanOrEqual(3);
  });

  it('counts evictions that a killed process left', async () => {
    await cluster.workload('web', { replicas: 6 });
    await cluster.autoscaler('web');
    const settings = { useAdmissionControllerStatus: false };
    const first = await cluster.updating(settings);
    await first.pass(cluster);
    expect(first.actions()).toHaveLength(2);
    const second = await cluster.updating(settings);
    await second.pass(cluster);
    await cluster.ready('web', 6);
    await second.pass(cluster);
    expect(second.actions()).toEqual([]);
  });

  it('is tried again when the policy of the VPA changes', async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 6 });
    await cluster.autoscaler('web');
    const webhook = await overruled();
    const process = await cluster.updating();
    for (let round = 0; round < 3; round++) {
      await process.pass(cluster);
      await cluster.ready('web', 6);
    }
    expect(process.actions()).toHaveLength(2);
    cluster.sandbox.registry.mutate(VPAS, NAMESPACE, 'web', (draft) => {
      const updatePolicy = { updateMode: 'Recreate', minReplicas: 3 };
      Object.assign(draft, { spec: { ...cluster.vpa('web').spec, updatePolicy } });
    });
    for (let round = 0; round < 3; round++) {
      await process.pass(cluster);
      await cluster.ready('web', 6);
    }
    expect(process.actions()).toHaveLength(4);
    await webhook.close();
  });
});
