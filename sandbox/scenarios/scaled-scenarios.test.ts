import { describe, expect, it } from 'vitest';
import { podMetricsResource } from '@/sandbox/metrics/pod-metrics';
import { findScenario } from '@/sandbox/scenarios/catalogue';
import { parseCharacters, WORKLOAD_ANNOTATION } from '@/sandbox/workloads/character';
import { usageAt } from '@/sandbox/workloads/usage';
import type { HorizontalPodAutoscaler, Workload } from '@/server/objects/types';
import { type SimulatedCluster, START_MS, simulate } from '../../tests/support/simulated-cluster';

const HOUR_MS = 3_600_000;

async function living(name: string): Promise<SimulatedCluster> {
  const cluster = await simulate({ nodeCount: 0 });
  cluster.registry.addVirtual(podMetricsResource(cluster.registry, cluster.clock, cluster.plane.kubelets));
  const isOther = ({ resource }: { resource: string }) => !resource.includes('vertical');
  await cluster.create(...(findScenario(name)?.objects(1) ?? []).filter(isOther));
  return cluster;
}

describe('a sidecar that hides the load', () => {
  const replicas = ({ registry }: SimulatedCluster, name: string) =>
    registry.get<Workload>('deployments.apps', 'mesh', name)?.spec.replicas;
  const current = ({ registry }: SimulatedCluster, name: string) => {
    const hpa = registry.get<HorizontalPodAutoscaler>('horizontalpodautoscalers.autoscaling', 'mesh', name);
    const metric = hpa?.status?.currentMetrics?.[0];
    return (metric?.resource ?? metric?.containerResource)?.current.averageUtilization ?? Number.NaN;
  };

  it('keeps an HPA on the CPU of pods asleep, and wakes one on that of the container', async () => {
    const cluster = await living('sidecar-hides-load');
    await cluster.pass(600);
    expect(replicas(cluster, 'storefront')).toBe(2);
    expect(current(cluster, 'storefront')).toBeLessThan(30);
    expect(replicas(cluster, 'checkout')).toBeGreaterThanOrEqual(5);
    expect(replicas(cluster, 'checkout')).toBeLessThan(10);
    expect(current(cluster, 'checkout')).toBeLessThan(67);
  });
});

describe('both directions', () => {
  it('have a load that needs two pods at night and eight by day', () => {
    const declared = findScenario('both-directions')?.objects(1) ?? [];
    const [deployment] = declared.filter(({ resource }) => resource === 'deployments.apps');
    const workload = deployment?.object as Workload | undefined;
    const text = workload?.spec.template?.metadata?.annotations?.[WORKLOAD_ANNOTATION];
    const app = parseCharacters(text)?.byContainer.get('app');
    const pods = (hour: number) => {
      if (!app) throw new Error('no container app');
      const nowMs = START_MS + hour * HOUR_MS;
      const alone = usageAt(app, {
        key: 7,
        startedAtMs: START_MS,
        nowMs,
        cpuLimitMillicores: Infinity,
        sharers: 1,
      });
      return Math.ceil(alone.cpuMillicores / (0.7 * 300));
    };
    expect(pods(2)).toBeLessThanOrEqual(3);
    expect(pods(14)).toBeGreaterThanOrEqual(7);
  });
});
