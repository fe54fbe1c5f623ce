import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PodPlan } from '@/server/decide/running/planned';
import { reportCacheProblems } from '@/server/host/health/cache-problems';
import { detailOfProblem } from '@/server/kube/problems';
import type { Pod } from '@/server/objects/types';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { type Fault, FaultyApi, withoutQuery } from '../support/faulty-api';
import { until } from '../support/until';
import { codes, podsOf, UpdatingCluster } from '../support/updating';
import { Witness } from '../support/witness';

const BUDGET = { causes: [{ reason: 'DisruptionBudget', message: 'The disruption budget web needs 2' }] };
const QUOTA = 'pods "web" is forbidden: failed quota: q: must specify limits.cpu for: app';
const PASSES = 5;
/** Longer than all passes of a test take on the fast clock. */
const PAUSE_MS = 1_800_000;

let cluster: UpdatingCluster;
let api: FaultyApi;

async function begin(): Promise<void> {
  cluster = await UpdatingCluster.start();
  cluster.requestTimeoutMs = 1000;
  api = await FaultyApi.before(cluster.sandbox);
  await cluster.admitting();
}
async function end(): Promise<void> {
  await cluster.close();
  await api.close();
}

/** A process that follows the cluster and its admission: a busy machine may need more than one request for that. */
async function updating() {
  const process = await cluster.updating({
    kubeconfig: api.kubeconfig,
    loopBreakerMisses: 0,
    actionBackoffMs: PAUSE_MS,
  });
  await until('a cluster followed', async () => {
    const plan = codes(podsOf((await process.updater.plan()).plan, 'web'));
    return plan.length > 0 && !plan.some((text) => /cluster-unfollowed|lease-missing/.test(text));
  });
  return process;
}

