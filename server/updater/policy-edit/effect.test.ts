import { describe, expect, it } from 'vitest';
import { input, pod, vpa, workload } from '../../../tests/support/plan-input';
import { NO_STOPS, stopStateOf } from '../../policy/stop';
import { edited, editPatch } from './edit';
import { effectOf } from './effect';

const pods = [pod('a'), pod('b')];
const { nowMs, cluster } = input([]);
const scope = { nowMs, cluster };

function effect(edit: Parameters<typeof edited>[1], before = vpa(), stops = NO_STOPS) {
  return effectOf(before, edited(before, edit), { workload: workload(pods, before), scope, stops });
}

describe('the effect of an edit, told before it is saved', () => {
  it('is what the plan will say', () => {
    const { before, after, statements } = effect({ updateMode: 'Off' });
    expect(before).toEqual({ updateMode: 'Recreate', evict: 1, resize: 0, wait: 1, leave: 0 });
    expect(after).toEqual({ updateMode: 'Off', evict: 0, resize: 0, wait: 0, leave: 2 });
    expect(statements).toEqual([
      'The update mode changes from Recreate to Off.',
      'The next pass changes no pod.',
      'Neither running nor new pods are changed.',
    ]);
  });

  it('tells how the target changes with a bound', () => {
    const containerPolicies = [{ containerName: 'app', maxAllowed: { cpu: '180m' } }];
    const { containers, statements } = effect({ containerPolicies });
    expect(containers).toEqual([
      { container: 'app', before: { cpu: 200, memory: 209715200 }, after: { cpu: 180, memory: 209715200 } },
    ]);
    expect(statements).toContain('The target changes for app.');
  });

  it('says that a stop still holds', () => {
    const stopped = stopStateOf(new Map([['all', { who: 'ada', atMs: 1 }]]));
    expect(effect({ updateMode: 'Initial' }, vpa(), stopped).statements[0]).toContain('A stop holds');
  });

  it.each([
    ['a maximum below the minimum', { minAllowed: { cpu: '2' }, maxAllowed: { cpu: '1' } }, 'maxAllowed'],
    ['an amount that is none', { minAllowed: { cpu: 'lots' } }, 'minAllowed'],
  ])('names the field of %s', (_name, policy, field) => {
    const { errors } = effect({ containerPolicies: [{ containerName: 'app', ...policy }] });
    expect(errors[0]?.field).toContain(field);
  });

  it('is saved as the least that differs, in the version that was looked at', () => {
    expect(editPatch(vpa(), { updateMode: 'Initial' })).toEqual({
      metadata: { resourceVersion: '7' },
      spec: { updatePolicy: { updateMode: 'Initial' } },
    });
    expect(editPatch(vpa(), { minReplicas: null })).toMatchObject({
      spec: { updatePolicy: { minReplicas: null } },
    });
  });
});
