import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { StopsView } from '@/server/contract/operations';
import type { BulkOutcomeView, BulkStep } from '@/server/contract/requests/bulk';
import type { WorkloadsView } from '@/server/contract/workloads';
import { POST as changeMany } from '@/server/host/api/bulk/route';
import type { Handler } from '@/server/host/api/handlers';
import { POST as press, DELETE as resume } from '@/server/host/api/stop/route';
import { PATCH as changeOne } from '@/server/host/api/vpas/[namespace]/[name]/route';
import { GET as getWorkloads } from '@/server/host/api/workloads/route';
import { ApiBetween } from '../support/api-between';
import { ApiCluster } from '../support/api-cluster';
import { PATIENCE } from '../support/patience';
import { Recommending } from '../support/recommending';

/** As many as are changed at the same moment. */
const WORKLOADS = 8;
const names = Array.from({ length: WORKLOADS }, (_, index) => `web-${index + 1}`);

let cluster: ApiCluster;
let between: ApiBetween;
let process: Recommending;

beforeAll(async () => {
  cluster = await ApiCluster.start();
  for (const name of names) {
    await cluster.workload(name, []);
    await cluster.autoscaler(name, { updatePolicy: { updateMode: 'Recreate' } });
  }
  between = await ApiBetween.start(cluster.server, cluster.folder);
  process = await Recommending.start(cluster, {
    kubeconfig: between.kubeconfigPath,
    roles: ['recommender', 'updater'],
    leaderElect: false,
    kubeApiQps: 1_000,
    kubeApiBurst: 1_000,
  });
  await process.passes(1);
});
afterAll(async () => {
  await process?.stop();
  await between?.close();
  await cluster?.close();
});

async function ask<T>(handler: unknown, query = '', init: RequestInit = {}, params = {}): Promise<T> {
  const request = new Request(`http://localhost/api${query}`, init);
  const response = await (handler as Handler)(request, params as never);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

const send = (method: string, body: unknown) => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const change = (steps: BulkStep[]) => ask<BulkOutcomeView>(changeMany, '', send('POST', { steps }));
const modes = async () => (await ask<WorkloadsView>(getWorkloads, '?sort=mode')).tallies.mode;

it('shows the new modes in the list that is fetched once a change of many says done, and its undo', async () => {
  expect(await modes()).toEqual({ Recreate: WORKLOADS });
  const off = names.map((name): BulkStep => ({ kind: 'mode', namespace: 'shop', name, mode: 'Off' }));
  const shown = await between.withLateWatch(async () => {
    const { results } = await change(off);
    return { results, modes: await modes() };
  });
  expect(shown.modes).toEqual({ Off: WORKLOADS });
  const undo = shown.results.flatMap((one) => (one.kind === 'done' ? [one.undo] : []));
  expect(undo).toHaveLength(WORKLOADS);
  const undone = await between.withLateWatch(async () => {
    await change(undo);
    return modes();
  });
  expect(undone).toEqual({ Recreate: WORKLOADS });
});

it('shows the new mode once the change of one is saved', async () => {
  const { generation } = cluster.vpa('web-1').metadata;
  const body = { generation, updateMode: 'Initial' };
  const shown = await between.withLateWatch(async () => {
    await ask(changeOne, '', send('PATCH', body), { namespace: 'shop', name: 'web-1' });
    return modes();
  });
  expect(shown).toEqual({ Initial: 1, Recreate: WORKLOADS - 1 });
});

/**
 * What is listed right after a stop or resume whose answer says that all modes are as it wants. A stop answers soon
 * whatever the machine: one that is too busy to have shown all of it says how much is missing, and is made anew.
 */
async function modesAfter(handler: unknown, method: string, other: () => Promise<unknown>) {
  const scope = { kind: 'namespace', namespace: 'shop' };
  return vi.waitFor(async () => {
    const { left, listed } = await between.withLateWatch(async () => {
      const { progress } = await ask<StopsView>(handler, '', send(method, { scope }));
      return { left: progress.affected - progress.done + progress.restoring, listed: await modes() };
    });
    if (left === 0) return listed;
    await other();
    throw new Error(`answered before ${left} modes were shown`);
  }, PATIENCE);
}

it('shows what is stopped as Off, and as before once it is resumed', async () => {
  const before = await modes();
  const scope = { kind: 'namespace', namespace: 'shop' };
  const resumed = async () => {
    await ask(resume, '', send('DELETE', { scope }));
    await expect.poll(modes).toEqual(before);
  };
  const stopped = async () => {
    await ask(press, '', send('POST', { scope }));
    await expect.poll(modes).toEqual({ Off: WORKLOADS });
  };
  expect(await modesAfter(press, 'POST', resumed)).toEqual({ Off: WORKLOADS });
  expect(await modesAfter(resume, 'DELETE', stopped)).toEqual(before);
});

it('makes a VPA, and removes it again, only once that is seen', async () => {
  await cluster.workload('bare', []);
  const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'bare' };
  const count = async () => (await ask<WorkloadsView>(getWorkloads)).all;
  const made = await between.withLateWatch(async () => {
    const { results } = await change([{ kind: 'make', namespace: 'shop', target }]);
    return { results, count: await count() };
  });
  expect(made.count).toBe(WORKLOADS + 1);
  const undo = made.results.flatMap((one) => (one.kind === 'done' ? [one.undo] : []));
  const left = await between.withLateWatch(async () => {
    await change(undo);
    return count();
  });
  expect(left).toBe(WORKLOADS);
});