describe('an API server that answers', () => {
  beforeAll(begin);
  afterAll(end);
  afterEach(async () => {
    api.fault = () => undefined;
    cluster.sandbox.registry.delete(VPAS, NAMESPACE, 'web');
    cluster.sandbox.registry.delete('deployments.apps', NAMESPACE, 'web');
    await cluster.ready('web', 0);
  });

  const faults: [string, Fault, evicted: string, resized: string][] = [
    ['429 of a budget', { status: 429, reason: 'TooManyRequests', details: BUDGET }, 'budget-refused', ''],
    [
      '429 of a busy server',
      { status: 429, reason: 'TooManyRequests', headers: { 'retry-after': '60' } },
      'unavailable',
      'unavailable',
    ],
    [
      '403 of a missing right',
      {
        status: 403,
        reason: 'Forbidden',
        message:
          'pods "web" is forbidden: User "plumbline" cannot create resource "pods/eviction" in API group ""',
      },
      'forbidden',
      '',
    ],
    ['403 of a quota', { status: 403, reason: 'Forbidden', message: QUOTA }, 'refused', 'refused'],
    ['404', { status: 404, reason: 'NotFound' }, 'gone', ''],
    ['409', { status: 409, reason: 'Conflict' }, 'conflict', 'conflict'],
    ['500', { status: 500, reason: 'InternalError' }, 'unavailable', 'unavailable'],
    ['503', { status: 503, reason: 'ServiceUnavailable' }, 'unavailable', 'unavailable'],
    ['a page to sign in and 200', { page: '<html>Sign in</html>' }, 'unavailable', 'unavailable'],
    ['silence', 'silence', 'unavailable', 'unavailable'],
  ];
  const cases = faults.flatMap(([name, fault, evicted, resized]) => [
    {
      title: `an eviction with ${name}`,
      fault,
      subresource: 'eviction',
      action: 'evict',
      outcome: evicted,
      mode: 'Recreate' as const,
    },
    ...(resized
      ? [
          {
            title: `a resize with ${name}`,
            fault,
            subresource: 'resize',
            action: 'resize',
            outcome: resized,
            mode: 'InPlace' as const,
          },
        ]
      : []),
  ]);

  it.each(cases)('$title is recorded as $outcome and not retried for a while', async (one) => {
    await cluster.workload('web', { replicas: 2 });
    await cluster.autoscaler('web', { updatePolicy: { updateMode: one.mode } });
    const process = await updating();
    const witness = new Witness(cluster, 'web');
    const method = one.action === 'evict' ? 'POST' : 'PATCH';
    const before = api.timesAsked(method, `/${one.subresource}`);
    api.fault = (_method, url) => (withoutQuery(url).endsWith(`/${one.subresource}`) ? one.fault : undefined);
    for (let round = 0; round < PASSES; round++) await process.pass(cluster);
    // One per pod, since an outcome for one says nothing about the other.
    const asked = api.timesAsked(method, `/${one.subresource}`) - before;
    expect(asked).toBeGreaterThanOrEqual(1);
    expect(asked).toBeLessThanOrEqual(2);
    expect(process.actions()).toEqual(Array(asked).fill(`${one.action} ${one.outcome}`));
    const failed = (await process.plan(cluster, 'web')).find(({ reasons }) => reasons.some(isFailure));
    const reason = failed?.reasons.find(isFailure);
    expect(reason).toMatchObject({ attempts: 1, message: expect.stringContaining(one.subresource) });
    expect(failed?.notBeforeMs).toBe((reason?.atMs ?? 0) + PAUSE_MS);
    witness.end();
    expect(witness.taken).toEqual([]);
  });

  it('a resize that a new pod would be refused too is no reason to evict', async () => {
    await cluster.workload('web', { replicas: 2 });
    await cluster.autoscaler('web', { updatePolicy: { updateMode: 'InPlaceOrRecreate' } });
    const process = await updating();
    const before = api.timesAsked('POST', '/eviction');
    api.fault = (_method, url) =>
      withoutQuery(url).endsWith('/resize')
        ? { status: 403, reason: 'Forbidden', message: QUOTA }
        : undefined;
    for (let round = 0; round < PASSES; round++) await process.pass(cluster);
    expect(process.actions()).toEqual(expect.arrayContaining(['resize refused']));
    expect(api.timesAsked('POST', '/eviction')).toBe(before);
    const failed = (await process.plan(cluster, 'web')).flatMap(({ reasons }) => reasons.filter(isFailure));
    expect(failed[0]).toMatchObject({ message: expect.stringContaining('must specify limits.cpu') });
  });

  const isFailure = (reason: PodPlan['reasons'][number]) => reason.code === 'action-failed';

  it.each<[string, Fault, string]>([
    ['is recorded as refused by a 403', { status: 403, reason: 'Forbidden' }, 'refused'],
    ['is recorded as unanswered by silence', 'silence', 'unavailable'],
  ])('a policy that is saved %s', async (_name, fault, outcome) => {
    await cluster.workload('web', { replicas: 1 });
    await cluster.autoscaler('web');
    const { context, operations, records } = await updating();
    await until('the VPA', () => context.caches.vpas.get(NAMESPACE, 'web'));
    api.fault = (method, url) => (method === 'PATCH' && url.endsWith('/web') ? fault : undefined);
    await expect(
      operations.policies.save(NAMESPACE, 'web', { minReplicas: 7 }, { who: 'ada' }),
    ).rejects.toThrow();
    expect(records.filter(({ kind }) => kind === 'change')).toMatchObject([{ who: 'ada', outcome }]);
  });

  it('an eviction is retried after a doubling pause, and succeeds once it can', async () => {
    await cluster.workload('web', { replicas: 2 });
    await cluster.autoscaler('web');
    const process = await cluster.updating({
      kubeconfig: api.kubeconfig,
      loopBreakerMisses: 0,
      actionBackoffMs: 15_000,
    });
    api.fault = (_method, url) =>
      url.endsWith('/eviction') ? { status: 500, reason: 'InternalError' } : undefined;
    const pauses = await until('a second failure', async () => {
      await process.pass(cluster);
      const failures = (await process.plan(cluster, 'web')).flatMap(({ reasons, notBeforeMs = 0 }) =>
        reasons.flatMap((reason) =>
          reason.code === 'action-failed' ? [{ ...reason, pauseMs: notBeforeMs - reason.atMs }] : [],
        ),
      );
      return failures.some(({ attempts }) => attempts === 2) && failures;
    });
    expect(pauses.find(({ attempts }) => attempts === 2)?.pauseMs).toBe(30_000);
    api.fault = () => undefined;
    await until('an eviction', async () => {
      await process.pass(cluster);
      return process.actions().includes('evict done');
    });
  });
});

