import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WORKLOAD_ANNOTATION } from '@/sandbox/workloads/character';
import { CONTROLLED_SIGNALS_ANNOTATION } from '@/server/decide/pods/controlled-signals';
import type { Pod, Workload } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { ApiBetween } from '../support/api-between';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { HeadlessProcess } from '../support/headless-process';
import { outcomeOn } from '../support/outcomes';
import { until } from '../support/until';
import { isReady, type Updating, UpdatingCluster } from '../support/updating';

/** Its containers need 200 MiB, whatever they are given. */
const NEEDS = '{"kind":"steady","cpu":"10m","memory":"200Mi"}';
/** It does now and then. */
const SOMETIMES =
  '{"kind":"spiky","cpu":"10m","memory":"20Mi","spikeCpu":"20m","spikeMemory":"200Mi","spikesPerHour":60,"spikeSeconds":20}';
const FORMER = { cpu: '100m', memory: '512Mi' };
const TOO_LITTLE = { cpu: '100m', memory: '100Mi' };
const GENEROUS = { requests: FORMER, limits: { memory: '512Mi' } };
const CRASHES = '{"kind":"steady","cpu":"10m","memory":"20Mi","runSeconds":3,"exitCode":1}';

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

const outcomeOf = (name: string, part?: string) => outcomeOn(cluster.vpa(name), part);
const problems = ({ context }: Updating) => context.problems.list().filter(({ code }) => code === 'undone');
const count = async ({ context }: Updating, name: string) =>
  ((await context.metrics.getSingleMetric(name)?.get())?.values ?? []).map(
    ({ labels, value }) => `${Object.values(labels).join()} ${value}`,
  );
const wereKilled = () =>
  cluster
    .pods('web')
    .some(({ status }) => status?.containerStatuses?.[0]?.lastState?.terminated?.reason === 'OOMKilled');

/** Passes until the condition holds. */
async function passing(process: Updating, what: string, isSo: () => boolean): Promise<void> {
  await until(what, async () => {
    await process.pass(cluster);
    return isSo();
  });
}

const have = (memory: string) => () =>
  cluster.pods('web').length === 2 &&
  cluster.pods('web').every((pod) => isReady(pod) && memoryOf(pod) === memory);

/** A workload that dies of what is recommended, followed until that is undone. */
async function undone(): Promise<Updating> {
  await cluster.admitting();
  await cluster.workload('web', { replicas: 2, resources: GENEROUS, character: NEEDS });
  await cluster.autoscaler('web', { target: TOO_LITTLE });
  const process = await cluster.updating({ minReplicas: 1 });
  await process.pass(cluster);
  expect(outcomeOf('web').trial?.containers.get('app')).toMatchObject({
    from: { memory: 512 * 2 ** 20 },
    to: { memory: 100 * 2 ** 20 },
  });
  await until('a kill for memory', wereKilled);
  await passing(process, 'a change that is undone', () => outcomeOf('web').held !== undefined);
  return process;
}

