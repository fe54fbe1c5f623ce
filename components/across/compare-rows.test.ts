import { expect, it } from 'vitest';
import type { WorkloadInCluster } from '@/server/contract/across';
import { comparedLines } from './compare-rows';

const GIB = 1024 ** 3;

function inCluster(cluster: string, target: number, more = {}): WorkloadInCluster {
  const memory = { request: { min: GIB, max: 2 * GIB }, target: GIB, lowerBound: GIB / 2, upperBound: GIB };
  const container = {
    name: 'app',
    off: false,
    cpu: { target, usage: { mean: 100, max: 250, atMs: 1 }, ...more },
    memory,
    confidence: 1,
    samples: 9,
  };
  return {
    cluster,
    labels: {},
    workload: {
      namespace: 'shop',
      name: 'web',
      target: { kind: 'Deployment', name: 'web' },
      updateMode: 'Off',
      recommender: 'default',
      pods: 2,
      state: { kind: 'recommended' },
      containers: [container],
      standing: 'within',
      findings: [],
      waste: { cpu: 0, memory: 0 },
    },
  };
}

it('has a line for each resource, with amounts in words, and marks targets that differ', () => {
  const rows = [inCluster('a', 500), inCluster('b', 1000)];
  expect(comparedLines(rows[0] as WorkloadInCluster, rows)).toEqual([
    {
      container: 'app',
      resource: 'cpu',
      request: 'not set',
      target: '500m',
      bounds: '–',
      peak: '250m',
      isUnlike: true,
    },
    {
      container: 'app',
      resource: 'memory',
      request: '1 GiB to 2 GiB',
      target: '1 GiB',
      bounds: '512 MiB to 1 GiB',
      peak: '–',
      isUnlike: false,
    },
  ]);
});
