import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { APPROVALS_ANNOTATION } from '@/server/decide/features/approvals/rules';
import { POST as decide, GET as getApprovals } from '@/server/host/api/approvals/route';
import { PATCH as changeHpa } from '@/server/host/api/hpas/[namespace]/[name]/route';
import { GET as getHpas } from '@/server/host/api/hpas/route';
import { GET as getPlan } from '@/server/host/api/plan/route';
import { POST as makePolicy } from '@/server/host/api/rule-drafts/route';
import { PATCH as changePolicy, DELETE as deletePolicy } from '@/server/host/api/rules/[name]/route';
import { GET as getPolicies } from '@/server/host/api/rules/route';
import { POST as press, DELETE as resume } from '@/server/host/api/stop/route';
import type { Runtime } from '@/server/host/runtime';
import { startRuntime } from '@/server/host/start';
import { silentLogger } from '@/server/lib/report/log';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { ApiBetween } from '../support/api-between';
import { askHandler } from '../support/asked-handler';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { everyChange } from '../support/every-change';
import { until } from '../support/until';
import { UpdatingCluster } from '../support/updating';

const SCOPE = { kind: 'vpa', namespace: NAMESPACE, name: 'web' };
/** The HPA has the other. */
const TARGET = { memory: 250 * 2 ** 20 };

let cluster: UpdatingCluster;
let between: ApiBetween;
let running: Runtime;

beforeAll(async () => {
  cluster = await UpdatingCluster.start();
  await cluster.workload('web', { replicas: 2 });
  await cluster.autoscaler('web');
  cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(VPAS, NAMESPACE, 'web', ({ metadata }) => {
    metadata.annotations = { [APPROVALS_ANNOTATION]: 'always' };
  });
  const target = { type: 'Utilization', averageUtilization: 60 };
  await cluster.create('horizontalpodautoscalers.autoscaling', {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { namespace: NAMESPACE, name: 'web' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      minReplicas: 2,
      maxReplicas: 3,
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }],
    },
  });
  await cluster.admitting();
  between = await ApiBetween.start(cluster.sandbox.server, cluster.folder);
  running = await startRuntime(
    defaultConfig({
      kubeconfig: between.kubeconfigPath,
      dataDir: cluster.folder,
      roles: ['updater', 'rules', 'hpa'],
      leaderElect: false,
      leastHistoryMs: 0,
      leastHistoryToLowerMs: 0,
      canaryMs: 0,
      warmUpMs: 0,
    }),
    { clock: cluster.clock, log: silentLogger },
  );
  await until('a first sync', async () => (await list(getHpas)).length === 1);
  await until('a change that waits', async () => (await list(getApprovals)).length === 1);
});
afterAll(async () => {
  await running?.stop();
  await between?.close();
  await cluster?.close();
});

const address = 'http://localhost/api';

// biome-ignore lint/suspicious/noExplicitAny: each case knows what its list has
type Row = any;

async function list(handler: unknown): Promise<Row[]> {
  const { body } = await askHandler(handler, { address });
  return (body as { rows?: Row[] }).rows ?? [];
}

async function sent(handler: unknown, method: string, body: object, params = {}): Promise<void> {
  const answer = await askHandler(handler, { method, body, params, address });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
}

const web = { namespace: NAMESPACE, name: 'web' };
const stopped = async () => JSON.stringify(await list(getPlan)).includes('"stopped"');

