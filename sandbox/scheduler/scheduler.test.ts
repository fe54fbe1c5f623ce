import { describe, expect, it } from 'vitest';
import { deployment } from '@/sandbox/scenarios/build';
import type { KubeEvent, Pod } from '@/server/objects/types';
import { simulate } from '../../tests/support/simulated-cluster';
import { plan, steady } from '../../tests/support/small-workload';

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
