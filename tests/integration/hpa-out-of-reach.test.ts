import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { NAMESPACE } from '../support/embedded-cluster';
import { describeWithProgram, output } from '../support/installed-program';
import { type Scaling, ScalingCluster } from '../support/scaling';

const MINUTE_MS = 60_000;

describeWithProgram('kubectl', 'kubernetes-client', 'what an HPA cannot do by itself', (file) => {
  let cluster: ScalingCluster;

  afterEach(() => cluster.close());

  const told = (scaling: Scaling, code: string) =>
    scaling.problems().find((problem) => problem.code === code && problem.about.endsWith(`/web`));

  /** The clock's time from the first sync on until it is told. */
  async function untilTold(scaling: Scaling, code: string): Promise<{ afterMs: number; message: string }> {
    await scaling.sync(cluster);
    const fromMs = cluster.clock.now();
    await scaling.until(cluster, code, () => told(scaling, code) !== undefined);
    return { afterMs: cluster.clock.now() - fromMs, message: told(scaling, code)?.message ?? '' };
  }

  /** Runs the command that a message names, as a person would in a shell. */
  function runs(message: string): Promise<string> {
    const [, command = ''] = /`kubectl ([^`]+)`/.exec(message) ?? [];
    const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    return output(file, ['--cache-dir', path.join(cluster.folder, 'cache'), ...words], {
      KUBECONFIG: cluster.sandbox.kubeconfigPath,
    });
  }

  it.each([
    {
      code: 'hpa-at-maximum',
      use: '180m',
      replicas: 2,
      bounds: { minReplicas: 1, maxReplicas: 2 },
      says: /: 2 of 2 replicas run, cpu of the pods at 2\d\d % of its target; 5 would do: /,
      leastMs: 10 * MINUTE_MS,
      after: { minReplicas: 1, maxReplicas: 5 },
    },
    {
      code: 'hpa-minimum-idle',
      use: '10m',
      replicas: 4,
      bounds: { minReplicas: 4, maxReplicas: 8 },
      says: /: 4 replicas run, the minimum, cpu of the pods at 1\d % of its target; 1 would do: /,
      leastMs: 60 * MINUTE_MS,
      after: { minReplicas: 1, maxReplicas: 8 },
    },
  ])('is told as $code with a command that ends it', async ({ code, use, replicas, bounds, ...rest }) => {
    const { says, leastMs, after } = rest;
    cluster = await ScalingCluster.start({ speed: 120 });
    await cluster.workload('web', use, replicas);
    await cluster.hpa('web', bounds);
    const scaling = await cluster.scaling();
    const { afterMs, message } = await untilTold(scaling, code);
    expect(afterMs).toBeGreaterThanOrEqual(leastMs - MINUTE_MS);
    expect(message).toMatch(says);
    expect(await runs(message)).toContain('web patched');
    await scaling.until(cluster, 'no such problem any more', () => told(scaling, code) === undefined);
    expect(
      cluster.sandbox.registry.get('horizontalpodautoscalers.autoscaling', NAMESPACE, 'web'),
    ).toMatchObject({
      spec: after,
    });
  });

  it('is told where it gets no value of its metric, with what the metrics API said', async () => {
    cluster = await ScalingCluster.start({ speed: 120 });
    await cluster.workload('web', '180m');
    await cluster.hpa('web', {
      metrics: [
        {
          type: 'Pods',
          pods: { metric: { name: 'requests' }, target: { type: 'AverageValue', averageValue: '10' } },
        },
      ],
    });
    const { afterMs, message } = await untilTold(await cluster.scaling(), 'hpa-without-metric');
    expect(afterMs).toBeGreaterThanOrEqual(9 * MINUTE_MS);
    expect(message).toMatch(/requests.*custom\.metrics\.k8s\.io/);
  });
});
