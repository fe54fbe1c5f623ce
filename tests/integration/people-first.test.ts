import { afterAll, beforeAll, expect, it } from 'vitest';
import { POST as preview } from '@/server/host/api/vpas/[namespace]/[name]/preview/route';
import { ApiBetween } from '../support/api-between';
import { ApiCluster } from '../support/api-cluster';
import { askHandler } from '../support/asked-handler';
import { Recommending } from '../support/recommending';

/** Enough statuses to write for as long as the test lasts, at the pace below. */
const VPAS = 150;
const PACE = { kubeApiQps: 5, kubeApiBurst: 20 };
/** Statuses written before the question, so that the burst is spent. */
const WRITTEN_BEFORE = 20;
/**
 * Statuses that may come between: those already sent, one for each request made for the person, and at the pace above
 * one for each fifth of a second in which this process gets to nothing, on a busy machine for seconds. Without precedence
 * it would be all that wait.
 */
const MOST_BETWEEN = (VPAS - WRITTEN_BEFORE) / 2;

let cluster: ApiCluster;
let between: ApiBetween;
let process: Recommending | undefined;

beforeAll(async () => {
  cluster = await ApiCluster.start();
  for (let index = 1; index <= VPAS; index++) {
    await cluster.workload(`web-${index}`, []);
    await cluster.autoscaler(`web-${index}`);
  }
  between = await ApiBetween.start(cluster.server, cluster.folder);
});
afterAll(async () => {
  await process?.stop();
  await between?.close();
  await cluster?.close();
});

let written = 0;

/** Resolves once the API server has been asked for so many statuses. */
function statusesWritten(atLeast: number): Promise<void> {
  return new Promise((resolve) => {
    between.onAnswer = (method, path) => {
      if (method === 'PATCH' && path.endsWith('/status')) written++;
      if (written >= atLeast) resolve();
      return false;
    };
  });
}

it('asks the API server what a person waits for before the statuses that wait too', async () => {
  const begun = statusesWritten(WRITTEN_BEFORE);
  process = await Recommending.start(cluster, {
    kubeconfig: between.kubeconfigPath,
    leaderElect: false,
    ...PACE,
  });
  await begun;
  const before = written;
  const answer = await askHandler(preview, {
    params: { namespace: 'shop', name: 'web-1' },
    body: { updateMode: 'Off' },
  });
  expect(answer.status).toBe(200);
  expect(written).toBeLessThan(VPAS);
  expect(written - before).toBeLessThanOrEqual(MOST_BETWEEN);
});
