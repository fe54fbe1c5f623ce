import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GROUPS_ANNOTATION, groupsText } from '@/server/decide/features/node-scope/group-recommendations';
import { SCOPE_ANNOTATION } from '@/server/decide/features/node-scope/scope';
import type { Node, Pod } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { outcomeOn } from '../support/outcomes';
import { ofApps, onGroup, POD_GROUPS, podGroup } from '../support/pod-groups';
import { until } from '../support/until';
import { isReady, type Updating, UpdatingCluster } from '../support/updating';

/** Its containers need 200 MiB, whatever they are given. */
const NEEDS = '{"kind":"steady","cpu":"10m","memory":"200Mi"}';
const GENEROUS = { requests: { cpu: '100m', memory: '512Mi' }, limits: { memory: '512Mi' } };
const TOO_LITTLE = { cpu: '100m', memory: '100Mi' };
const ENOUGH = { cpu: '100m', memory: '250Mi' };
const SIZE = 'size';

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

const outcomeOf = (name: string, part: string) => outcomeOn(cluster.vpa(name), part);
const undoneProblems = ({ context }: Updating) =>
  context.problems.list().filter(({ code }) => code === 'undone');
const memoryOf = ({ spec }: Pod): unknown => spec.containers[0]?.resources?.requests?.memory;
const memories = (app: string) => cluster.pods(app).map(memoryOf);

/** Passes until the condition holds. */
async function passing(process: Updating, what: string, isSo: () => boolean): Promise<void> {
  await until(what, async () => {
    await process.pass(cluster);
    return isSo();
  });
}

/** Deletes a pod, and resolves with the one that comes in its place. */
async function replacementOf(app: string, of: (pod: Pod) => boolean): Promise<Pod> {
  const known = new Set(cluster.pods(app).map(({ metadata }) => metadata.uid));
  const gone = cluster.pods(app).find(of);
  cluster.sandbox.registry.delete('pods', NAMESPACE, gone?.metadata.name ?? '');
  return until('a new pod', () => cluster.pods(app).find(({ metadata }) => !known.has(metadata.uid)));
}

describe('of a VPA on a PodGroup', () => {
  const FRONT = 'apps/Deployment/front';
  const BACK = 'apps/Deployment/back';

  it('a change that makes one workload die is undone for that one, and followed on for the others', async () => {
    await cluster.admitting();
    await cluster.workload('front', { replicas: 2, resources: GENEROUS, character: NEEDS });
    await cluster.workload('back', {
      replicas: 2,
      resources: { requests: { cpu: '100m', memory: '300Mi' } },
    });
    await cluster.create(POD_GROUPS, podGroup('all', ofApps('front', 'back')));
    await onGroup(cluster, 'all', { target: TOO_LITTLE });
    const process = await cluster.updating({ minReplicas: 1 });
    await passing(process, 'a change of both', () =>
      [FRONT, BACK].every((part) => outcomeOf('all', part).trial !== undefined),
    );
    expect(outcomeOf('all', FRONT).trial?.containers.get('app')?.from).toEqual({ memory: 512 * 2 ** 20 });
    expect(outcomeOf('all', BACK).trial?.containers.get('app')?.from).toEqual({ memory: 300 * 2 ** 20 });

    await passing(process, 'a change that is undone', () => outcomeOf('all', FRONT).held !== undefined);
    await passing(process, 'pods as they were, and as is recommended', () => {
      const isThere = (app: string, memory: string) =>
        cluster.pods(app).length === 2 &&
        cluster.pods(app).every((pod) => isReady(pod) && memoryOf(pod) === memory);
      return isThere('front', '512Mi') && isThere('back', '100Mi');
    });
    expect(outcomeOf('all', BACK)).toMatchObject({ undone: 0, trial: {} });
    expect(outcomeOf('all', BACK).held).toBeUndefined();
    expect(undoneProblems(process).map(({ message }) => message)).toEqual([
      expect.stringMatching(/Pods of Deployment front: At .*memory of app from 512 MiB to 100 MiB/),
    ]);
    const undone = process.outcomes.filter(({ cameOfIt }) => cameOfIt === 'undone');
    expect(undone.map(({ vpa, part }) => [vpa, part])).toEqual([['all', FRONT]]);
    const partsOfActions = process.records.flatMap((record) =>
      record.kind === 'action' ? [`${record.pod.split('-')[0]} ${record.part}`] : [],
    );
    expect(new Set(partsOfActions)).toEqual(new Set([`front ${FRONT}`, `back ${BACK}`]));

    expect(memoryOf(await replacementOf('front', () => true))).toBe('512Mi');
    expect(memoryOf(await replacementOf('back', () => true))).toBe('100Mi');

    await process.caughtUp(cluster);
    await process.operations.tryAgain(NAMESPACE, 'all', { who: 'ada' });
    expect(outcomeOf('all', FRONT)).toEqual({ undone: 1 });
    expect(process.records.at(-1)).toMatchObject({
      change: 'try-again',
      before: { 'app (Pods of Deployment front)': { memory: 512 * 2 ** 20 } },
    });
  });
});

