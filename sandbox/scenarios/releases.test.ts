import { expect, it } from 'vitest';
import { deployment, statefulSet } from '@/sandbox/scenarios/build';
import { startReleases } from '@/sandbox/scenarios/releases';
import { silentLogger } from '@/server/lib/report/log';
import type { Pod } from '@/server/objects/types';
import { simulate } from '../../tests/support/simulated-cluster';

it('rolls out the next version of each workload of the namespace in turn, until stopped', async () => {
  const cluster = await simulate();
  const containers = [{ requests: '10m/10Mi', does: { kind: 'steady', cpu: '5m', memory: '9Mi' } as const }];
  await cluster.create(
    deployment({ name: 'web', namespace: 'shop', containers }),
    statefulSet({ name: 'db', namespace: 'shop', containers }),
  );
  const stop = startReleases(cluster.registry, cluster.clock, silentLogger, {
    everyMinutes: 10,
    namespace: 'shop',
  });
  const images = () => cluster.list<Pod>('pods').map((pod) => pod.spec.containers[0]?.image);
  await cluster.pass(60);
  expect(images()).toEqual(['registry.example/app:1.0', 'registry.example/app:1.0']);
  await cluster.pass(600);
  expect(images()).toEqual(['registry.example/app:1.3', 'registry.example/app:1.2']);
  stop();
  await cluster.pass(1200);
  expect(images()).toEqual(['registry.example/app:1.3', 'registry.example/app:1.2']);
});
