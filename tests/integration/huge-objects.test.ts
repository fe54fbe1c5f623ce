import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { root } from '@/bin/root.mjs';
import type { KubeObject } from '@/server/objects/types';
import { ApiCluster, VPAS } from '../support/api-cluster';
import { freePort } from '../support/free-port';
import { HeadlessProcess } from '../support/headless-process';
import { Recommending } from '../support/recommending';
import { until } from '../support/until';

const HUGE = 'n'.repeat(1_100_000);
const MANY = 20;

const vpaOn = (name: string, target: string) => ({
  apiVersion: 'autoscaling.k8s.io/v1',
  kind: 'VerticalPodAutoscaler',
  metadata: { name, namespace: 'shop' },
  spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: target } },
});

/** A cluster whose definitions bound no text, as those of the reference. */
async function clusterWithoutBounds(): Promise<ApiCluster> {
  const cluster = await ApiCluster.start({ crds: false });
  onTestFinished(() => cluster.close());
  const folder = path.join(root, 'deploy', 'crds');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.yaml'))) {
    const text = readFileSync(path.join(folder, file), 'utf8').replace(/^ *maxLength:.*\n/gm, '');
    await cluster.create('customresourcedefinitions.apiextensions.k8s.io', parse(text) as KubeObject);
  }
  return cluster;
}

/** A process that recommends for the small workload, and says of each huge VPA that it is too large. */
async function serving(cluster: ApiCluster, many: number): Promise<void> {
  const process = await Recommending.start(cluster);
  try {
    const { running } = process;
    const { problems } = running;
    await until(
      'the problems',
      () => problems.list().filter(({ code }) => code === 'object-too-large').length === many,
    );
    await process.passes(2);
    const held = [...(running.cluster?.caches.vpas.list() ?? [])].map(({ metadata }) => metadata.name);
    expect(held).toEqual(['web']);
    const said = problems.list().map((one) => JSON.stringify(one).length);
    expect(Math.max(...said)).toBeLessThan(2_000);
  } finally {
    await process.stop();
  }
}

describe('a VPA whose target has a name of a megabyte', () => {
  it('is refused by our definitions', async () => {
    const cluster = await ApiCluster.start();
    onTestFinished(() => cluster.close());
    await expect(cluster.create(VPAS, vpaOn('huge', HUGE))).rejects.toThrow(/targetRef.name: Too long/);
  });

  it(`is a problem and nothing else where they are not installed, ${MANY} times and after a restart`, async () => {
    const cluster = await clusterWithoutBounds();
    await cluster.workload('web', ['web-1']);
    await cluster.autoscaler('web');
    for (let index = 0; index < MANY; index++) await cluster.create(VPAS, vpaOn(`huge-${index}`, HUGE));
    await serving(cluster, MANY);
    await serving(cluster, MANY);
  });

  it('lets one pod start again after a kill, within its limits of memory, beside 90 of them', async () => {
    const cluster = await clusterWithoutBounds();
    await cluster.workload('web', ['web-1']);
    await cluster.autoscaler('web');
    for (let index = 0; index < 90; index++) await cluster.create(VPAS, vpaOn(`huge-${index}`, HUGE));
    const [main, beside] = [await freePort(), await freePort()];
    // Node allows half of a container's memory for the heap.
    const containers: Record<string, string>[] = [
      { PLUMBLINE_ROLES: 'admission', PLUMBLINE_PORT: `${beside}`, NODE_OPTIONS: '--max-old-space-size=192' },
      {
        PLUMBLINE_ROLES: 'recommender,nodes,hpa,rules,updater,messages',
        PLUMBLINE_PORT: `${main}`,
        PLUMBLINE_BESIDE_PORT: `${beside}`,
        NODE_OPTIONS: '--max-old-space-size=512',
      },
    ];
    const startAll = () =>
      Promise.all(
        containers.map((settings, index) =>
          HeadlessProcess.start({
            PLUMBLINE_KUBECONFIG: cluster.kubeconfig,
            PLUMBLINE_DATA_DIR: path.join(cluster.folder, `container-${index}`),
            ...settings,
          }),
        ),
      );
    const isReady = (port: number) =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    let processes: HeadlessProcess[] = [];
    onTestFinished(async () => {
      for (const process of processes) await process.kill();
    });
    for (const start of ['the first', 'the second']) {
      processes = await startAll();
      for (const port of [beside, main]) await until(`${start} start, port ${port}`, () => isReady(port));
      await until('admission that is told of as healthy', async () => {
        const status = await fetch(`http://127.0.0.1:${beside}/api/status`);
        return status.ok && !JSON.stringify(await status.json()).includes('webhook-not-serving');
      });
      for (const process of processes) await process.kill();
    }
  });
});
