import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UPDATE_MODES, type UpdateMode, type VerticalPodAutoscaler } from '../kube/vpa-types';
import { actsOnNewPods, actsOnRunningPods, controllingVpa, updateModeOf } from './controlling-vpa';
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
const onRunning = (one: ReturnType<typeof compiled>) => actsOnRunningPods(one, ALL_GATES_ON);
const onNew = (one: ReturnType<typeof compiled>) => actsOnNewPods(one, ALL_GATES_ON);

describe('the controlling VPA', () => {
  it.each([
    ['none of none', [], undefined],
    ['the oldest', [vpa('a', OLD), vpa('b', OLDER)], 'b'],
    ['the first by name among those of one age', [vpa('b', OLD), vpa('a', OLD), vpa('c', OLD)], 'a'],
    ['one that was never dated, as the oldest', [vpa('a', OLD), vpa('z')], 'z'],
    ['none with a date nobody can read while there is another', [vpa('a', 'soon'), vpa('z', OLD)], 'z'],
    ['no older one in mode Off', [vpa('a', OLD, 'Off'), vpa('b', YOUNG)], 'b'],
    ['nobody where all are Off', [vpa('a', OLD, 'Off'), vpa('b', YOUNG, 'Off')], undefined],
  ])('is %s', (_name, candidates, expected) => {
    for (const acts of [onRunning, onNew])
      expect(controllingVpa(candidates.map(compiled), acts)?.name).toBe(expected);
  });

  it('may differ between new and running pods', () => {
    const both = [vpa('a', OLD, 'Initial'), vpa('b', YOUNG)].map(compiled);
    expect(controllingVpa(both, onNew)?.name).toBe('a');
    expect(controllingVpa(both, onRunning)?.name).toBe('b');
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
        for (const acts of [onRunning, onNew]) {
          const found = controllingVpa(all, acts);
          expect(controllingVpa([...all].reverse(), acts)).toBe(found);
          expect(controllingVpa(all.filter(acts), acts)).toBe(found);
          expect(found === undefined).toBe(!all.some(acts));
        }
      }),
    );
  });
});

describe('a VPA', () => {
  it.each<[UpdateMode, boolean, boolean, boolean]>([
    ['Off', false, false, false],
    ['Off', true, true, true],
    ['Initial', false, true, false],
    ['Initial', true, true, true],
    ['Recreate', false, true, true],
    ['Auto', false, true, true],
    ['InPlaceOrRecreate', false, true, true],
    ['InPlace', false, true, true],
  ])('in mode %s (boost: %s) acts on new pods: %s, on running ones: %s', (mode, boosts, isNew, isRunning) => {
    const one = compiled(vpa('a', OLD, mode, boosts));
    expect([onNew(one), onRunning(one)]).toEqual([isNew, isRunning]);
  });

  it('does not act through a disabled feature', () => {
    const gates = { cpuStartupBoost: false, inPlace: false };
    expect(actsOnNewPods(compiled(vpa('a', OLD, 'Off', true)), gates)).toBe(false);
    expect(actsOnRunningPods(compiled(vpa('a', OLD, 'Off', true)), gates)).toBe(false);
    expect(actsOnRunningPods(compiled(vpa('a', OLD, 'InPlace')), gates)).toBe(false);
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
