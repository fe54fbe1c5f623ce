import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { ALL_GATES_ON } from '@/server/decide/pods/vpa-faults';
import type { Runtime } from '@/server/host/runtime';
import { startRuntime } from '@/server/host/start';
import { silentLogger } from '@/server/lib/report/log';
import type { PodGroup } from '@/server/objects/plumbline-types';
import type { Scale } from '@/server/objects/types';
import { vpaConditions } from '@/server/objects/vpa-conditions';
import { presentOf } from '@/server/replay/present';
import { NAMESPACE } from '../support/embedded-cluster';
import { describeWithProgram, output } from '../support/installed-program';
import { keepWorkers, ofApps, onGroup, POD_GROUPS, podGroup } from '../support/pod-groups';
import { until } from '../support/until';
import { UpdatingCluster } from '../support/updating';
import { createWorker, defineWorkers } from '../support/workers';

const EXAMPLE = 'docs/examples/pod-group.yaml';

describeWithProgram('kubectl', 'kubernetes-client', 'PodGroups with kubectl', (file) => {
  let cluster: UpdatingCluster;
  let running: Runtime | undefined;
  let endController = () => {};

  const kubectl = (...args: string[]) =>
    output(file, ['--cache-dir', path.join(cluster.folder, 'cache'), '-n', NAMESPACE, ...args], {
      KUBECONFIG: cluster.sandbox.kubeconfigPath,
    });
  const apply = (text: string) => {
    const place = path.join(cluster.folder, 'applied.yaml');
    writeFileSync(place, text);
    return kubectl('apply', '-f', place);
  };

  async function start(roles: string[]): Promise<Runtime> {
    running = await startRuntime(
      defaultConfig({
        kubeconfig: cluster.sandbox.kubeconfigPath,
        dataDir: path.join(cluster.folder, 'data'),
        roles: roles as never,
        signalsLeftOut: ['all'],
        leastHistoryMs: 0,
        leastHistoryToLowerMs: 0,
        canaryMs: 0,
        warmUpMs: 0,
        loopBreakerMisses: 0,
      }),
      { clock: cluster.clock, log: silentLogger },
    );
    return running;
  }

  beforeEach(async () => {
    cluster = await UpdatingCluster.start();
  });
  afterEach(async () => {
    endController();
    await running?.stop();
    running = undefined;
    await cluster.close();
  });

  it('over two Deployments and a custom controller: recommended, admitted, evicted, and read by its scale', async () => {
    await defineWorkers(cluster, 'example.com');
    endController = await keepWorkers(cluster, await createWorker(cluster, 'example.com', 3), 3);
    for (const app of ['front', 'back']) await cluster.workload(app, { replicas: 3 });
    const example = readFileSync(EXAMPLE, 'utf8').replace(
      /matchLabels:\n +tier: edge/,
      'matchExpressions: [{ key: app, operator: In, values: [front, back, web] }]',
    );
    expect(await apply(example)).toContain('podgroup.plumbline.dev/edge created');
    const process = await start(['recommender', 'admission', 'updater', 'rules']);
    const target = await until('a recommendation', () => {
      const [app] = cluster.vpa('edge').status?.recommendation?.containerRecommendations ?? [];
      return app?.containerName === 'app' && app.target;
    });
    expect(target).toHaveProperty('memory');
    for (const app of ['front', 'back', 'web'])
      await until(`new pods of ${app} with what is recommended`, () => {
        const pods = cluster.pods(app);
        return pods.length === 3 && pods.every(({ metadata }) => metadata.annotations?.vpaObservedContainers);
      });

    await until('the number of its pods', async () =>
      /edge +9 +app in \(back,front,web\) +Selects/.test(await kubectl('get', 'podgroups')),
    );
    const scale = JSON.parse(
      await kubectl(
        'get',
        '--raw',
        `/apis/plumbline.dev/v1alpha1/namespaces/${NAMESPACE}/podgroups/edge/scale`,
      ),
    ) as Scale;
    expect(scale).toMatchObject({
      kind: 'Scale',
      status: { replicas: 9, selector: 'app in (back,front,web)' },
    });
    // Those evicted may still be on their way out.
    const shown = await until('a page of the pods that stay', () => {
      const workload = process.workload(NAMESPACE, 'edge');
      return workload?.pods === 9 && workload;
    });
    expect(shown).toMatchObject({ podSelector: 'app in (back,front,web)' });
    expect([...new Set(shown.podList.map(({ owner }) => `${owner?.kind} ${owner?.name}`))].sort()).toEqual([
      'Deployment back',
      'Deployment front',
      'Worker web',
    ]);
    if (!process.cluster) throw new Error('no cluster');
    expect(await presentOf(process.cluster, cluster.vpa('edge'), ALL_GATES_ON)).toMatchObject({
      workload: { name: 'edge', replicas: 9, containers: [{ name: 'app' }] },
    });
    expect(await kubectl('get', 'pods', '-l', scale.status?.selector ?? '', '-o', 'name')).toContain('web-');
  });

  it('are refused with a selector that selects nothing, and cannot be scaled', async () => {
    const withSelector = (selector: string) =>
      apply(
        readFileSync(EXAMPLE, 'utf8')
          .split('---')[0]
          ?.replace(/selector:[\s\S]*/, selector) ?? '',
      );
    await expect(withSelector('{}')).rejects.toThrow('spec.selector');
    for (const [selector, fault] of [
      ['selector: { matchExpressions: [{ key: app, operator: In }] }', 'matchExpressions[0]'],
      [
        'selector: { matchExpressions: [{ key: app, operator: Exists, values: [a] }] }',
        'matchExpressions[0]',
      ],
      ['selector: { matchExpressions: [{ key: app, operator: Near, values: [a] }] }', 'Unsupported value'],
      ['selector: { matchLabels: { app: "not a label" } }', 'should match'],
    ] as const)
      await expect(withSelector(selector)).rejects.toThrow(fault);
    expect(await withSelector('selector: {}')).toContain('created');
    await expect(kubectl('scale', 'podgroup', 'edge', '--replicas=3')).rejects.toThrow(
      'less than or equal to 0',
    );
  });

  it('tell what they select, the whole namespace too, and follow pods and selector', async () => {
    await cluster.workload('front', { replicas: 2 });
    await cluster.create(POD_GROUPS, podGroup('all', {}));
    await start(['rules']);
    const status = () => cluster.sandbox.registry.get<PodGroup>(POD_GROUPS, NAMESPACE, 'all')?.status;
    await until('its status', () => status()?.replicas === 2);
    expect(status()).toMatchObject({
      selector: '!plumbline.dev/on-no-pod',
      observedGeneration: 1,
      conditions: [{ type: 'Ready', status: 'True', reason: 'Selects' }],
    });
    const written = status()?.conditions;
    await cluster.workload('back', { replicas: 1 });
    await until('one more', () => status()?.replicas === 3);
    expect(status()?.conditions).toEqual(written);
    cluster.sandbox.registry.mutate<PodGroup>(POD_GROUPS, NAMESPACE, 'all', (group) => {
      group.spec.selector = ofApps('back');
    });
    await until('the other selector', () => status()?.selector === 'app=back' && status()?.replicas === 1);
  });

  it('that are not installed are named in the status of a VPA on one, and all else goes on', async () => {
    await cluster.workload('front', { replicas: 1 });
    await cluster.autoscaler('front', { updatePolicy: { updateMode: 'Off' } });
    await kubectl('delete', 'crd', POD_GROUPS);
    await onGroup(cluster, 'edge');
    const { problems } = await start(['recommender', 'rules', 'updater']);
    const condition = await until('the condition', () =>
      vpaConditions(cluster.vpa('edge').status).find(
        ({ type, status }) => type === 'ConfigUnsupported' && status === 'True',
      ),
    );
    expect(condition.message).toContain(
      'PodGroups are not installed in this cluster: apply deploy/crds/podgroups.yaml',
    );
    expect(problems.list().map(({ code, about }) => `${code} ${about}`)).toContain(
      `target-unsupported VerticalPodAutoscaler ${NAMESPACE}/edge`,
    );
    expect(problems.list().some(({ about }) => about.includes('podgroups'))).toBe(false);
    await until('a recommendation beside it', () =>
      cluster
        .vpa('front')
        .status?.recommendation?.containerRecommendations?.some(({ uncappedTarget }) => uncappedTarget),
    );
    await kubectl('apply', '-f', 'deploy/crds/podgroups.yaml');
    await cluster.create(POD_GROUPS, podGroup('edge', ofApps('front')));
    await until('the group', () =>
      vpaConditions(cluster.vpa('edge').status).every(
        ({ type, status }) => type !== 'ConfigUnsupported' || status !== 'True',
      ),
    );
  });
});
