import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memoryFrom } from '@/server/objects/quantity';
import type { KubeObject, Pod } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { outcomeOn } from '../support/outcomes';
import { until } from '../support/until';
import { isReady, type Updating, UpdatingCluster } from '../support/updating';

const GIB = 2 ** 30;
/** It takes the memory of its node within minutes, whatever it requests. */
const HOG = '{"kind":"growing","cpu":"10m","memory":"64Mi","growthPerHour":"480Gi"}';
const FORMER = { cpu: '100m', memory: '100Mi' };
const MORE = { cpu: '100m', memory: '2Gi' };

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start(60);
});
afterEach(() => cluster.close());

const held = () => outcomeOn(cluster.vpa('hog')).held;
const containerOf = ({ spec }: Pod) => spec.containers[0]?.resources;
const hogs = () => cluster.pods('hog').filter(({ status }) => status?.phase !== 'Failed');
const restartsOf = ({ status }: Pod) => status?.containerStatuses?.[0]?.restartCount ?? 0;

/** How often a node ran out of memory, and how often a kubelet evicted for it. */
function shortages(): number {
  const events = [
    ...cluster.sandbox.registry.list<KubeObject & { reason?: string; count?: number }>('events'),
  ];
  return events
    .filter(({ reason }) => reason === 'SystemOOM' || reason === 'Evicted')
    .reduce((sum, { count = 1 }) => sum + count, 0);
}

async function passing(process: Updating, what: string, isSo: () => boolean): Promise<void> {
  await until(what, async () => {
    await process.pass(cluster);
    return isSo();
  });
}

/** Recommends more memory, which is all that there is room for: it needs much more. */
async function recommendAllThereIs(): Promise<void> {
  await cluster.autoscaler('hog', { target: MORE });
  cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(
    VPAS,
    NAMESPACE,
    'hog',
    (draft) => {
      const [own] = draft.status?.recommendation?.containerRecommendations ?? [];
      if (own) own.uncappedTarget = { cpu: '100m', memory: '64Gi' };
    },
    { subresource: 'status' },
  );
}

/** A workload that takes its node's memory, was given more, and fared no better. */
async function noBetter(settings: Parameters<UpdatingCluster['updating']>[0] = {}): Promise<Updating> {
  await cluster.admitting();
  await cluster.workload('quiet', {
    kind: 'DaemonSet',
    resources: { requests: { cpu: '100m', memory: '512Mi' } },
  });
  await cluster.workload('hog', { replicas: 1, resources: { requests: FORMER }, character: HOG });
  await until('a kill by its node', () => shortages() > 0);
  // One that starts only now would get what is recommended, and nothing would be changed.
  await until('a pod that runs again', () => hogs().length === 1 && hogs().every(isReady));
  await recommendAllThereIs();
  const process = await cluster.updating({ minReplicas: 1, ...settings });
  await passing(process, 'more memory', () =>
    hogs().some((pod) => containerOf(pod)?.requests?.memory === '2Gi'),
  );
  expect(outcomeOn(cluster.vpa('hog')).trial?.containers.get('app')).toMatchObject({ isAllThereIs: true });
  await passing(process, 'a change that is undone', () => held() !== undefined);
  expect(held()).toMatchObject({ how: 'no-better', container: 'app' });
  return process;
}

describe('a container that takes all the memory of its node', () => {
  it('gets a limit of what its neighbours leave where these are to be spared, and then dies alone', async () => {
    const process = await noBetter({ spareNeighbours: true });
    const limit = held()?.containers.get('app')?.memoryLimit ?? 0;
    expect(limit).toBeGreaterThan(20 * GIB);
    await passing(process, 'a pod with the former request and a limit', () => {
      const [pod] = hogs();
      if (!pod || hogs().length !== 1 || !isReady(pod)) return false;
      const { requests, limits } = containerOf(pod) ?? {};
      return requests?.memory === '100Mi' && memoryFrom(limits?.memory ?? 0) === limit;
    });
    const [fenced] = hogs();
    const before = shortages();
    await until('two kills at its limit', () => hogs().some((pod) => restartsOf(pod) >= 2));
    expect(hogs().map(({ metadata }) => metadata.uid)).toEqual([fenced?.metadata.uid]);
    expect(shortages()).toBe(before);
    expect(process.context.problems.list().find(({ code }) => code === 'undone')?.message).toContain(
      'so that its neighbours are safe, its new pods get a limit',
    );
    await process.pass(cluster);
    // One that a kubelet evicted before is planned for, too.
    const plan = (await process.plan(cluster, 'hog')).find(({ uid }) => uid === fenced?.metadata.uid);
    expect(plan?.decision).toBe('leave');
    expect(plan?.reasons[0]?.code).toBe('held-at-former');
  });

  it('gets none by itself: with one it would be killed sooner', async () => {
    const process = await noBetter();
    await passing(process, 'a pod with the former request', () =>
      hogs().some((pod) => containerOf(pod)?.requests?.memory === '100Mi' && isReady(pod)),
    );
    expect(hogs().map((pod) => containerOf(pod)?.limits)).toEqual([undefined]);
  });
});