describe('a change that makes a workload die', () => {
  it('is undone, told and held', async () => {
    const process = await undone();
    expect(outcomeOf('web').held).toMatchObject({ how: expect.stringMatching(/^killed/), container: 'app' });
    await passing(process, 'pods as they were', have('512Mi'));
    await process.pass(cluster);
    const [first] = await process.plan(cluster, 'web');
    expect(first).toMatchObject({ decision: 'leave', reasons: [{ code: 'held-at-former' }] });

    expect(problems(process)).toHaveLength(1);
    expect(problems(process)[0]?.message).toContain('memory of app from 512 MiB to 100 MiB');
    expect(process.outcomes.at(-1)).toMatchObject({ vpa: 'web', cameOfIt: 'undone' });
    expect(await count(process, 'plumbline_updater_outcomes_total')).toEqual(['undone 1']);
    expect(await count(process, 'plumbline_updater_held_at_former_vpas')).toEqual([' 1']);
    await process.context.events.flush();
    expect(cluster.events('Undone')).toHaveLength(1);
  });

  it('is undone in place where it was made in place', async () => {
    await cluster.close();
    cluster = await UpdatingCluster.start(120);
    await cluster.workload('web', { replicas: 2, resources: GENEROUS, character: SOMETIMES });
    const bornMs = cluster.clock.now();
    await until('a life of half an hour', () => cluster.clock.now() > bornMs + 1_800_000);
    await cluster.autoscaler('web', {
      target: TOO_LITTLE,
      updatePolicy: { updateMode: 'InPlaceOrRecreate' },
    });
    const process = await cluster.updating({ minReplicas: 1 });
    const uids = cluster.pods('web').map(({ metadata }) => metadata.uid);
    await passing(process, 'a change that is undone', () => outcomeOf('web').held !== undefined);
    await passing(process, 'pods as they were', have('512Mi'));
    expect(cluster.pods('web').map(({ metadata }) => metadata.uid)).toEqual(uids);
    expect(process.actions().every((action) => action.startsWith('resize'))).toBe(true);
  });

  it('gives new pods the former amounts, also after the updater was lost', async () => {
    const process = await undone();
    await process.stop();
    const [pod] = cluster.pods('web');
    cluster.sandbox.registry.delete('pods', NAMESPACE, pod?.metadata.name ?? '');
    await until('a new pod as before', () =>
      cluster.pods('web').some((one) => one.metadata.uid !== pod?.metadata.uid && memoryOf(one) === '512Mi'),
    );
    const next = await cluster.updating({ minReplicas: 1 });
    await passing(next, 'pods as they were', have('512Mi'));
    expect(problems(next)).toHaveLength(1);
  });

  it('is undone after kill -9, before the eviction is answered and once it is noted', async () => {
    // A process of its own has no fast clock.
    await cluster.close();
    cluster = await UpdatingCluster.start(1);
    await cluster.admitting();
    await cluster.workload('web', { replicas: 2, resources: GENEROUS, character: NEEDS });
    const bornMs = cluster.clock.now();
    await until('a life of a while', () => cluster.clock.now() > bornMs + 15_000);
    await cluster.autoscaler('web', { target: TOO_LITTLE });
    const between = await ApiBetween.start(cluster.sandbox.server, cluster.folder);
    const run = () =>
      HeadlessProcess.start({
        PLUMBLINE_ROLES: 'updater',
        PLUMBLINE_KUBECONFIG: between.kubeconfigPath,
        PLUMBLINE_DATA_DIR: path.join(cluster.folder, 'child'),
        PLUMBLINE_UPDATER_INTERVAL: '100ms',
        PLUMBLINE_MIN_REPLICAS: '1',
        PLUMBLINE_WARM_UP: '0s',
        PLUMBLINE_LEAST_HISTORY: '0s',
        PLUMBLINE_LEAST_HISTORY_TO_LOWER: '0s',
        PLUMBLINE_CANARY: '0s',
      });
    let child = await run();
    try {
      const moments = [
        (method: string, url: string) => method === 'POST' && url.endsWith('/eviction'),
        (method: string) => method === 'PATCH' && outcomeOf('web').held !== undefined,
      ];
      for (const isMoment of moments) {
        let isKilled = false;
        between.onAnswer = (method, url) => {
          if (isKilled || !isMoment(method, url)) return false;
          isKilled = true;
          void child.kill();
          return true;
        };
        await until('the moment', () => isKilled);
        await child.kill();
        between.onAnswer = undefined;
        child = await run();
      }
      await until('pods as they were', have('512Mi'));
      expect(outcomeOf('web')).toMatchObject({ undone: 1, held: { how: expect.stringMatching(/^killed/) } });
    } finally {
      await child.kill();
      await between.close();
    }
  });

  it('is done again with one pod when a person wants it, and undone for longer', async () => {
    const process = await undone();
    await passing(process, 'pods as they were', have('512Mi'));
    await process.caughtUp(cluster);
    const { foreseen } = await process.operations.previewTryAgain(NAMESPACE, 'web');
    expect(foreseen?.[0]).toMatchObject({
      changes: [{ container: 'app', from: { memory: 512 * 2 ** 20 }, to: { memory: 100 * 2 ** 20 } }],
    });
    expect(outcomeOf('web')).toMatchObject({ held: {} });
    await process.operations.tryAgain(NAMESPACE, 'web', { who: 'ada' });
    expect(outcomeOf('web')).toEqual({ undone: 1 });
    expect(problems(process)).toEqual([]);
    expect(process.records.at(-1)).toMatchObject({
      kind: 'change',
      change: 'try-again',
      who: 'ada',
      before: { app: { memory: 512 * 2 ** 20 } },
      after: { app: { memory: 100 * 2 ** 20 } },
    });
    await expect(process.operations.tryAgain(NAMESPACE, 'web', { who: 'ada' })).rejects.toMatchObject({
      code: 'conflict',
    });
    const plan = await process.plan(cluster, 'web');
    expect(plan.filter(({ decision }) => decision === 'evict').length).toBeLessThanOrEqual(1);
    await passing(process, 'undone again, for longer', () => outcomeOf('web').undone === 2);
    const { sinceMs = 0, untilMs = 0 } = outcomeOf('web').held ?? {};
    expect(untilMs - sinceMs).toBe(2 * process.context.config.heldAfterUndoMs);
  });
});

