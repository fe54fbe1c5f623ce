import { describe, expect, it } from 'vitest';
import { NO_STOPS } from '@/tests/support/no-stops';
import { vpa } from '../../../tests/support/plan-input';
import { FORMER_MODE_ANNOTATION } from '../../decide/pods/mode-before-stop';
import { stopStateOf } from '../../decide/pods/stop';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { modePatch } from './mode-patch';

const STOPPED = stopStateOf(new Map([['all', { who: 'ada', atMs: 1 }]]));

/** What an API server makes of a merge patch. */
function merged<T>(target: T, patch: unknown): T {
  if (typeof patch !== 'object' || patch === null) return patch as T;
  const result: Record<string, unknown> = typeof target === 'object' && target !== null ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  }
  return result as T;
}

function afterPatch(object: VerticalPodAutoscaler, state: typeof STOPPED): VerticalPodAutoscaler {
  return merged(object, modePatch(object, state)?.body ?? {});
}

describe('the mode of a stopped VPA', () => {
  it.each<[string, VerticalPodAutoscaler['spec']['updatePolicy']]>([
    ['a mode', { updateMode: 'InPlaceOrRecreate' }],
    ['a mode and more', { updateMode: 'Initial', minReplicas: 3 }],
    ['no mode', { minReplicas: 3 }],
    ['no update policy', undefined],
  ])('becomes Off and returns to what it was with %s', (_name, updatePolicy) => {
    const before = vpa({ updatePolicy });
    const stopped = afterPatch(before, STOPPED);
    expect(stopped.spec.updatePolicy?.updateMode).toBe('Off');
    expect(modePatch(stopped, STOPPED)).toBeUndefined();
    const resumed = afterPatch(stopped, NO_STOPS);
    expect(resumed.spec.updatePolicy).toEqual(updatePolicy);
    expect(resumed.metadata.annotations).toEqual({});
    expect(modePatch(resumed, NO_STOPS)).toBeUndefined();
  });

  it('is kept if it was Off before', () => {
    expect(modePatch(vpa({ updatePolicy: { updateMode: 'Off' } }), STOPPED)).toBeUndefined();
  });

  it.each([
    ['somebody set another mode meanwhile', '{"mode":"Recreate","policy":true}', 'Initial' as const],
    ['the note cannot be read', '{', 'Off' as const],
    ['the note is empty', '{}', 'Off' as const],
    ['the note names no mode there is', '{"mode":"Sometimes"}', 'Off' as const],
  ])('stays as it is when %s', (_name, note, updateMode) => {
    const object = vpa({ updatePolicy: { updateMode } });
    object.metadata.annotations = { [FORMER_MODE_ANNOTATION]: note };
    const resumed = afterPatch(object, NO_STOPS);
    expect(resumed.spec.updatePolicy?.updateMode).toBe(updateMode);
    expect(resumed.metadata.annotations).toEqual({});
  });

  it('is kept if a setting excludes the VPA, whatever was saved of it', () => {
    const { namespace = '' } = vpa().metadata;
    const elsewhere = { vpaObjectNamespace: '', ignoredVpaObjectNamespaces: [namespace] };
    const state = stopStateOf(new Map([['all', { who: 'ada', atMs: 1 }]]), elsewhere);
    const object = vpa({ updatePolicy: { updateMode: 'Off' } });
    object.metadata.annotations = { [FORMER_MODE_ANNOTATION]: '{"mode":"Recreate","policy":true}' };
    expect([modePatch(vpa(), state), modePatch(object, stopStateOf(new Map(), elsewhere))]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('is changed only in the version that was read', () => {
    expect(modePatch(vpa(), STOPPED)?.body).toMatchObject({ metadata: { resourceVersion: '7' } });
  });
});
