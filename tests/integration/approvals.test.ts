import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UNAPPROVED_REQUESTS_ANNOTATION } from '@/server/decide/features/approvals/new-pods';
import { APPROVALS_ANNOTATION } from '@/server/decide/features/approvals/rules';
import { WAITS_SINCE_ANNOTATION } from '@/server/decide/features/approvals/waiting';
import { toKubeTime } from '@/server/lib/time/clock';
import type { ChangeApproval } from '@/server/objects/plumbline-types';
import type { KubeObject } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import type { ChangeRecord } from '@/server/store';
import { ApiBetween } from '../support/api-between';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { HeadlessProcess } from '../support/headless-process';
import { describeWithProgram, output } from '../support/installed-program';
import { until } from '../support/until';
import { codes, type Updating, UpdatingCluster } from '../support/updating';

const APPROVALS = 'changeapprovals.plumbline.dev';
const BEFORE = { cpu: '100m', memory: '64Mi' };
const TARGET = { cpu: '163m', memory: '250Mi' };
const WAITS = 'wait: outside-bounds outside-bounds awaits-approval';

describeWithProgram('kubectl', 'kubernetes-client', 'changes that wait for a person', (kubectlFile) => {
  let cluster: UpdatingCluster;

  beforeEach(async () => {
    cluster = await UpdatingCluster.start();
  });
  afterEach(() => cluster.close());

  const kubectl = (...args: string[]) =>
    output(kubectlFile, ['--cache-dir', path.join(cluster.folder, 'cache'), '-n', NAMESPACE, ...args], {
      KUBECONFIG: cluster.sandbox.kubeconfigPath,
    });
  /** As a person decides by kubectl. */
  const decide = async (name: string, spec: Partial<ChangeApproval['spec']> = {}, process?: Updating) => {
    const file = path.join(cluster.folder, `${name}.json`);
    const containers = [{ name: 'app', target: TARGET }];
    writeFileSync(
      file,
      JSON.stringify({
        apiVersion: 'plumbline.dev/v1alpha1',
        kind: 'ChangeApproval',
        metadata: { name },
        spec: { vpa: 'web', decision: 'Approved', containers, ...spec },
      }),
    );
    await kubectl('apply', '--server-side', '-f', file);
    const cache = process?.context.caches.changeApprovals;
    await until('a decision that is seen', () => !cache || cache.get(NAMESPACE, name) !== undefined);
  };
  const annotate = (annotations: Record<string, string>, name = 'web') =>
    cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(VPAS, NAMESPACE, name, (draft) => {
      draft.metadata.annotations = { ...draft.metadata.annotations, ...annotations };
    });
  const noted = (annotation: string, name = 'web') => cluster.vpa(name).metadata.annotations?.[annotation];
  const web = async (rules = 'always', replicas = 2) => {
    await cluster.workload('web', { replicas });
    await cluster.autoscaler('web');
    annotate({ [APPROVALS_ANNOTATION]: rules });
  };
  /** Passes until nothing is left to evict. */
  const recreateAll = async (process: Updating, replicas = 2) => {
    for (let round = 0; round < 2 * replicas; round++) {
      await process.pass(cluster);
      await cluster.ready('web', replicas);
    }
  };
  const changes = (process: Updating) =>
    process.records.filter((record): record is { kind: 'change' } & ChangeRecord => record.kind === 'change');

  it('evicts once somebody approves by kubectl, and not before, whatever else makes new pods', async () => {
    await cluster.admitting();
    await web();
    const process = await cluster.updating();
    expect(codes(await process.plan(cluster, 'web'))).toEqual([WAITS, WAITS]);
    await process.pass(cluster);
    expect(process.actions()).toEqual([]);
    expect(noted(WAITS_SINCE_ANNOTATION)).toBeDefined();
    expect(JSON.parse(noted(UNAPPROVED_REQUESTS_ANNOTATION) ?? '')).toEqual({
      app: { cpu: 100, memory: 64 * 2 ** 20 },
    });

    // A pod that comes back for another reason gets what the others have.
    const [first] = cluster.pods('web');
    await kubectl('delete', 'pod', first?.metadata.name ?? '', '--wait=false');
    await until('its replacement', () =>
      cluster.pods('web').every(({ metadata }) => metadata.uid !== first?.metadata.uid),
    );
    await cluster.ready('web', 2);
    expect(cluster.requests('web')).toEqual([BEFORE, BEFORE]);

    await decide('fine', { reason: 'it is fine', by: 'ann' }, process);
    await recreateAll(process);
    expect(cluster.requests('web')).toEqual([TARGET, TARGET]);
    expect(process.actions()).toEqual(['evict done', 'evict done']);
    expect(noted(WAITS_SINCE_ANNOTATION)).toBeUndefined();
    await process.context.events.flush();
    expect(cluster.events('AwaitsApproval')[0]?.involvedObject.name).toBe('web');
    expect(cluster.events('ChangeApproved')[0]?.involvedObject.name).toBe('web');
    expect(changes(process).find(({ change }) => change === 'approved')).toMatchObject({
      who: 'unknown (kubectl)',
      namespace: NAMESPACE,
      name: 'web',
      detail: 'stated as decided by ann',
    });
    // What was approved goes no further.
    cluster.recommend('web', { cpu: '400m', memory: '250Mi' });
    expect(codes(await process.plan(cluster, 'web'))).toEqual(
      Array(2).fill('wait: outside-bounds awaits-approval'),
    );
  });

  it('resizes in place once it is approved', async () => {
    await web();
    const process = await cluster.updating();
    cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(VPAS, NAMESPACE, 'web', (draft) => {
      draft.spec.updatePolicy = { updateMode: 'InPlaceOrRecreate' };
    });
    await cluster.admitting();
    await process.pass(cluster);
    expect(process.actions()).toEqual([]);
    await decide('fine', {}, process);
    await process.pass(cluster);
    await until('a resize', () => JSON.stringify(cluster.requests('web')).includes('163m'));
    expect(process.actions()[0]).toBe('resize done');
  });

  it('leaves alone what is rejected, until the target moves or the rejection expires', async () => {
    await cluster.admitting();
    await web();
    const process = await cluster.updating();
    await process.pass(cluster);
    const expiresAt = toKubeTime(cluster.clock.now() + 120_000);
    await decide('no', { decision: 'Rejected', reason: 'not now', expiresAt }, process);
    const rejected = 'wait: outside-bounds outside-bounds change-rejected';
    expect(codes(await process.plan(cluster, 'web'))).toEqual([rejected, rejected]);
    cluster.recommend('web', { cpu: '300m', memory: '250Mi' });
    expect(codes(await process.plan(cluster, 'web'))).toEqual([WAITS, WAITS]);
    cluster.recommend('web', TARGET);
    expect(codes(await process.plan(cluster, 'web'))).toEqual([rejected, rejected]);
    await until('the end of the rejection', () => cluster.clock.now() > Date.parse(expiresAt));
    expect(codes(await process.plan(cluster, 'web'))).toEqual([WAITS, WAITS]);
    await process.pass(cluster);
    expect(process.actions()).toEqual([]);
  });

  it('evicts nothing by an approval that has expired, or was about an earlier VPA', async () => {
    await cluster.admitting();
    await web();
    const process = await cluster.updating();
    await decide('late', { expiresAt: toKubeTime(cluster.clock.now() - 1000) }, process);
    expect(codes(await process.plan(cluster, 'web'))).toEqual([WAITS, WAITS]);
    await decide('fine', {}, process);
    await kubectl('delete', 'vpa', 'web');
    const madeMs = cluster.clock.now();
    await until('a later second', () => cluster.clock.now() > madeMs + 2000);
    await cluster.autoscaler('web');
    annotate({ [APPROVALS_ANNOTATION]: 'always' });
    expect(codes(await process.plan(cluster, 'web'))).toEqual([WAITS, WAITS]);
  });

  it('lets the API server refuse decisions that mean nothing', async () => {
    await web();
    for (const [name, spec, field] of [
      ['maybe', { decision: 'Maybe' }, 'spec.decision'],
      ['nothing', { containers: [] }, 'spec.containers'],
      ['lots', { containers: [{ name: 'app', target: { cpu: 'lots' } }] }, 'cpu'],
      ['blank', { containers: [{ name: 'app', target: {} }] }, 'target'],
      ['nobody', { vpa: '' }, 'spec.vpa'],
      ['soon', { expiresAt: 'soon' }, 'spec.expiresAt'],
    ] as const)
      await expect(decide(name, spec as never), name).rejects.toThrow(field);
  });

  it('lets everything wait while the annotation cannot be read, or nobody can approve, and names the cure', async () => {
    await cluster.admitting();
    await web('sometimes');
    const process = await cluster.updating();
    await process.pass(cluster);
    const problems = () =>
      process.context.problems.list().map(({ code, about, remedy }) => ({ code, about, remedy }));
    expect(problems()).toContainEqual({
      code: 'approvals-invalid',
      about: 'VerticalPodAutoscaler shop/web',
      remedy: expect.stringContaining('plumbline.dev/approvals'),
    });
    await kubectl('delete', 'crd', APPROVALS);
    await until('a kind that is gone', () => process.context.caches.changeApprovals.state.kind === 'absent');
    expect(codes(await process.plan(cluster, 'web'))).toEqual([WAITS, WAITS]);
    await process.pass(cluster);
    expect(process.actions()).toEqual([]);
    expect(problems()).toContainEqual({
      code: 'approvals-not-installed',
      about: APPROVALS,
      remedy: expect.stringContaining('kubectl apply -f deploy/crds/'),
    });
    await kubectl('apply', '-f', 'deploy/crds/changeapprovals.yaml');
    await until('a kind that is there', () => process.context.caches.changeApprovals.state.kind === 'synced');
    await process.pass(cluster);
    expect(problems().map(({ code }) => code)).not.toContain('approvals-not-installed');
    annotate({ [APPROVALS_ANNOTATION]: 'growing: {memory: 1Gi}' });
    await process.pass(cluster);
    expect(problems().map(({ code }) => code)).not.toContain('approvals-invalid');
  });

  it('decides about exactly what was shown, names what has moved since, and asks the cluster who may', async () => {
    await cluster.admitting();
    await web();
    await cluster.workload('api', { replicas: 2 });
    await cluster.autoscaler('api');
    annotate({ [APPROVALS_ANNOTATION]: 'always' }, 'api');
    const process = await cluster.updating();
    await process.pass(cluster);
    const shown = (name: string) => ({
      namespace: NAMESPACE,
      name,
      containers: [{ name: 'app', target: { cpu: 163, memory: 250 * 2 ** 20 } }],
    });
    const request = { decision: 'Approved' as const, changes: [shown('web'), shown('api'), shown('gone')] };
    const decided = () => [...cluster.sandbox.registry.list<ChangeApproval>(APPROVALS, NAMESPACE)];

    await expect(
      process.operations.approvals.decide(request as never, { who: 'mallory', groups: [] }),
    ).rejects.toThrow(/mallory lacks the right to create changeapprovals.plumbline.dev in shop/);
    expect(decided()).toEqual([]);

    await kubectl('create', 'role', 'approver', '--verb=create', `--resource=${APPROVALS}`);
    await kubectl('create', 'rolebinding', 'approver', '--role=approver', '--user=ann');
    cluster.recommend('api', { cpu: '50m', memory: '250Mi' });
    await process.caughtUp(cluster);
    const { results } = await process.operations.approvals.decide(request as never, {
      who: 'ann',
      groups: [],
    });
    expect(results.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      'web done',
      'api moved',
      'gone over',
    ]);
    expect(decided()).toMatchObject([
      {
        metadata: { ownerReferences: [{ kind: 'VerticalPodAutoscaler', name: 'web' }] },
        spec: { vpa: 'web', decision: 'Approved', by: 'ann', containers: [{ name: 'app', target: TARGET }] },
      },
    ]);
    expect(changes(process)).toMatchObject([
      {
        change: 'approved',
        who: 'ann',
        name: 'web',
        before: { 'app cpu': 100, 'app memory': 64 * 2 ** 20 },
        after: { decision: 'Approved', containers: [{ name: 'app', target: { cpu: 163 } }] },
      },
    ]);
    await until('an approval that is seen', () => process.context.caches.changeApprovals.size === 1);
    // A target that grows on does not outrun it.
    cluster.recommend('web', { cpu: '400m', memory: '900Mi' });
    await recreateAll(process);
    expect(cluster.requests('web')).toEqual([TARGET, TARGET]);
    expect(cluster.requests('api')).toEqual([BEFORE, BEFORE]);
  });

  it('goes on where it was after kill -9, and never past an approval', async () => {
    await cluster.admitting();
    await web('always', 4);
    const between = await ApiBetween.start(cluster.sandbox.server, cluster.folder);
    const requests = new Set<string>();
    let child: HeadlessProcess | undefined;
    const run = () =>
      HeadlessProcess.start({
        PLUMBLINE_ROLES: 'updater',
        PLUMBLINE_KUBECONFIG: between.kubeconfigPath,
        PLUMBLINE_DATA_DIR: path.join(cluster.folder, 'child'),
        PLUMBLINE_UPDATER_INTERVAL: '100ms',
        PLUMBLINE_WARM_UP: '0s',
        PLUMBLINE_LEAST_HISTORY: '0s',
        PLUMBLINE_LEAST_HISTORY_TO_LOWER: '0s',
        PLUMBLINE_CANARY: '0s',
      });
    try {
      const moments = ['verticalpodautoscalers', 'eviction'];
      child = await run();
      await until('a change that waits', () => noted(WAITS_SINCE_ANNOTATION) !== undefined);
      await decide('fine');
      for (const moment of moments) {
        let isKilled = false;
        between.onAnswer = (method, url) => {
          for (const each of cluster.requests('web')) requests.add(JSON.stringify(each));
          if (isKilled || method === 'GET' || !url.includes(moment)) return false;
          isKilled = true;
          void child?.kill();
          return true;
        };
        await until('the moment, or the end', () => isKilled || allAre(cluster.requests('web'), TARGET));
        await child.kill();
        child = await run();
      }
      between.onAnswer = undefined;
      await until('every pod at its target', () => allAre(cluster.requests('web'), TARGET));
      await cluster.ready('web', 4);
      expect(
        [...requests].every((each) => [BEFORE, TARGET].some((one) => JSON.stringify(one) === each)),
      ).toBe(true);
    } finally {
      await child?.kill();
      await between.close();
    }
  });

  it('collects decisions that no longer count', async () => {
    await web();
    const process = await cluster.updating();
    const old = toKubeTime(cluster.clock.now() - 2 * 86_400_000);
    const decided = (name: string) => cluster.sandbox.registry.get<KubeObject>(APPROVALS, NAMESPACE, name);
    await decide('old', { expiresAt: old }, process);
    await decide('new', {}, process);
    await process.pass(cluster);
    expect(decided('old')).toBeUndefined();
    expect(decided('new')).toBeDefined();
  });
});

function allAre(requests: readonly unknown[], wanted: object): boolean {
  return requests.length > 0 && requests.every((each) => JSON.stringify(each) === JSON.stringify(wanted));
}