/** What each handler changes, and the same in the list that is read next; in an order in which it can be done. */
const SEEN: Record<string, { act: () => Promise<void>; shows: () => Promise<unknown>; is: unknown }> = {
  'PATCH api/hpas/[namespace]/[name]': {
    act: () => sent(changeHpa, 'PATCH', { maxReplicas: 5 }, web),
    shows: async () => (await list(getHpas))[0]?.max,
    is: 5,
  },
  'POST api/stop': { act: () => sent(press, 'POST', { scope: SCOPE }), shows: stopped, is: true },
  'DELETE api/stop': { act: () => sent(resume, 'DELETE', { scope: SCOPE }), shows: stopped, is: false },
  'POST api/rule-drafts': {
    act: () => sent(makePolicy, 'POST', { name: 'mine', workloadSelector: 'app=none' }),
    shows: async () => (await list(getPolicies)).map(({ name }) => name),
    is: ['mine'],
  },
  'PATCH api/rules/[name]': {
    act: () => sent(changePolicy, 'PATCH', { precedence: 7 }, { name: 'mine' }),
    shows: async () => (await list(getPolicies))[0]?.precedence,
    is: 7,
  },
  'DELETE api/rules/[name]': {
    act: () => sent(deletePolicy, 'DELETE', { vpas: 'Keep' }, { name: 'mine' }),
    shows: async () => (await list(getPolicies)).filter(({ state }) => state !== 'deleting').length,
    is: 0,
  },
  'POST api/approvals': {
    act: () =>
      sent(decide, 'POST', {
        decision: 'Rejected',
        reason: 'not now',
        changes: [{ ...web, containers: [{ name: 'app', target: TARGET }] }],
      }),
    shows: async () => {
      const { body } = await askHandler(getApprovals, { address });
      return (body as { recent?: Row[] }).recent?.map(({ decision }) => decision);
    },
    is: ['Rejected'],
  },
};

/** Seen elsewhere: tests/integration/seen-at-once.test.ts, tests/e2e/costs.test.ts, or by the pods themselves. */
const SEEN_ELSEWHERE = [
  'POST api/bulk',
  'PATCH api/prices',
  'PATCH api/vpas/[namespace]/[name]',
  'POST api/vpas/[namespace]/[name]/apply-now',
  'POST api/vpas/[namespace]/[name]/try-again',
  'POST api/stop/revert',
  'POST api/scenarios',
  'POST api/replays',
  'POST api/replays/preview',
  'POST api/replays/[id]/cancel',
  'POST api/messages/test',
  'POST api/inbox/dismissals',
  'DELETE api/inbox/dismissals',
];

/** They change no object of this cluster. */
const CHANGE_NOTHING = [
  'POST api/admission/review',
  'POST api/admission/try',
  'POST api/bulk/preview',
  'DELETE api/clusters/[cluster]/[...route]',
  'PATCH api/clusters/[cluster]/[...route]',
  'POST api/clusters/[cluster]/[...route]',
  'POST api/clusters/stop',
  'DELETE api/clusters/stop',
  'POST api/clusters/stop/revert',
  'POST api/hpas/[namespace]/[name]/preview',
  'POST api/rules/[name]/preview',
  'POST api/rules/[name]/deletion/preview',
  'POST api/rule-drafts/preview',
  'POST api/recommendation-query',
  'POST api/session',
  'DELETE api/session',
  'POST api/vpas/[namespace]/[name]/preview',
  'POST api/vpas/[namespace]/[name]/try-again/preview',
  'POST api/workloads/export',
];

it('has every change made by `mutation`, after which lists wait for it', async () => {
  const all = await everyChange();
  const made = (isByMutation: boolean) =>
    all
      .filter(({ madeBy }) => (madeBy === 'mutation') === isByMutation)
      .map(({ name }) => name)
      .sort();
  expect(made(true)).toEqual([...Object.keys(SEEN), ...SEEN_ELSEWHERE].sort());
  expect(made(false)).toEqual([...CHANGE_NOTHING].sort());
});

it.each(Object.entries(SEEN))('shows in the list that is read next: %s', async (_, { act, shows, is }) => {
  // So that nothing older is made anew anyway.
  expect(await shows()).not.toEqual(is);
  let shown: unknown;
  await between.withLateWatch(async () => {
    await act();
    shown = await shows();
  });
  expect(shown).toEqual(is);
});