describe('a change of ephemeral storage', () => {
  const STORAGE = 'ephemeral-storage';
  const OTHERS = { cpu: '100m', memory: '64Mi' };
  const storageOf = ({ spec }: Pod) => spec.containers[0]?.resources?.requests?.[STORAGE];

  /** Two pods with 1 GiB of storage each, and a VPA that recommends `storage`. */
  async function given(storage: string): Promise<Updating> {
    await cluster.admitting();
    const resources = { requests: { ...OTHERS, [STORAGE]: '1Gi' }, limits: { [STORAGE]: '1Gi' } };
    await cluster.workload('web', { replicas: 2, resources });
    await cluster.autoscaler('web', { target: OTHERS });
    const target = { ...OTHERS, [STORAGE]: storage };
    for (const options of [undefined, { subresource: 'status' as const }])
      cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(
        VPAS,
        NAMESPACE,
        'web',
        (draft) => {
          draft.metadata.annotations = { [CONTROLLED_SIGNALS_ANNOTATION]: STORAGE };
          const recommended = { containerName: 'app', target, lowerBound: target, upperBound: target };
          draft.status = { recommendation: { containerRecommendations: [recommended] } };
        },
        options,
      );
    const process = await cluster.updating({ minReplicas: 1 });
    await passing(process, 'a change', () => outcomeOf('web').trial !== undefined);
    return process;
  }

  const haveFormer = () => {
    const live = cluster.pods('web').filter(isReady);
    return live.length === 2 && live.every((pod) => storageOf(pod) === '1Gi');
  };

  it('to less than a container writes is undone once the kubelet evicts for it', async () => {
    const process = await given('5M');
    expect(outcomeOf('web').trial?.containers.get('app')).toMatchObject({
      from: { [STORAGE]: 2 ** 30 },
      to: { [STORAGE]: 5e6 },
    });
    await passing(process, 'a change that is undone', () => outcomeOf('web').held !== undefined);
    expect(outcomeOf('web').held).toMatchObject({ how: expect.stringMatching(/^filled/), container: 'app' });
    await passing(process, 'pods as they were', haveFormer);
    expect(problems(process)[0]?.message).toContain('ephemeral storage of app from 1 GiB to');
    expect(process.outcomes.at(-1)).toMatchObject({ vpa: 'web', cameOfIt: 'undone' });
  });

  it('to more than any node has is undone, and the pod that waits is brought down', async () => {
    await cluster.close();
    cluster = await UpdatingCluster.start(120);
    const process = await given('200Gi');
    await until('a pod that waits', () =>
      cluster.pods('web').some(({ spec, status }) => !spec.nodeName && status?.phase === 'Pending'),
    );
    await passing(process, 'a change that is undone', () => outcomeOf('web').held !== undefined);
    expect(outcomeOf('web').held).toMatchObject({ how: 'pending', container: 'app' });
    await passing(process, 'pods as they were', haveFormer);
  });
});

