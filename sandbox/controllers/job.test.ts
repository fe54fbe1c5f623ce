import { describe, expect, it } from 'vitest';
import type { Job } from '@/sandbox/controllers/workload-types';
import { template } from '@/sandbox/scenarios/build';
import type { CharacterText } from '@/sandbox/workloads/character';
import type { Pod } from '@/server/objects/types';
import { simulate } from '../../tests/support/simulated-cluster';
import { plan, steady } from '../../tests/support/small-workload';

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

  it('runs to completion, counts its pods and releases them', async () => {
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

  it('gives up once its pods failed more often than allowed', async () => {
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
