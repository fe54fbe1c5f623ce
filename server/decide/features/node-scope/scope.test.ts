import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../objects/types';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { isLabelKey, nodeOfPod, SCOPE_ANNOTATION, scopeFaults, scopeOf } from './scope';

function vpa(annotation?: unknown, inSpec?: unknown): VerticalPodAutoscaler {
  return {
    metadata: {
      name: 'a',
      ...(annotation !== undefined && { annotations: { [SCOPE_ANNOTATION]: annotation } }),
    },
    spec: { ...(inSpec !== undefined && { scope: inSpec }) },
  } as unknown as VerticalPodAutoscaler;
}

describe('the label by which a VPA tells nodes apart', () => {
  it.each<[string, unknown, unknown, string | undefined, number]>([
    ['is none without annotation and field', undefined, undefined, undefined, 0],
    [
      'is that of the annotation',
      ' topology.kubernetes.io/zone ',
      undefined,
      'topology.kubernetes.io/zone',
      0,
    ],
    ['is that of the spec, where the definition has it', undefined, 'size', 'size', 0],
    ['is that of the spec if both differ, and says so', 'zone', 'size', 'size', 1],
    ['is no fault if both agree', 'size', 'size', 'size', 0],
    ['is none if it is empty', '', undefined, undefined, 0],
    ['is none if it is no key', 'a b', undefined, undefined, 1],
    ['is its text if it is a number', 7, undefined, '7', 0],
    ['is none if it is an object', undefined, { a: 1 }, undefined, 1],
    ['is none if it is far too long', 'x'.repeat(10_000), undefined, undefined, 1],
  ])('%s', (_, annotation, inSpec, key, faults) => {
    expect(scopeOf(vpa(annotation, inSpec))).toBe(key);
    const found = scopeFaults(vpa(annotation, inSpec));
    expect(found).toHaveLength(faults);
    for (const fault of found) expect(fault.length).toBeLessThan(300);
  });

  it('is a key as Kubernetes has them', () => {
    for (const key of [
      'a',
      'a.b-c_D',
      'node.kubernetes.io/instance-type',
      `${'a'.repeat(63)}`,
      'constructor',
    ])
      expect(isLabelKey(key), key).toBe(true);
    for (const key of [
      '',
      '/a',
      'a/',
      'A/b',
      'a/b/c',
      '-a',
      'a-',
      'a'.repeat(64),
      `${'a.'.repeat(200)}b/c`,
      'a=b',
    ])
      expect(isLabelKey(key), key).toBe(false);
  });
});

describe('the node of a pod', () => {
  const only = (values: unknown, more: object = {}) => ({
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values, ...more }] }],
      },
    },
  });
  const node = (spec: object) => nodeOfPod({ spec } as unknown as Pod);

  it('is where it runs, or where alone its DaemonSet lets it run', () => {
    expect(node({ nodeName: 'a', affinity: only(['b']) })).toBe('a');
    expect(node({ affinity: only(['b']) })).toBe('b');
  });

  it.each<[string, object]>([
    ['it has no affinity', {}],
    ['it may run on several', { affinity: only(['a', 'b']) }],
    ['it may run anywhere else', { affinity: only(['a'], { operator: 'NotIn' }) }],
    ['the affinity is a text', { affinity: 'node-1' }],
    [
      'the terms are no list',
      {
        affinity: {
          nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: 7 } },
        },
      },
    ],
    [
      'a term is null',
      {
        affinity: {
          nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [null] } },
        },
      },
    ],
    ['the value is a number', { affinity: only([7]) }],
  ])('is not known if %s', (_, spec) => {
    expect(node(spec)).toBeUndefined();
  });
});