describe('a process with old data about the cluster', () => {
  beforeEach(begin);
  afterEach(end);

  it('evicts no pod that has changed, and counts those it evicted itself', async () => {
    await cluster.workload('web', { replicas: 4 });
    await cluster.autoscaler('web');
    const process = await updating();
    await process.caughtUp(cluster);
    api.holdWatches();
    const witness = new Witness(cluster, 'web');
    for (let round = 0; round < PASSES; round++) await process.updater.pass();
    expect(process.actions()).toEqual(['evict done', 'evict done']);
    expect(witness.taken).toHaveLength(2);
    await cluster.ready('web', 4);
    // By now the watch would show pods with their target; the old data would have the others evicted.
    await process.updater.pass();
    expect(witness.taken).toHaveLength(2);
    witness.end();
  });

  it('evicts nothing behind a proxy that holds watches back until lists were read, says so, and lists from then on', async () => {
    cluster.watchTimings = { inactivityMs: 6_000, listEveryMs: 500, watchAgainMs: 5_000 };
    await cluster.workload('web', { replicas: 4 });
    await cluster.autoscaler('web');
    const process = await updating();
    const { caches, problems } = process.context;
    const stopTelling = reportCacheProblems(caches, problems);
    const told = () =>
      problems
        .list()
        .filter(({ code, about }) => code === 'watch-unheard' && about === 'pods')
        .map(detailOfProblem)
        .join();
    await process.caughtUp(cluster);
    const isPlanned = async () =>
      podsOf((await process.updater.plan()).plan, 'web').some(({ decision }) => decision === 'evict');
    expect(await isPlanned()).toBe(true);

    let changes = 0;
    const change = () => {
      const [pod] = cluster.pods('web');
      if (!pod) return;
      cluster.sandbox.registry.mutate<Pod>('pods', NAMESPACE, pod.metadata.name, (draft) => {
        draft.metadata.annotations = { ...draft.metadata.annotations, changes: String(changes++) };
      });
    };

    api.holdWatches();
    change();
    api.fault = (_method, url) =>
      url.includes('limit=') && !url.includes('limit=1&') && !url.endsWith('limit=1')
        ? { status: 500, reason: 'InternalError' }
        : undefined;
    await until('a loss that is known', () => caches.pods.state.kind === 'failing');
    for (let round = 0; round < PASSES; round++) await process.updater.pass();
    expect(process.actions()).toEqual([]);
    expect(codes(podsOf((await process.updater.plan()).plan, 'web')).join()).toContain('cluster-unfollowed');

    api.fault = () => undefined;
    await until('a list instead of what was held back', () => told().includes('the list was read anew'));
    await until('lists instead of watches', () => {
      change();
      return told().includes('watches told nothing, so the list is read every 0.5 s');
    });
    await until('an eviction by what lists say', async () => {
      await process.updater.pass();
      return process.actions().includes('evict done');
    });

    api.releaseWatches();
    await until('watches that are heard', () => {
      change();
      return told() === '';
    });
    stopTelling();
  });

  it('does not evict a pod that took the name at that moment', async () => {
    await cluster.workload('web', { kind: 'StatefulSet', replicas: 2 });
    await cluster.autoscaler('web', { kind: 'StatefulSet' });
    const process = await updating();
    let successor: string | undefined;
    api.fault = async (_method, url) => {
      const name = /pods\/([^/]+)\/eviction$/.exec(url)?.[1];
      if (!name || successor) return undefined;
      const { uid } = cluster.sandbox.registry.get<Pod>('pods', NAMESPACE, name)?.metadata ?? {};
      cluster.sandbox.registry.delete('pods', NAMESPACE, name);
      successor = await until('a successor', () => {
        const now = cluster.sandbox.registry.get<Pod>('pods', NAMESPACE, name);
        return now?.metadata.uid !== uid && now?.metadata.uid;
      });
      return undefined;
    };
    await process.pass(cluster);
    expect(process.actions()).toEqual(['evict conflict']);
    await cluster.ready('web', 2);
    expect(cluster.pods('web').map(({ metadata }) => metadata.uid)).toContain(successor);
  });

  it('does nothing while it cannot watch the cluster, says so, and continues when it can', async () => {
    await cluster.workload('web', { replicas: 4 });
    await cluster.autoscaler('web');
    const process = await updating();
    await process.caughtUp(cluster);
    api.fault = (_method, url) =>
      /limit=|watch=/.test(url) ? { status: 500, reason: 'InternalError' } : undefined;
    api.dropConnections();
    const [blind] = await until('a wait', async () => {
      const pods = podsOf((await process.updater.plan()).plan, 'web');
      return pods[0]?.decision === 'wait' && pods;
    });
    expect(codes([blind as PodPlan])[0]).toContain('cluster-unfollowed');
    expect(blind?.awaits).toContain('cluster-followed');
    await process.updater.pass();
    expect(process.actions()).toEqual([]);
    api.fault = () => undefined;
    await until('an eviction', async () => {
      await process.updater.pass();
      return process.actions().includes('evict done');
    });
  });
});