describe('a rollout', () => {
  it('that brings another image, and crashes, is not blamed on the change before it', async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 2, resources: GENEROUS });
    await cluster.autoscaler('web', { target: TOO_LITTLE });
    const process = await cluster.updating({ minReplicas: 1 });
    await passing(process, 'the target', have('100Mi'));
    expect(outcomeOf('web').trial).toBeDefined();
    cluster.sandbox.registry.mutate<Workload>('deployments.apps', NAMESPACE, 'web', (draft) => {
      const template = draft.spec.template;
      if (!template?.spec.containers[0]) return;
      template.spec.containers[0].image = 'app:2';
      template.metadata = {
        ...template.metadata,
        annotations: { ...template.metadata?.annotations, [WORKLOAD_ANNOTATION]: CRASHES },
      };
    });
    await until('pods that crash', () => cluster.pods('web').some(isLooping));
    for (let round = 0; round < 5; round++) await process.pass(cluster);
    expect(outcomeOf('web').held).toBeUndefined();
    expect(problems(process)).toEqual([]);
    expect(process.outcomes.map(({ cameOfIt }) => cameOfIt)).not.toContain('undone');
  });

  it('that gives pods too little by itself is undone like any change', async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 2, resources: GENEROUS, character: NEEDS });
    await cluster.autoscaler('web', { target: TOO_LITTLE, updatePolicy: { updateMode: 'Initial' } });
    const process = await cluster.updating({ minReplicas: 1 });
    await process.pass(cluster);
    const [pod] = cluster.pods('web');
    cluster.sandbox.registry.delete('pods', NAMESPACE, pod?.metadata.name ?? '');
    await until('a kill for memory', wereKilled);
    await passing(process, 'a change that is undone', () => outcomeOf('web').held !== undefined);
    expect(problems(process)).toHaveLength(1);
  });

  it('by what another recommender says is undone and told too, and the pod that it killed gets what it had', async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 2, resources: GENEROUS, character: NEEDS });
    await cluster.autoscaler('web', { target: TOO_LITTLE, recommenders: [{ name: 'hand' }] });
    cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(
      VPAS,
      NAMESPACE,
      'web',
      (draft) => {
        const [own] = draft.status?.recommendation?.containerRecommendations ?? [];
        // Running pods are within its bounds, so that it kills none but new ones.
        if (own) Object.assign(own, { lowerBound: { memory: '50Mi' }, upperBound: { memory: '1Gi' } });
      },
      { subresource: 'status' },
    );
    const process = await cluster.updating({ minReplicas: 1 });
    await process.pass(cluster);
    expect(process.actions()).toEqual([]);
    const [pod] = cluster.pods('web');
    cluster.sandbox.registry.delete('pods', NAMESPACE, pod?.metadata.name ?? '');
    await until('a kill for memory', wereKilled);
    await passing(process, 'a change that is undone', () => outcomeOf('web').held !== undefined);
    expect(problems(process)[0]?.message).toContain('memory of app from 512 MiB to 100 MiB');
    expect(process.outcomes.at(-1)).toMatchObject({ vpa: 'web', cameOfIt: 'undone' });
    await passing(process, 'pods as they were', have('512Mi'));
  });
});

function memoryOf({ spec }: Pod): unknown {
  return spec.containers[0]?.resources?.requests?.memory;
}

function isLooping({ status }: Pod): boolean {
  const [container] = status?.containerStatuses ?? [];
  return container?.state?.waiting?.reason === 'CrashLoopBackOff' && container.restartCount >= 2;
}
