import { describe, expect, it } from 'vitest';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { readVpa } from '../../policy/vpa-reading';
import { forNodesWith, GROUPS_ANNOTATION, groupsText } from './group-recommendations';
import { OTHER_VALUES, SCOPE_ANNOTATION } from './scope';

const of = (memory: string) => [{ containerName: 'app', target: { memory } }];

function compiled(groups: string | undefined, scope = 'size') {
  const annotations = {
    [SCOPE_ANNOTATION]: scope,
    ...(groups !== undefined && { [GROUPS_ANNOTATION]: groups }),
  };
  return readVpa({
    metadata: { namespace: 'shop', name: 'agent', annotations },
    spec: { targetRef: { kind: 'DaemonSet', name: 'agent' } },
    status: { recommendation: { containerRecommendations: of('9Mi') } },
  } as unknown as VerticalPodAutoscaler).compiled;
}

const memory = (vpa: ReturnType<typeof compiled>) =>
  (vpa.recommendation?.get('app')?.target.memory ?? 0) / 2 ** 20;
const TWO = groupsText('size', [
  { scopeValue: 'small', containerRecommendations: of('1Mi') },
  { scopeValue: '', containerRecommendations: of('2Mi') },
]);

describe('the recommendation for pods on a node', () => {
  it('is that of its group', () => {
    const vpa = compiled(TWO);
    expect(memory(forNodesWith(vpa, 'small'))).toBe(1);
    expect(memory(forNodesWith(vpa, ''))).toBe(2);
    expect(forNodesWith(vpa, 'small')).toBe(forNodesWith(vpa, 'small'));
    expect(forNodesWith(vpa, 'small').group).toBe('small');
  });

  it('is the largest, as in the status, where node or group is not known', () => {
    const vpa = compiled(TWO);
    expect(forNodesWith(vpa, undefined)).toBe(vpa);
    expect(forNodesWith(vpa, 'new-size')).toBe(vpa);
    expect(memory(vpa)).toBe(9);
  });

  it('is that of the other values once they share a group', () => {
    const vpa = compiled(
      groupsText('size', [{ scopeValue: OTHER_VALUES, containerRecommendations: of('3Mi') }]),
    );
    expect(memory(forNodesWith(vpa, 'new-size'))).toBe(3);
    expect(forNodesWith(vpa, undefined)).toBe(vpa);
  });

  it.each<[string, string | undefined]>([
    ['is missing', undefined],
    ['is no JSON', '{'],
    ['is of another label', TWO.replace('"size"', '"zone"')],
    ['has no list', '{"scope":"size","groups":7}'],
    ['has groups of another shape', '{"scope":"size","groups":[null,7,{"scopeValue":"small"}]}'],
    [
      'has an amount that is none',
      groupsText('size', [{ scopeValue: 'small', containerRecommendations: of('much') }]),
    ],
  ])('is the largest if the annotation %s', (_, text) => {
    const vpa = compiled(text);
    expect(forNodesWith(vpa, 'small')).toBe(vpa);
  });
});
