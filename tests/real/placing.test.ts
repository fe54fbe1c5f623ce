/** Where the real scheduler puts pods, and that the embedded one would choose among the same nodes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NodeLedger } from '@/sandbox/scheduler/ledger';
import { scoresOf } from '@/sandbox/scheduler/scores';
import type { Node, Pod } from '@/server/objects/types';
import { until } from '../support/until';
import { namespace, RealCluster, workload } from './real-cluster';

const NAME = 'placing';

let cluster: RealCluster;
beforeAll(async () => {
  cluster = await RealCluster.start();
  await cluster.create(namespace(NAME));
});
afterAll(() => cluster?.stop());

/** A Deployment that grows by a replica at a time, and none of it at first. */
const declared = (app: string, requests: object) => {
  const [deployment] = workload(NAME, app, { replicas: 0, resources: { requests }, updateMode: 'Off' });
  return deployment as object;
};

async function placedOf(app: string, replicas: number): Promise<readonly Pod[]> {
  return until(`${replicas} pods ${app} on nodes`, async () => {
    const pods = await cluster.pods(NAME, app);
    return pods.length === replicas && pods.every(({ spec }) => spec.nodeName) && pods;
  });
}

it('is the node that scores most, pod by pod', async () => {
  const apps = {
    large: { cpu: '150m', memory: '64Mi' },
    fat: { cpu: '10m', memory: '500Mi' },
    nothing: {},
    half: { cpu: '40m' },
    small: { cpu: '20m', memory: '32Mi' },
  };
  for (const [app, requests] of Object.entries(apps)) await cluster.create(declared(app, requests));
  const { items: nodes } = await cluster.read<{ items: Node[] }>('/api/v1/nodes');
  expect(nodes.length).toBeGreaterThan(2);
  const order = [
    'large',
    'fat',
    'nothing',
    'half',
    'nothing',
    'large',
    'small',
    'fat',
    'nothing',
    'small',
    'half',
  ];
  const count = new Map<string, number>();
  const placed: Pod[] = [];
  const chosen: { app: string; isBest: boolean; isOnly: boolean }[] = [];
  for (const app of [...order, ...order]) {
    const replicas = (count.get(app) ?? 0) + 1;
    count.set(app, replicas);
    const ledger = new NodeLedger();
    for (const node of nodes) ledger.setNode(node);
    for (const pod of (await cluster.read<{ items: Pod[] }>('/api/v1/pods')).items) ledger.setPod(pod);
    await cluster.kubectl('scale', '-n', NAME, `deployment/${app}`, `--replicas=${replicas}`);
    const known = new Set(placed.map(({ metadata }) => metadata.uid));
    const pod = (await placedOf(app, replicas)).find(({ metadata }) => !known.has(metadata.uid)) as Pod;
    placed.push(pod);
    const accounts = [...ledger.nodes()];
    const scores = scoresOf({ ...pod, spec: { ...pod.spec, nodeName: undefined } } as Pod, accounts);
    const index = accounts.findIndex(({ name }) => name === pod.spec.nodeName);
    const most = Math.max(...scores);
    const isOnly = scores.filter((score) => score === most).length === 1;
    chosen.push({ app, isBest: scores[index] === most, isOnly });
  }
  // Of equals the real one draws lots.
  expect(chosen.filter(({ isOnly }) => isOnly).length).toBeGreaterThan(chosen.length / 3);
  expect(chosen.filter(({ isBest }) => !isBest)).toEqual([]);
});