describe('of a VPA that tells nodes apart', () => {
  /** Every node but the last is small. */
  function sizes(): Map<string, string> {
    const names = [...cluster.sandbox.registry.list<Node>('nodes')].map(({ metadata }) => metadata.name);
    const of = new Map(names.map((name, index) => [name, index < names.length - 1 ? 'small' : 'large']));
    for (const [name, size] of of)
      cluster.sandbox.registry.mutate<Node>('nodes', undefined, name, (draft) => {
        draft.metadata.labels = { ...draft.metadata.labels, [SIZE]: size };
      });
    return of;
  }

  it('a change that is too little on small nodes is undone there alone', async () => {
    const sizeOf = sizes();
    await cluster.admitting();
    await cluster.workload('agent', { kind: 'DaemonSet', resources: GENEROUS, character: NEEDS });
    const groups = [
      { scopeValue: 'small', ...recommending(TOO_LITTLE) },
      { scopeValue: 'large', ...recommending(ENOUGH) },
    ];
    await cluster.autoscaler('agent', { kind: 'DaemonSet', target: ENOUGH });
    cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(VPAS, NAMESPACE, 'agent', (draft) => {
      draft.metadata.annotations = {
        [SCOPE_ANNOTATION]: SIZE,
        [GROUPS_ANNOTATION]: groupsText(SIZE, groups),
      };
    });
    const process = await cluster.updating({ minReplicas: 1 });
    const on = (size: string) =>
      cluster.pods('agent').filter(({ spec }) => sizeOf.get(spec.nodeName ?? '') === size);
    const have = (size: string, count: number, memory: string) => () =>
      on(size).length === count && on(size).every((pod) => isReady(pod) && memoryOf(pod) === memory);
    await passing(
      process,
      'a change that is undone',
      () => outcomeOf('agent', 'size=small').held !== undefined,
    );
    await passing(process, 'pods as they were on small nodes', have('small', 2, '512Mi'));
    await passing(process, 'the target on the large one', have('large', 1, '250Mi'));
    expect(memories('agent').sort()).toEqual(['250Mi', '512Mi', '512Mi']);
    expect(outcomeOf('agent', 'size=large').trial).toBeDefined();
    expect(outcomeOf('agent', '')).toEqual({ undone: 0 });
    expect(undoneProblems(process)[0]?.message).toMatch(/Pods on nodes with size=small: At /);

    const isOn = (size: string) => (pod: Pod) => sizeOf.get(pod.spec.nodeName ?? '') === size;
    expect(memoryOf(await replacementOf('agent', isOn('small')))).toBe('512Mi');
    expect(memoryOf(await replacementOf('agent', isOn('large')))).toBe('250Mi');
  });
});

function recommending(target: { cpu: string; memory: string }) {
  return {
    containerRecommendations: [{ containerName: 'app', target, lowerBound: target, upperBound: target }],
  };
}
