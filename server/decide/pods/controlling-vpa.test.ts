import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UPDATE_MODES, type UpdateMode, type VerticalPodAutoscaler } from '../../objects/vpa-types';
import { actsOnNewPods, controlOf } from './controlling-vpa';
import { FORMER_MODE_ANNOTATION, formerModeText } from './mode-before-stop';
import { updateModeOf } from './update-mode';
import { ALL_GATES_ON } from './vpa-faults';
import { readVpa } from './vpa-reading';

function vpa(
  name: string,
  creationTimestamp?: string,
  updateMode?: UpdateMode,
  isBoosting = false,
): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name, namespace: 'ns', creationTimestamp },
    spec: {
      ...(updateMode && { updatePolicy: { updateMode } }),
      ...(isBoosting && { startupBoost: { cpu: { factor: 2 } } }),
    },
  };
}

const compiled = (one: VerticalPodAutoscaler) => readVpa(one).compiled;
const [OLDER, OLD, YOUNG] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'];
const acts = (one: ReturnType<typeof compiled>) => actsOnNewPods(one, ALL_GATES_ON);
const control = (own: VerticalPodAutoscaler[], ofGroups: VerticalPodAutoscaler[] = []) =>
  controlOf(own.map(compiled), ofGroups.map(compiled), ALL_GATES_ON);

describe('the controlling VPA', () => {
  it.each([
    ['none of none', [], undefined],
    ['the oldest', [vpa('a', OLD), vpa('b', OLDER)], 'b'],
    ['the first by name among those of one age', [vpa('b', OLD), vpa('a', OLD), vpa('c', OLD)], 'a'],
    ['one that was never dated, as the oldest', [vpa('a', OLD), vpa('z')], 'z'],
    ['none with a date nobody can read while there is another', [vpa('a', 'soon'), vpa('z', OLD)], 'z'],
    ['no older one in mode Off', [vpa('a', OLD, 'Off'), vpa('b', YOUNG)], 'b'],
    [
      'the oldest, which acts on nothing, where all are Off',
      [vpa('a', OLD, 'Off'), vpa('b', YOUNG, 'Off')],
      'a',
    ],
    ['one for new and running pods', [vpa('a', OLD, 'Initial'), vpa('b', YOUNG)], 'a'],
  ])('is %s', (_name, candidates, expected) => {
    const { controlling, acts: isActing } = control(candidates);
    expect(controlling?.name).toBe(expected);
    expect(isActing).toBe(candidates.some((one) => acts(compiled(one))));
  });

  const ofGroup = vpa('group', OLDER);
  ofGroup.spec.targetRef = { apiVersion: 'plumbline.dev/v1alpha1', kind: 'PodGroup', name: 'all' };
  const stopped = vpa('own', YOUNG, 'Off');
  stopped.metadata.annotations = {
    [FORMER_MODE_ANNOTATION]: formerModeText({ mode: 'Recreate', policy: true }),
  };

  it.each([
    ['a workload that acts', [vpa('own', YOUNG)], 'own', true, ['own']],
    ['a workload that a stop holds', [stopped], 'own', false, ['own']],
    ['a workload that is off', [vpa('own', YOUNG, 'Off')], 'group', true, ['own', 'group']],
    ['no workload', [], 'group', true, ['group']],
  ])('on %s is found beside one on a PodGroup', (_name, own, expected, isActing, candidates) => {
    const found = control(own, [ofGroup]);
    expect(found.controlling?.name).toBe(expected);
    expect(found.acts).toBe(isActing);
    expect(found.candidates.map(({ name }) => name)).toEqual(candidates);
  });

  it('is the same in any order, whatever VPAs that do not act', () => {
    const any = fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      age: fc.constantFrom(undefined, OLDER, OLD, YOUNG, 'garbage'),
      mode: fc.constantFrom(...UPDATE_MODES),
      isBoosting: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.uniqueArray(any, { selector: ({ name }) => name }), (made) => {
        const all = made.map(({ name, age, mode, isBoosting }) => compiled(vpa(name, age, mode, isBoosting)));
        const found = controlOf(all, [], ALL_GATES_ON);
        expect(controlOf([...all].reverse(), [], ALL_GATES_ON).controlling).toBe(found.controlling);
        expect(found.acts).toBe(all.some(acts));
        if (found.acts)
          expect(controlOf(all.filter(acts), [], ALL_GATES_ON).controlling).toBe(found.controlling);
      }),
    );
  });
});

describe('a VPA', () => {
  it.each<[UpdateMode, boolean, boolean]>([
    ['Off', false, false],
    ['Off', true, true],
    ['Initial', false, true],
    ['Recreate', false, true],
    ['Auto', false, true],
    ['InPlaceOrRecreate', false, true],
    ['InPlace', false, true],
  ])('in mode %s (boost: %s) acts: %s', (mode, boosts, expected) => {
    expect(acts(compiled(vpa('a', OLD, mode, boosts)))).toBe(expected);
  });

  it('does not act through a disabled feature', () => {
    const gates = { cpuStartupBoost: false, inPlace: false };
    expect(actsOnNewPods(compiled(vpa('a', OLD, 'Off', true)), gates)).toBe(false);
  });
});

describe('the effective update mode', () => {
  it.each([
    [undefined, 'Recreate'],
    ['Auto', 'Recreate'],
    ['Off', 'Off'],
    ['InPlace', 'InPlace'],
  ] as const)('of %s is %s', (given, expected) => {
    expect(updateModeOf(vpa('a', undefined, given))).toBe(expected);
  });
});
