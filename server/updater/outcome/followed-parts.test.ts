import { describe, expect, it } from 'vitest';
import { GROUPS_ANNOTATION, groupsText } from '@/server/decide/features/node-scope/group-recommendations';
import { SCOPE_ANNOTATION } from '@/server/decide/features/node-scope/scope';
import { pod, vpa, workload } from '@/tests/support/plan-input';
import type { WorkloadInput } from '../../decide/running/plan-input';
import type { Pod } from '../../objects/types';
import { followedParts, partWith } from './followed-parts';

const names = (pods: readonly Pod[]) => pods.map(({ metadata }) => metadata.name).join();
const told = (input: WorkloadInput) =>
  followedParts(input).map(({ part, pods, unplaced }) => `${part}: ${names(pods)} (${names(unplaced)})`);

function on(name: string, node: string | undefined): Pod {
  const made = pod(name);
  return { ...made, spec: { ...made.spec, nodeName: node } };
}
const NODES = new Map([
  ['n1', 'small'],
  ['n2', 'large'],
  ['n3', 'huge'],
]);

/** It tells nodes apart, and has learned of small and large ones. */
function scoped() {
  const object = vpa();
  const containerRecommendations = object.status?.recommendation?.containerRecommendations ?? [];
  const groups = ['small', 'large'].map((scopeValue) => ({ scopeValue, containerRecommendations }));
  object.metadata.annotations = {
    [SCOPE_ANNOTATION]: 'size',
    [GROUPS_ANNOTATION]: groupsText('size', groups),
  };
  return object;
}
const portionOf = (name: string, pods: readonly Pod[], more: Partial<WorkloadInput> = {}) =>
  workload(pods, vpa(), { portion: { workload: `shop/apps/Deployment/${name}`, podGroups: ['g'] }, ...more });

describe('the pods of which a change is followed by itself', () => {
  it('are all pods of a VPA where they are alike', () => {
    const input = workload([pod('a'), pod('b')]);
    expect(told(input)).toEqual([': a,b ()']);
    expect(followedParts(input)[0]?.pods).toBe(input.pods);
  });

  it('are those of each workload of a PodGroup, in however many portions', () => {
    const portions = [
      portionOf('web', [pod('a')]),
      portionOf('api', [pod('b')]),
      portionOf('web', [pod('c')]),
      portionOf('log', [pod('d')], { overruledBy: 'own' }),
    ];
    const all = portions.flatMap(({ pods }) => pods);
    const input = { ...workload(all), portions };
    expect(told(input)).toEqual(['apps/Deployment/web: a,c ()', 'apps/Deployment/api: b ()']);
    expect(partWith(input, 'uid-b')?.part).toBe('apps/Deployment/api');
    expect(told(portionOf('web', [pod('a')]))).toEqual(['apps/Deployment/web: a ()']);
  });

  it('are those on nodes alike, as far as something is recommended there', () => {
    const pods = [on('a', 'n1'), on('b', 'n2'), on('c', 'n1'), on('d', 'n3'), on('e', undefined)];
    const input = workload(pods, scoped(), { nodeValues: NODES });
    expect(told(input)).toEqual(['size=small: a,c (e)', 'size=large: b (e)', ': d,e ()']);
    expect(partWith(input, 'uid-c')?.part).toBe('size=small');
  });

  it('are told apart once for the same input', () => {
    const input = workload([on('a', 'n1')], scoped(), { nodeValues: NODES });
    expect(followedParts(input)).toBe(followedParts(input));
  });
});
