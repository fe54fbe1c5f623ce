import { describe, expect, it } from 'vitest';
import { memoryBytes } from '../../../objects/units';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { OUTCOME_ANNOTATION, type Outcomes, outcomesText } from '../../pods/outcome/state';
import { readVpa } from '../../pods/vpa-reading';
import { forNodesWith, GROUPS_ANNOTATION, groupsText } from './group-recommendations';
import { ANY_VALUE, OTHER_VALUES, SCOPE_ANNOTATION } from './scope';

const of = (memory: string) => [{ containerName: 'app', target: { memory } }];

function compiled(groups: string | undefined, scope = 'size', outcomes?: Outcomes, status = '9Mi') {
  const annotations = {
    ...(outcomes && { [OUTCOME_ANNOTATION]: outcomesText(outcomes) ?? '' }),
    [SCOPE_ANNOTATION]: scope,
    ...(groups !== undefined && { [GROUPS_ANNOTATION]: groups }),
  };
  return readVpa({
    metadata: { namespace: 'shop', name: 'agent', annotations },
    spec: { targetRef: { kind: 'DaemonSet', name: 'agent' } },
    status: { recommendation: { containerRecommendations: of(status) } },
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

describe('while former amounts are held of a group', () => {
  const held = (from: number, to: number): Outcomes =>
    new Map([
      [
        'size=small',
        {
          undone: 1,
          held: {
            how: 'killed-sooner' as const,
            container: 'app',
            sinceMs: 1,
            triedMs: 0,
            untilMs: 2,
            program: 'p',
            policy: 'q',
            containers: new Map([
              [
                'app',
                {
                  from: { memory: memoryBytes(from * 2 ** 20) },
                  to: { memory: memoryBytes(to * 2 ** 20) },
                },
              ],
            ]),
          },
        },
      ],
    ]);

  it('its pods get those, and pods of the others what is recommended', () => {
    const vpa = compiled(TWO, 'size', held(5, 1));
    const small = forNodesWith(vpa, 'small');
    expect([memory(small), small.part, small.outcome?.undone]).toEqual([5, 'size=small', 1]);
    const other = forNodesWith(vpa, '');
    expect([memory(other), other.part, other.outcome]).toEqual([2, 'size=', undefined]);
  });

  it.each([
    ['more than the largest, if a group holds more', '2Mi', held(12, 1), 12],
    ['the largest, if it is of another group', '2Mi', held(0.5, 1), 2],
    ['what is left, if the group of the largest goes back to less', '1Mi', held(0.5, 1), 1],
    ['the largest, if its group had no room in the annotation', '9Mi', held(5, 1), 9],
  ])('pods whose node is not known get %s', (_what, status, outcomes, expected) => {
    const vpa = compiled(TWO, 'size', outcomes, status);
    expect(memory(forNodesWith(vpa, undefined))).toBe(expected);
    expect(memory(forNodesWith(vpa, 'new-size'))).toBe(expected);
    expect(forNodesWith(vpa, undefined).group).toBe(ANY_VALUE);
  });
});
